"""Take-backs: the acts a seat sends, and the result in words. The table decides whether one is allowed."""

from collections.abc import Sequence

from ludotheque.drawing import language
from ludotheque.games.phrase import listed, named, say
from ludotheque.play.game import game
from ludotheque.wire.requests import AnswerAct, AskAct, TakeBackAct
from ludotheque.wire.table_messages import TableView

DONE = say("Taken back.")


def back_acts(news: TableView, seat: int | None) -> Sequence[TakeBackAct | AskAct | AnswerAct]:
    """The acts that withdraw a seat's last choice: a take-back, else a request to the others.

    If one of my seats has requested it already, the others of mine agree: a second request confirms the first.
    """
    asked, can = news.ask, news.can
    if asked is not None and asked.what == "back" and asked.seat in news.own:
        missing = [one for one in news.own if one not in asked.agreed]
        return [AnswerAct(seat=one, ask=asked.number, agrees=True) for one in missing]
    if can.take_back is None and can.ask_back is not None:
        return [AskAct(seat=seat, what="back")]
    return [TakeBackAct(seat=seat)]


def outcome_of(news: TableView, lang: str) -> str:
    """The result in one line: done, or who has to agree."""
    asked, speaker = news.ask, language(lang, news.terms.game)
    if asked is None:
        return speaker.say(DONE)
    missing = [one.seat for one in news.seats if one.seat not in asked.agreed]
    others = listed(named("seat", game(news.terms.game).seat_name(seat)) for seat in missing)
    if set(missing) <= set(news.own):
        return speaker.say(say("Asked: {others} must agree. Take back once more to do so.", others=others))
    return speaker.say(say("Asked: {others} must agree.", others=others))
