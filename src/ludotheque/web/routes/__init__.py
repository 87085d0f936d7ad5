"""The pages by address."""

from ludotheque.web.routes import after, files, home, learn, making, me, people, profile, reveal, rules, table

ROUTERS = tuple(one.router for one in (files, home, making, table, after, reveal, rules, learn, people, profile, me))
