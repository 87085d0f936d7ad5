"""Names of devices in a person's list of sessions: browser and system, from the User-Agent header."""

from starlette.requests import Request

# In this order: some browsers also name those they descend from.
BROWSERS = (("Firefox", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)  # fmt: skip


def device_name(request: Request) -> str:
    """«Firefox, Linux»; empty for an unknown browser."""
    agent = request.headers.get("user-agent", "")
    known = (next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, known))
