"""A person's own page: its forms and the JSON routes are two doors to the same acts."""

from pathlib import Path

from starlette.testclient import TestClient

from ludotheque.table.service.limits import RULES, Limits
from ludotheque.web.web_app import make_app


def test_forms_and_json_spend_the_same_limit_and_a_form_beyond_it_says_when_to_retry(tmp_path: Path) -> None:
    app = make_app(f"sqlite:///{tmp_path / 'house.db'}", limits=Limits(), bots=1, compile_bots=False)
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        client.post("/me/name", data={"name": "Ada"})
        rate = RULES["data"].account
        assert rate is not None
        doors = ["/me/data", "/api/me/data"] * rate.burst
        assert [client.get(door).status_code for door in doors[: rate.burst]] == [200] * rate.burst
        refused = client.post("/me/delete", data={"sure": "on"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert client.get("/api/me").json()["name"] == "Ada"
