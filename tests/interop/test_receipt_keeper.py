"""Clients add bytes of their own to the draws, keep a receipt, and say the verdict when the game is over."""

import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ludotheque.interop.house import House
from ludotheque.interop.seat.receipt_keeper import ReceiptKeeper
from ludotheque.interop.seat.remote_seat import RemoteSeat
from ludotheque.play.fairness.fair_dice import commitment
from ludotheque.play.fairness.receipt import OwnBytes, Receipt, ToldEntry, WithdrawnEntry, hash_steps
from ludotheque.play.fairness.verdict import Grade
from ludotheque.wire.entry_messages import BeginEntry, EntryView, PlayEntry, SealedEntry
from ludotheque.wire.table_messages import EndView, FairView, OutcomeView, PlaceView, TableView
from ludotheque.wire.terms_messages import TermsView
from tests.web.serving import House as Served

PATIENCE = 120.0


def wait_until(truth: Callable[[], bool], *seats: RemoteSeat) -> None:
    end = time.monotonic() + PATIENCE
    while not truth():
        assert time.monotonic() < end
        for seat in seats:
            seat.wait(0.1)


def two_at_a_table(served: Served, name: str = "mabula", **terms: Any) -> tuple[RemoteSeat, RemoteSeat]:
    ada, bo = House(served.address, "Ada"), House(served.address, "Bo")
    link = ada.make(name, 2, **terms)
    first, second = ada.sit(link), bo.sit(link)
    wait_until(lambda: first.look().stage == second.look().stage == "playing", first, second)
    return first, second


def finish(first: RemoteSeat, second: RemoteSeat) -> None:
    """The first plays a move if it can, and gives up."""
    if first.look().is_mine:
        first.play([first.look().legal[0]])
    first.resign()
    wait_until(lambda: second.look().stage == "over", second)
    for seat in (first, second):
        seat.close()


def test_two_clients_find_their_game_fair_whoever_they_trust(served: Served) -> None:
    first, second = two_at_a_table(served, "marabunta")
    finish(first, second)
    for seat in (first, second):
        assert seat.proof is not None and seat.proof.places == ("client", "client")
        assert seat.proof.grade is Grade.ANYONE, seat.proof
        assert seat.look().fairness.startswith("The chance was fair, whoever you trust")
    mine, others = first.receipt, second.receipt
    assert mine.commitments == others.commitments and mine.promises == others.promises
    assert mine.entries == others.entries != ()
    assert mine.own != others.own and {mine.place, others.place} == {1, 2}


def test_nobody_waits_for_a_client_that_does_not_wait_itself(served: Served) -> None:
    """Its bytes are opened although nobody reads its news."""
    ada, bo = House(served.address, "Ada"), House(served.address, "Bo")
    link = ada.make("mabula", 2)
    first = ada.sit(link)
    second = bo.sit(link)
    wait_until(lambda: second.look().stage == "playing", second)
    for seat in (first, second):
        seat.close()


def test_against_a_bot_only_what_was_chosen_lowers_the_grade(served: Served) -> None:
    seat = House(served.address, "Ada").play("mabula", level="novice")
    wait_until(lambda: seat.look().is_mine, seat)
    seat.resign()
    seat.close()
    assert seat.proof is not None and list(map(str, seat.proof.reasons)) == ["seating chosen"]
    assert seat.look().fairness == "The chance was fair if you trust the house: seating chosen."


def test_a_client_that_is_started_anew_opens_the_bytes_of_its_file(served: Served, tmp_path: Path) -> None:
    def ada() -> House:
        return House(served.address, "Ada", kept=tmp_path / "houses", receipts=tmp_path / "receipts")

    before = ada()
    link = before.make("mabula", 2)
    before.sit(link).close()
    second = House(served.address, "Bo").sit(link)
    assert second.look().stage == "open"
    first = ada().sit(link)
    wait_until(lambda: second.look().stage == "playing", first, second)
    first.close()
    first = ada().sit(link)
    finish(first, second)
    assert first.proof is not None and first.proof.grade is Grade.ANYONE
    (file,) = (tmp_path / "receipts").iterdir()
    assert Receipt.load(file) == first.receipt and "Ada" not in file.name


def test_a_client_that_comes_back_without_its_file_claims_no_bytes(served: Served, tmp_path: Path) -> None:
    ada = House(served.address, "Ada", kept=tmp_path)
    first, second = ada.sit(link := ada.make("mabula", 2)), House(served.address, "Bo").sit(link)
    wait_until(lambda: first.look().stage == "playing", first, second)
    first.close()
    first = House(served.address, "Ada", kept=tmp_path).sit(link)
    finish(first, second)
    assert first.proof is not None
    assert list(map(str, first.proof.reasons)) == ["this client added no bytes of its own"]


