"""Two browsers join one table by its link, and both play, in whichever seat they are."""

from playwright.sync_api import Page, expect

from tests.web.browser import ENDING, Browsing, hastened, invite

FEWEST, MOST = 2, 50  # games begun until the draw has once moved the table's maker to another seat


def begin(host: Page, friend: Page) -> int:
    """Invite and join with a few clicks; gives the seat in which the host finds himself."""
    host.goto("/")
    host.click("#mabula button[formaction='/invite/mabula']")
    friend.goto(host.input_value("#link"))
    friend.click(".lobby-join button")
    seats = []
    for page in (host, friend):
        page.wait_for_function("() => window.ludotheque?.state?.drawing")
        seats.append(page.evaluate("ludotheque.state.seat"))
    assert sorted(seats) == [1, 2]  # both play: nobody has become a spectator on the way
    return int(seats[0])


def test_a_friend_joins_by_the_link_and_both_play_wherever_they_sit(browse: Browsing) -> None:
    host, friend, seats = browse(), browse(), set[int]()
    for many in range(1, MOST + 1):
        seats.add(begin(host, friend))
        if many >= FEWEST and 2 in seats:
            break
    assert 2 in seats


def test_a_chat_message_is_shown_once(browse: Browsing) -> None:
    host, friend = invite(browse, "mabula", messages=True)
    friend.click("#to-talk")
    friend.fill("#text", "Good evening")
    friend.click("#say button")
    host.click("#to-talk")
    host.wait_for_selector("#messages li")
    host.reload()
    host.wait_for_function("() => window.ludotheque?.state?.drawing")
    friend.fill("#text", "Your turn")
    friend.click("#say button")
    host.click("#to-talk")
    host.wait_for_selector("#messages li:has-text('Your turn')")
    assert host.locator("#messages li").count() == 2


def test_a_silent_connection_is_replaced_and_the_step_played_once(browse: Browsing) -> None:
    mover, _ = invite(browse, "mabula")
    mover.wait_for_function("() => ludotheque.table.isMine && ludotheque.state.news.legal.length")
    mover.clock.install()
    mover.evaluate("() => Object.assign(ludotheque.table.connection.socket, { send() {}, onmessage: null })")
    mover.evaluate("() => ludotheque.table.composer.play([ludotheque.state.news.legal[0]])")
    mover.clock.fast_forward(8000)  # as long as an answer is waited for
    mover.wait_for_function("() => ludotheque.state.isLost")
    mover.wait_for_function("() => !ludotheque.table.isMine && !ludotheque.state.inFlight")
    mover.wait_for_selector("#log li")
    assert mover.locator("#log li").count() == 1


def play_first(page: Page) -> None:
    """Play the first legal step, and wait until it is shown."""
    page.wait_for_function("() => ludotheque.table.isMine && ludotheque.state.news.legal.length")
    page.evaluate("() => ludotheque.table.composer.play([ludotheque.state.news.legal[0]])")
    page.wait_for_function("() => !ludotheque.table.isMine")


def test_a_refused_act_is_explained_beside_its_button_and_not_sent_again_when_the_game_ends(browse: Browsing) -> None:
    host, friend = invite(browse, "mabula", script=hastened(ENDING))
    play_first(host)
    host.click("details.more summary")
    host.click("#call-off")
    expect(host.locator("#sure-no")).to_be_focused()
    play_first(friend)  # now it is too late
    host.click("#sure-yes")
    expect(host.locator("#bubble")).to_be_visible()
    sent: list[str] = []
    host.on("request", lambda request: sent.append(request.method) if request.is_navigation_request() else None)
    friend.click("details.more summary")
    friend.click("#resign")
    friend.click("#sure-yes")
    host.wait_for_selector("#headline")
    assert sent == ["GET"]
