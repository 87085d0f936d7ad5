"""Services of a running server: access, acts, chat, hints, lists, limits, subscriptions to news."""