def test_a_table_that_ends_before_anything_was_drawn_is_told_as_that(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("mabula", 2)
    first = ada.sit(link)
    ada.ask("POST", f"/api/tables/{link.table}/cancel")
    wait_until(lambda: first.look().stage == "over", first)
    assert first.look().fairness == ""
    first.close()


# a house that lies

Lie = Callable[[str], str]


class Liar(BaseHTTPRequestHandler):
    """Passes requests on to a house, and changes its records. It knows no sockets."""

    house: str
    lie: Lie

    def do_GET(self) -> None:
        self.pass_on()

    def do_POST(self) -> None:
        self.pass_on()

    def pass_on(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        given = {key: value for key, value in self.headers.items() if key.lower() in ("cookie", "content-type")}
        body = self.rfile.read(size) if size else None
        request = urllib.request.Request(self.house + self.path, body, given, method=self.command)  # noqa: S310
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            answer = opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
            self.send_response(answer.status)
            for key in ("Set-Cookie", "Content-Type"):
                if value := answer.headers.get(key):
                    self.send_header(key, value)
            self.end_headers()
        self.wfile.write((type(self).lie(text) if "/record" in self.path else text).encode())

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def lying(served: Served, lie: Lie) -> Iterator[str]:
    """The address of a house that changes its records."""
    liar = type("Lying", (Liar,), {"house": served.address, "lie": staticmethod(lie)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), liar)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def without_last_line(text: str) -> str:
    return "\n".join(text.rstrip("\n").split("\n")[:-1]) + "\n"


def without_keys(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("fair-"))


def without_secret(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(("fair-secret", "end", "result")))


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (without_last_line, "lies beyond the end of the record"),
        (without_keys, "nothing to prove: it has no fair- keys"),
        (lambda text: text.replace("fair-commitment: ", "fair-commitment: 0"), "fair-commitment"),
        (lambda _text: "<html>", "line 1"),
        (without_secret, "keeps the secret"),
    ],
)
def test_a_house_that_shows_another_record_is_called_unfair_loudly(served: Served, lie: Lie, said: str) -> None:
    with lying(served, lie) as address:
        seat = House(address, "Ada").play("mabula", level="novice")
        while not seat.look().is_mine:
            seat._refresh()
        seat.play([seat.look().legal[0]])
        seat.resign()
        words = seat.look().fairness
        seat.close()
    assert words.startswith("NOT FAIR! ") and said in words, words


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (lambda text: text.replace("scoring: largest", "scoring: product"), "told scoring: largest"),
        (lambda text: text.replace("end: resigned", "end: left"), "told end: resigned 1"),
        (lambda text: text.replace("end: resigned 1", "end: resigned 2"), "has end: resigned 2"),
        (lambda text: re.sub("end: resigned .", "x-end: cancelled", text), "has no end"),
    ],
)
def test_another_end_or_other_options_in_a_record_are_told_loudly(served: Served, lie: Lie, said: str) -> None:
    with lying(served, lie) as address:
        seat = House(address, "Ada").play("mabula", level="novice")
        seat.resign()
        words = seat.look().fairness
        seat.close()
    assert words.startswith("NOT FAIR! ") and said in words, words


# the keeper by itself, with what a house may tell


def told(*entries: EntryView, **more: Any) -> TableView:
    """A table message with entries; place 1 is mine."""
    fair = FairView(
        commitments=more.pop("commitments", ["c" * 64]), secrets=[], places=more.pop("places", []), seats=[]
    )
    seats = [{"seat": seat, "name": "", "holder": {"holds": "person", "name": "A"}} for seat in (1, 2)]
    terms = TermsView.model_validate(TERMS | {"header": HEADER} | more.pop("terms", {}))
    news = {"number": 1, "stage": "open", "own": [1], "seat": 1, "entries": list(entries), "fair": fair, "terms": terms,
            "outcome": None, "end": None, **more}  # fmt: skip
    return TableView.model_construct(**news, seats=seats)


def play(number: int, *steps: str, seat: int = 1, **more: Any) -> PlayEntry:
    return PlayEntry(number=number, at=0.0, kind="play", seat=seat, withdrawn=more.pop("withdrawn", False),
                     steps=list(steps) or None, then=more.pop("then", []) if steps else None, **more)  # fmt: skip


TERMS = {"game": "mabula", "players": 2, "rules": 1, "opening": None}
HEADER = {"game": "mabula", "rules": "1", "players": "2", "scoring": "largest"}


def place(number: int, by: str, promised: str = "", opened: str | None = None) -> PlaceView:
    return PlaceView.model_validate({"place": number, "by": by, "commitment": promised, "opened": opened})


