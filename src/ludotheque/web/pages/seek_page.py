"""Finding an opponent, in words: what is offered, and how somebody's search stands."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import Phrase, say
from ludotheque.play.game import game as find_game
from ludotheque.table.service.seeks.offers import MINUTE
from ludotheque.web.pages.catalogue import CatalogueEntry, catalogue_entry
from ludotheque.web.reader import Reader
from ludotheque.wire.seek_messages import OfferListed, PartyView, RatedWish, SeekStage, SeekView

WISHES: dict[RatedWish, Phrase] = {
    "either": say("Rated or not, as it comes"),
    "yes": say("Rated games only"),
    "no": say("Not rated"),
}


@dataclass(frozen=True, slots=True)
class OfferChoice:
    """An offer in the form."""

    name: str
    title: str
    about: str
    looking: str  # how many look for it; empty for nobody


@dataclass(frozen=True, slots=True)
class SeekCard:
    """How the reader's search stands."""

    stage: SeekStage
    game: CatalogueEntry
    offer: str
    wish: str
    waited: int  # seconds
    others: str
    party: str  # who is found, and what we wait for; empty before that
    left: int  # seconds
    has_come: bool
    is_meanwhile: bool

    @property
    def clock(self) -> str:
        """The time waited, as a clock shows it."""
        return f"{self.waited // 60}:{self.waited % 60:02}"


def offer_choices(game: str, offers: Iterable[OfferListed], reader: Reader) -> list[OfferChoice]:
    """The offers of a game."""
    found = [one for one in offers if one.game == game]
    return [OfferChoice(one.offer, _title(one, reader), _about(one, reader), _looking(one, reader)) for one in found]


def _title(offer: OfferListed, reader: Reader) -> str:
    """What sets an offer apart: the values of its options, else its players."""
    if not offer.options:
        values = {name: values[0] for name, values in find_game(offer.game).options.items()}
    else:
        values = offer.options
    manifest = MANIFESTS[offer.game]
    words = [reader.speak(manifest.options[name].values[value].long, offer.game) for name, value in values.items()]
    return " · ".join(words) if words else reader.say("{n} players", n=offer.players)


def _about(offer: OfferListed, reader: Reader) -> str:
    players = reader.say("{n} players", n=offer.players)
    minutes, more = f"{offer.bank / MINUTE:g}", f"{offer.increment:g}"
    return f"{players} · " + reader.say("{minutes} min each, {n} s more a turn", minutes=minutes, n=more)


def _looking(offer: OfferListed, reader: Reader) -> str:
    if not offer.looking:
        return ""
    return reader.count("one person looks for it now", "{n} people look for it now", offer.looking)


def seek_card(seek: SeekView, offers: Iterable[OfferListed], reader: Reader) -> SeekCard | None:
    """A search that is going on; None for one whose offer there is no more."""
    offer = next((one for one in offers if (one.game, one.offer) == (seek.game, seek.offer)), None)
    if offer is None:
        return None
    return SeekCard(
        stage=seek.stage, game=catalogue_entry(offer.game, reader),
        offer=f"{_title(offer, reader)} · {_about(offer, reader)}", wish=reader.speak(WISHES[seek.rated or "no"]),
        waited=int(seek.waited), others=_others(seek.others, reader),
        party=_party(seek.party, reader) if seek.party else "", left=math.ceil(seek.party.left) if seek.party else 0,
        has_come=seek.party is not None and seek.party.has_come, is_meanwhile=seek.is_meanwhile,
    )  # fmt: skip


def _others(others: int, reader: Reader) -> str:
    if not others:
        return reader.say("Nobody else looks for this game just now.")
    return reader.count("One more person looks for this game.", "{n} more people look for this game.", others)


def _party(party: PartyView, reader: Reader) -> str:
    """Who is found, beside the reader, and what happens next."""
    found = reader.count("Somebody is here for you.", "{n} people are here for you.", party.people - 1)
    if bots := party.seats - party.people:
        found += " " + reader.count("A bot takes the free seat.", "Bots take the {n} free seats.", bots)
    if not party.has_come:
        return found
    late = party.people - party.come
    waits = reader.count("You come. We wait for the other one …", "You come. We wait for {n} others …", late)
    return waits if late else reader.say("All have come: the game begins …")
