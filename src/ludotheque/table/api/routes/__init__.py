"""The routes of the server over plain HTTP, by what they are about."""
