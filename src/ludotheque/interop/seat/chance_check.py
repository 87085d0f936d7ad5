"""The check of a table's chance by my client: it adds bytes of its own, and says the verdict when the game is over."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ludotheque.drawing import language
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import GameError
from ludotheque.interop.house import House, Link
from ludotheque.interop.seat.receipt_keeper import ReceiptKeeper
from ludotheque.interop.seat.seat import SeatError
from ludotheque.play.fairness.proof import Proof, verify
from ludotheque.play.fairness.verdict import Grade
from ludotheque.wire.table_messages import TableView

ANYONE = say("The chance was fair, whoever you trust: your own bytes are in every draw, and the record is your game's.")
HOUSE = say("The chance was fair if you trust the house: {reasons}.")
UNFAIR = say("NOT FAIR! The house shows another game than it told, or other dice than it had promised: {problems}.")
CLOSED = say("NOT FAIR! The game is over, and the house keeps the secret that its dice came from.")
UNCHECKED = say("The chance could not be checked: {why}")
DIED = say("The table ended after your bytes were opened, before anything was drawn: nothing can be checked.")


class ChanceCheck:
    """Opens my bytes for the draws, and compares the record of a game that is over with my receipt."""

    def __init__(self, house: House, link: Link, keeper: ReceiptKeeper) -> None:
        self._house, self._link, self.keeper = house, link, keeper
        self.proof: Proof | None = None  # once the game is over and its record was checked
        self._opened_at = -1  # the number of the message after which my bytes were opened
        self._unchecked = ""  # why the record could not be checked

    def hear(self, news: TableView) -> bool:
        """Note what a table message tells, and act on it; True if I opened my bytes, so that there is news."""
        self.keeper.hear(news)
        if news.stage == "over" and self.proof is None and self.keeper.has_begun:
            self._check_record(news.terms.board)
        openings = self.keeper.openings(news) if news.number != self._opened_at else []
        with suppress(SeatError):  # the next message makes me try again
            for opening in openings:
                self._house.ask("POST", f"/api/tables/{self._link.table}/open", opening)
            self._opened_at = news.number if openings else self._opened_at
            return bool(openings)
        return False

    def _check_record(self, board: str | None) -> None:
        """Compare the record with my receipt; `board` is the text of a custom board."""
        try:
            with TemporaryDirectory() as folder:
                file = Path(folder, "board.toml")
                if board is not None:
                    file.write_text(board, "utf-8")
                record = self._house.record(self._link, file if board is not None else None)
                self.proof = verify(record, self.keeper.receipt)
        except SeatError as error:
            self._unchecked = str(error)
        except GameError as error:  # it is no record, or one without a proof
            self.proof = Proof((str(error),))

    def words(self, news: TableView, lang: str) -> str:
        """The verdict on a game that is over, in one line; empty until then."""
        if news.stage != "over" or not (self.keeper.has_begun or self.keeper.has_opened):
            return ""
        return language(lang).say(self._phrase(lang))

    def _phrase(self, lang: str) -> Phrase:
        if not self.keeper.has_begun:
            return DIED
        if self.proof is None:
            return say(UNCHECKED.text, why=self._unchecked)
        match self.proof.grade:
            case Grade.ANYONE:
                return ANYONE
            case Grade.HOUSE:
                reasons = "; ".join(language(lang).say(reason.phrase) for reason in self.proof.reasons)
                return say(HOUSE.text, reasons=reasons)
            case Grade.UNFAIR:
                return say(UNFAIR.text, problems="; ".join(self.proof.problems))
            case Grade.OPEN:
                return CLOSED