def test_the_plies_of_later_entries_are_unknown_until_a_secret_one_is_shown() -> None:
    keeper = ReceiptKeeper("t")
    keeper.hear(told(play(4, "a", "b"), play(5, secret=True, seat=2), play(6, "c")))
    one, three = hash_steps([(1, "a"), (1, "b")]), hash_steps([(1, "c")])
    assert keeper.receipt.entries == (
        ToldEntry(4, 0, 2, one), ToldEntry(5, 2, None, None), ToldEntry(6, None, 1, three)
    )  # fmt: skip
    keeper.hear(told(play(5, "x", "y", seat=2, then=[(0, "die")])))
    shown = hash_steps([(2, "x"), (2, "y"), (0, "die")])
    assert keeper.receipt.entries == (ToldEntry(4, 0, 2, one), ToldEntry(5, 2, 3, shown), ToldEntry(6, 5, 1, three))
    keeper.hear(told(play(5, secret=True, seat=2)))
    assert keeper.receipt.entries[1].hash == shown


def test_what_was_told_first_stays() -> None:
    keeper = ReceiptKeeper("t")
    keeper.hear(told(play(4, "a")))
    keeper.hear(told(play(4, "b"), commitments=["d" * 64, "c" * 64]))
    assert keeper.receipt.entries[0].hash == hash_steps([(1, "a")])
    assert keeper.receipt.commitments == ("c" * 64, "d" * 64)


def test_the_setup_is_noted_before_my_bytes_are_opened_and_the_end_when_it_comes() -> None:
    keeper = ReceiptKeeper("t")
    keeper.hear(told())
    assert (keeper.receipt.terms, keeper.receipt.ending) == (HEADER, None)
    keeper.hear(told(terms={"header": HEADER | {"scoring": "product"}}, stage="playing"))
    assert keeper.receipt.terms == HEADER, "what was told first stays"
    keeper.hear(told(stage="over", end=EndView(kind="end", how="resigned", seat=2)))
    keeper.hear(told(stage="over", end=EndView(kind="end", how="resigned", seat=1)))
    assert keeper.receipt.ending == {"end": "resigned 2"}
    assert Receipt.read(str(keeper.receipt)) == keeper.receipt


def test_options_that_the_terms_name_go_before_their_header() -> None:
    keeper = ReceiptKeeper("t")
    keeper.hear(told(terms={"options": {"scoring": "product"}}))
    assert keeper.receipt.terms == HEADER | {"scoring": "product"}


@pytest.mark.parametrize(
    ("news", "ending"),
    [
        ({"outcome": OutcomeView(scores=(9, 4), places=(1, 2), winners=(1,))}, {"result": "9 4"}),
        ({"end": EndView(kind="end", how="agreed", seat=None)}, {"end": "agreed"}),
        ({"end": EndView(kind="end", how="left", seat=1)}, {"end": "left 1"}),
        ({"end": EndView(kind="end", how="cancelled", seat=None)}, {"x-end": "cancelled"}),
        ({}, None),
    ],
)
def test_an_end_is_noted_as_a_record_writes_it(news: dict[str, Any], ending: dict[str, str] | None) -> None:
    keeper = ReceiptKeeper("t")
    keeper.hear(told(stage="over", **news))
    assert keeper.receipt.ending == ending


def test_a_setup_that_was_not_noted_before_my_bytes_were_opened_is_not_noted_later(tmp_path: Path) -> None:
    """A receipt of format 1 in the middle of a game."""
    mine = "a" * 64
    old = Receipt("t", ("c" * 64,), 1, OwnBytes(mine, "b" * 64), (mine, None))
    old.save(tmp_path / "t.receipt")
    keeper = ReceiptKeeper("t", tmp_path / "t.receipt")
    keeper.hear(told(places=[place(1, "client", mine)], stage="playing"))
    assert keeper.receipt.terms is None


def test_a_withdrawn_entry_is_noted_with_its_draws_and_shifts_the_later_ones() -> None:
    keeper = ReceiptKeeper("t")
    begin = BeginEntry(number=3, at=0, kind="begin", opened={}, seats=(), start=None, given=None,
                       then=((0, "tile"), (0, "die")), draws=2)  # fmt: skip
    keeper.hear(told(begin, play(4, "a", then=[(0, "die"), (0, "die")]), play(5, "b")))
    keeper.hear(told(play(4, "a", then=[(0, "die"), (0, "die")], withdrawn=True)))
    assert [(one.number, one.ply) for one in keeper.receipt.entries] == [(3, 0), (5, 2)]
    keeper.hear(told(play(4, "a"), SealedEntry(number=5, at=0, kind="sealed", seat=1, withdrawn=True, secret=True)))
    assert keeper.receipt.withdrawn == (WithdrawnEntry(4, 2), WithdrawnEntry(5, 0))
    assert [one.number for one in keeper.receipt.entries] == [3]


