"""Logs: one JSON object a line on the standard error, with nothing secret in it.

Logged are events, places and durations; never a step, a name, a message, a password, a cookie, a token or an
invitation. Of an exception only kind and place are logged: its text may hold any of these.
"""

import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = ("steps", "password", "cookie", "token", "invitation", "text", "words", "name", "authorization", "query")
FRAMES = 6  # logged of an exception
OF_CLIENTS = ("uvicorn.error", "python_multipart")  # whose warnings are mistakes of clients: anybody could fill the log


def set_up(level: str = "info") -> None:
    """Send the logs of this process, and those of the libraries, to the standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        place_of_exception,
        without_secrets,
    ]
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    logging.getLogger("asyncio").addFilter(without_values)
    for name in OF_CLIENTS:
        logging.getLogger(name).setLevel(logging.ERROR)
    root = logging.getLogger()
    root.handlers, root.level = [handler], max(number, logging.WARNING)


def place_of_exception(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace an exception by its kind and the places in the code that it came through."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["exception"] = type(error).__name__
        event["places"] = places_of(error)
    return event


def places_of(error: BaseException) -> list[str]:
    """The innermost lines of code that an exception came through."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def without_values(record: logging.LogRecord) -> bool:
    """Cut asyncio's messages about unretrieved exceptions before the values they quote."""
    record.msg, record.args = re.split(r"[\n<(]", record.getMessage(), maxsplit=1)[0].strip(), ()
    return True


def without_secrets(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank the values of secret keys."""
    for key in [key for key in event if key.lower() in SECRET]:
        event[key] = "(not logged)"
    return event
