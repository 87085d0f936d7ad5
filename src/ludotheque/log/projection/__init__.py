"""What of a table each seat and each spectator is sent, made from their view."""
