"""What a device is called in somebody's list: the browser and the system, as far as they say."""

from starlette.requests import Request

# In this order: some browsers also name those they descend from.
BROWSERS = (("Firefox", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)  # fmt: skip


def device_name(request: Request) -> str:
    """«Firefox, Linux»; empty for a browser that says nothing."""
    agent = request.headers.get("user-agent", "")
    known = (next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, known))
