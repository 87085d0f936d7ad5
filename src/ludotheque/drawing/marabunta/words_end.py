"""The end of a game of Marabunta in words: points and winner."""

from ludotheque.drawing.marabunta.names import REGIONS, points, seat_name
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.games.marabunta.state import SEATS
from ludotheque.games.phrase import Phrase, listed, say


def final_scores(scene: Scene) -> list[Phrase]:
    """Each seat's points and their parts."""
    return [_score(scene, seat) for seat in SEATS]


def _score(scene: Scene, seat: int) -> Phrase:
    total, (cupcakes, powers, *regions) = points(sum(scene.scores[seat])), scene.scores[seat]
    parts = [
        say("{n} for cupcakes", n=cupcakes),
        say("{n} for powers", n=powers),
        *(say("{n} for the {region} region", n=won, region=REGIONS[region]) for region, won in enumerate(regions)),
    ]
    won = [part for part in parts if part.values["n"]]
    if not won:
        return say("{seat} has {points}.", seat=seat_name(seat), points=total)
    return say("{seat} has {points}: {parts}.", seat=seat_name(seat), points=total, parts=listed(won))


def final_word(scene: Scene) -> tuple[Phrase, Phrase]:
    """The end of the game, and the winner."""
    return say("The game is over."), _winner(scene)


def _winner(scene: Scene) -> Phrase:
    """Why the winner won: a higher total, then more cupcakes, then having triggered the end."""
    winner, totals, cupcakes = scene.winner, [sum(parts) for parts in scene.scores], scene.cupcakes
    if totals[1] != totals[2]:
        return say("{seat} wins.", seat=seat_name(winner))
    if cupcakes[1] != cupcakes[2]:
        return say(
            "The points are equal; {seat} wins with more cupcakes, {more} to {less}.",
            seat=seat_name(winner),
            more=cupcakes[winner],
            less=cupcakes[3 - winner],
        )
    return say("Points and cupcakes are equal; {seat} wins, having triggered the end.", seat=seat_name(winner))
