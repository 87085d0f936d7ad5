"""Metrics for Prometheus: requests, entries, sockets, the bots' queue and their thinking times."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.005, 0.02, 0.05, 0.1, 0.25, 1, 5)
THINKING = (0.1, 0.5, 1, 2, 5, 10, 30, 60)


class Metrics:
    """The metrics of one process. Labels name no table, person or step."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ludotheque_requests",
            "Requests by route and status.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "ludotheque_request_seconds", "Time of a request.", buckets=SECONDS, registry=self.registry
        )
        self.entries = Counter(
            "ludotheque_notices", "Notices of new entries, of all processes.", registry=self.registry
        )
        self.sockets = Gauge("ludotheque_sockets", "Open sockets and event streams.", registry=self.registry)
        self.queue = Gauge("ludotheque_bot_queue", "Choices that bots have to make.", registry=self.registry)
        self.states = Gauge("ludotheque_tables_in_memory", "Tables kept in memory.", registry=self.registry)
        self.reminders = Counter(
            "ludotheque_reminders", "Attempts to remind somebody of a turn.", ["channel", "end"],
            registry=self.registry,
        )  # fmt: skip
        self.thinking = Histogram(
            "ludotheque_thinking_seconds", "Time of a bot's choice.", ["game", "level"], buckets=THINKING,
            registry=self.registry,
        )  # fmt: skip

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
