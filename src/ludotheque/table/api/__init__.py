"""The server: HTTP routes, the socket, and the life of a process."""
