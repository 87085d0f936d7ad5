"""The routes of the house over plain HTTP, by what they are about."""