def test_my_bytes_are_opened_when_all_have_promised_and_what_they_promised_is_saved_before(tmp_path: Path) -> None:
    keeper = ReceiptKeeper("t", tmp_path / "t.receipt")
    mine = keeper.commit()
    assert mine is not None and keeper.commit() == mine
    alone, both = [place(1, "client", mine)], [place(1, "client", mine), place(2, "server", "e" * 64)]
    for places, stage in ((alone, "open"), ([*alone, place(2, "client")], "open"), (both, "playing")):
        keeper.hear(news := told(places=places, stage=stage))
        assert keeper.openings(news) == [] and not keeper.has_opened
    keeper.hear(news := told(places=both))
    (opening,) = keeper.openings(news)
    assert commitment(bytes.fromhex(opening.opened or "")) == mine and opening.seat == 1
    saved = Receipt.load(tmp_path / "t.receipt")
    assert saved.promises == (mine, "e" * 64) and saved.commitments == ("c" * 64,)
    changed = told(places=[both[0], place(2, "server", "f" * 64)])
    assert ReceiptKeeper("t", tmp_path / "t.receipt").openings(changed)  # sent again, if the first was lost
    assert Receipt.load(tmp_path / "t.receipt").promises == (mine, "e" * 64)


def test_bytes_that_the_house_does_not_list_are_not_mine(tmp_path: Path) -> None:
    keeper = ReceiptKeeper("t")
    keeper.commit()
    keeper.hear(told(places=[place(1, "client", "e" * 64), place(2, "bot")]))
    assert keeper.receipt.own is None and keeper.receipt.place == 1


def test_whoever_left_before_the_start_has_no_bytes_in_the_game() -> None:
    keeper = ReceiptKeeper("t")
    mine, other = keeper.commit() or "", place(2, "bot")
    keeper.hear(told(places=[place(1, "client", mine), other]))
    assert keeper.receipt.own is not None
    keeper.hear(told(places=[other], own=[]))
    taken = place(1, "client", "e" * 64, "f" * 64)
    keeper.hear(told(places=[taken, other], own=[], stage="playing"))
    assert keeper.receipt.own is None and keeper.receipt.promises is None


def test_whoever_sits_down_again_has_new_bytes_whatever_comes_late() -> None:
    keeper = ReceiptKeeper("t")
    first, other = keeper.commit() or "", place(2, "bot")
    keeper.hear(told(places=[place(1, "client", first), other]))
    keeper.hear(gone := told(places=[other], own=[]))
    again = keeper.commit() or ""
    assert again != first
    keeper.hear(gone)  # on its way before they sat down
    keeper.hear(news := told(places=[place(1, "client", again), other]))
    (opening,) = keeper.openings(news)
    assert commitment(bytes.fromhex(opening.opened or "")) == again


def test_bytes_that_are_open_stay_mine_whatever_the_house_lists() -> None:
    keeper = ReceiptKeeper("t")
    both = [place(1, "client", keeper.commit() or ""), place(2, "bot")]
    keeper.hear(news := told(places=both))
    assert keeper.openings(news)
    keeper.hear(told(places=[place(1, "client", "e" * 64), both[1]]))
    keeper.hear(told(places=[both[1]], own=[]))
    assert keeper.receipt.own and keeper.receipt.own.commitment == both[0].commitment
    assert keeper.receipt.place == 1


def test_bytes_whose_promises_could_not_be_saved_are_in_no_file(tmp_path: Path) -> None:
    """Who is started anew would save what is promised then, after the house has seen the bytes."""
    keeper = ReceiptKeeper("t", file := tmp_path / "t.receipt")
    both = [place(1, "client", keeper.commit() or ""), place(2, "client", "e" * 64)]
    keeper.hear(news := told(places=both))
    blocked = file.with_name(f"{file.name}.{os.getpid()}.partial")
    blocked.mkdir()
    assert keeper.openings(news) and keeper.receipt.promises is not None
    assert not file.exists() and ReceiptKeeper("t", file).receipt.own is None


def test_a_broken_file_or_one_of_another_table_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "t.receipt"
    ReceiptKeeper("other", file).commit()
    assert ReceiptKeeper("t", file).receipt.own is None
    file.write_text("{")
    assert ReceiptKeeper("t", file).commit()
    assert json.loads(file.read_text())["table"] == "t"


def test_a_folder_that_cannot_be_written_to_costs_the_file_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = ReceiptKeeper("t", tmp_path / "file" / "t.receipt")
    assert keeper.commit() and keeper.receipt.own
