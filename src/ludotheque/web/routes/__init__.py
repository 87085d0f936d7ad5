"""The routers of all pages."""

from ludotheque.web.routes import (
    asset_routes,
    home_routes,
    lesson_routes,
    login_routes,
    new_table_routes,
    opponent_routes,
    own_page_routes,
    person_routes,
    reminder_routes,
    reveal_routes,
    review_routes,
    rulebook_routes,
    since_routes,
    table_page_routes,
)

ROUTERS = tuple(
    one.router
    for one in (
        asset_routes,
        home_routes,
        new_table_routes,
        opponent_routes,
        table_page_routes,
        review_routes,
        reveal_routes,
        since_routes,
        rulebook_routes,
        lesson_routes,
        login_routes,
        person_routes,
        own_page_routes,
        reminder_routes,
    )
)
