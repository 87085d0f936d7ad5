"""The server's API: HTTP routes, the socket, and the lifecycle of a process."""
