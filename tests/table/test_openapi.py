"""The API answers every request as /openapi.json describes."""

from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.table.serving import Running, serving

FEW = settings(
    max_examples=settings().max_examples // 20, derandomize=True, deadline=None, database=None,
    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
)  # fmt: skip
NAMED = {"/api/tables/{table}", "/api/people/{who}", "/api/ratings/{game}", "/api/events", "/healthz", "/metrics"}


@pytest.fixture(scope="module")
def running(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    file = tmp_path_factory.mktemp("openapi") / "house.db"
    file.write_bytes(house.read_bytes())
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(scope="module")
def token(running: Running) -> str:
    """The token of a program's account: no request can end it."""
    account = {"name": "Marvin", "password": "a quiet blue teapot", "is_bot": True}
    return str(running.client().post("/api/accounts", json=account).json()["token"])


@pytest.fixture(scope="module")
def line() -> Iterator[requests.Session]:
    """One connection for all requests. It stores no cookie, so that no request depends on earlier ones."""
    with requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


@pytest.fixture(scope="module")
def description(running: Running) -> Any:
    return schemathesis.openapi.from_url(f"http://{running.host}/openapi.json")


@pytest.fixture(scope="module")
def drawn(running: Running) -> Any:
    """The description without schemathesis's list of borderline values: only what is drawn from it is sent."""
    described = schemathesis.openapi.from_url(f"http://{running.host}/openapi.json")
    described.config.phases.coverage.enabled = False
    return described


api = schemathesis.pytest.from_fixture("description").exclude(path="/api/events")  # a stream that never ends


@api.parametrize()
@FEW
def test_every_request_is_answered_as_described(case: Any, token: str, line: requests.Session) -> None:
    """Two checks are left out: that bad tokens are refused, since a good one is sent along (test_routes has it), and
    that all valid data is accepted, since some rules can't be described: a name may be taken or reserved."""
    headers = {"Authorization": f"Bearer {token}"}
    unasked = [ignored_auth, positive_data_acceptance]
    case.call_and_validate(headers=headers, session=line, timeout=120, excluded_checks=unasked)


@schemathesis.pytest.from_fixture("drawn").exclude(path="/api/events").parametrize()
@settings(FEW, max_examples=settings().max_examples // 40)
def test_no_anonymous_request_breaks_the_server(case: Any, line: requests.Session) -> None:
    case.call_and_validate(checks=[not_a_server_error], session=line, timeout=120)


@pytest.mark.slow
@api.parametrize()
@settings(FEW, max_examples=settings().max_examples // 40)
def test_nobody_breaks_the_server_with_borderline_values(case: Any, line: requests.Session) -> None:
    """The first test sends them as well, with a token."""
    case.call_and_validate(checks=[not_a_server_error], session=line, timeout=120)


def test_every_route_is_described(running: Running) -> None:
    described = running.client().get("/openapi.json").json()
    assert set(described["paths"]) >= NAMED
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            assert about.get("description"), f"{method} {path} says what it does"
