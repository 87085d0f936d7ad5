"""Marks on the island: the last steps and projects, the chosen elements, the preview of a step."""

from ludotheque.drawing.drawing import Marks
from ludotheque.drawing.makabana.parts.island_layout import Sea, Spot
from ludotheque.drawing.makabana.scene import Scene, scores_with
from ludotheque.drawing.svg import at, number
from ludotheque.games.makabana.state import BUILD, CLUB, CLUB_PLACE, PAINT
from ludotheque.play.position import Step

KINDS = {"build": BUILD, "paint": PAINT, "club": CLUB}
WORDS = {kind: word for word, kind in KINDS.items()}


def place_of(scene: Scene, step: str) -> int | None:
    """The place that a step is about: 1 + site, or 64 + beach; None for a card."""
    word, _, name = step.partition(":")
    if word == "show" or not name:
        return None
    if name.startswith("club."):
        return CLUB_PLACE + 1 + scene.board.names["beaches"].index(name[5:])
    return 1 + scene.board.names["sites"].index(name)


def target_of(scene: Scene, marks: Marks) -> tuple[int, int]:
    """The kind and the site (1 + number) of the viewing seat's project, or of the one it previews."""
    seat = scene.seat or 0
    if scene.targets[seat]:
        return scene.kinds[seat], scene.targets[seat]
    word = marks.preview.partition(":")[0]
    return (KINDS[word], place_of(scene, marks.preview) or 0) if word in KINDS else (0, 0)


def spot_of(sea: Sea, place: int) -> Spot:
    """The middle of a place."""
    return sea.signs[place - CLUB_PLACE - 1].club if place > CLUB_PLACE else sea.spots[place - 1]


def seen_steps(scene: Scene, marks: Marks) -> list[Step]:
    """The last steps that this seat may know: others' projects only once they are turned up."""
    ends = [k for k, step in enumerate(marks.last) if step.text.startswith("tiki:")]
    is_new = scene.phase in ("projects", "over")
    return [
        step
        for k, step in enumerate(marks.last)
        if step.seat == scene.seat or (is_new and ends and k < ends[-1]) or not _is_secret(scene, step)
    ]


def _is_secret(scene: Scene, step: Step) -> bool:
    """Whether a step belongs to a project that is still hidden, wholly or in part."""
    word = step.text.partition(":")[0]
    return word in KINDS or (word in ("show", "none") and scene.phase == "projects")


def last_projects(scene: Scene, marks: Marks) -> list[Step]:
    """The projects of the round before, by seat, while the next ones are made; a round ends with a Tiki."""
    steps = marks.played or marks.last
    if scene.phase not in ("projects", "over"):
        return []
    end = max((k for k, step in enumerate(steps) if step.text.startswith("tiki:")), default=0)
    played = steps[max(0, end + 1 - 3 * scene.players) : end]
    return sorted((step for step in played if step.text.partition(":")[0] in KINDS), key=lambda step: step.seat)


def has_succeeded(scene: Scene, step: Step, projects: list[Step]) -> bool:
    """Whether a project of the round before succeeded, by what is on the island now."""
    word, _, name = step.text.partition(":")
    site = scene.board.names["sites"].index(name)
    if word == "build":
        return scene.owners[site] == step.seat
    if word == "paint":
        return scene.owners[site] in {one.seat for one in projects if one.text == step.text}
    return scene.clubs[step.seat] == int(scene.board.record.beach[site])


def marks_on(scene: Scene, sea: Sea, marks: Marks, live: dict[str, str]) -> None:
    """All marks, above everything else."""
    seat = scene.seat
    if last := _last(scene, sea, marks):
        live["last"] = f'<g id="last" class="last mb-still">{last}</g>'
    if seat and scene.targets[seat] and scene.kinds[seat] in WORDS:
        ghost = _ghosts(scene, sea, seat, WORDS[scene.kinds[seat]], scene.targets[seat])
        aim = f'<use href="#mb-aim" {at(*sea.spots[scene.targets[seat] - 1])}/>'
        live["project-target"] = f'<g id="project-target" class="mb-still">{ghost}{aim}</g>'
    if chosen := "".join(_chosen(scene, sea, name) for name in marks.chosen):
        live["chosen"] = f'<g id="chosen" class="mb-still">{chosen}</g>'
    if seat and marks.preview:
        _preview(scene, sea, seat, marks.preview, live)


def _last(scene: Scene, sea: Sea, marks: Marks) -> str:
    """Stamps on the projects of the round before, and a ring where the last step went."""
    projects = last_projects(scene, marks)
    own = scene.targets[scene.seat] if scene.seat else 0  # not to be covered
    stamped = [step for step in projects if not own or place_of(scene, step.text) != own]
    drawn = "".join(
        stamp(spot_of(sea, place_of(scene, step.text) or 1), step.seat, has_succeeded(scene, step, projects))
        for step in stamped
    )
    known = {step.text for step in projects}
    places = [place_of(scene, step.text) for step in seen_steps(scene, marks) if step.text not in known]
    return drawn + "".join(f'<use href="#mb-ring" {_at(spot_of(sea, place))}/>' for place in places if place)


def _at(spot: Spot) -> str:
    return f'x="{number(spot[0])}" y="{number(spot[1])}"'


def stamp(spot: Spot, seat: int, is_done: bool) -> str:
    """The stamp on a project's target: success or failure, and its seat."""
    x, y = spot
    mark = f'<use href="#mb-mark-{seat}" class="mb-tag-mark seat-{seat}" {_at((x - 4, y + 36))}/>'
    return f'<use href="#mb-{"good" if is_done else "bad"}" {_at(spot)}/>{mark}'


def _chosen(scene: Scene, sea: Sea, name: str) -> str:
    """A ring around a chosen site or club place."""
    kind, _, rest = name.partition("-")
    sites = [site.replace(".", "-") for site in scene.board.names["sites"]]
    clubs = [f"club-{beach}" for beach in scene.board.names["beaches"]]
    if kind not in ("site", "on", "club") or (rest not in sites and rest not in clubs):
        return ""
    spot = sea.spots[sites.index(rest)] if rest in sites else sea.signs[clubs.index(rest)].club
    return f'<use href="#mb-choice" {_at(spot)}/>'


def _preview(scene: Scene, sea: Sea, seat: int, step: str, live: dict[str, str]) -> None:
    """The pieces that a step would put on the island, and the points it would bring."""
    place = place_of(scene, step)
    if place is not None:
        word = step.partition(":")[0]
        gain = "" if word == "tiki" else _gain(scene, sea, seat, word, place)
        live["preview"] = f'<g id="preview" class="mb-still">{_ghosts(scene, sea, seat, word, place)}{gain}</g>'


def _ghosts(scene: Scene, sea: Sea, seat: int, word: str, place: int) -> str:
    """Translucent pieces: a Tiki, a club, a hut with its ropes; a brush beside a hut to paint."""
    if word == "tiki":
        x, y = spot_of(sea, place)
        leans = place <= CLUB_PLACE and scene.owners[place - 1]
        return _ghost("tiki", seat, (x + 24, y + 8) if leans else (x, y))
    if word == "club":
        return _ghost("flag", seat, sea.signs[int(scene.board.record.beach[place - 1]) - 1].club)
    spot = sea.spots[place - 1]
    hut = f'<use href="#mb-brushed" {at(*spot)}/>' if word == "paint" else _ghost("hut", seat, spot)
    return _would_tie(scene, sea, place - 1) + hut


def _ghost(piece: str, seat: int, spot: Spot) -> str:
    return f'<use class="ghost" href="#mb-{piece}-{seat}" {at(*spot)}/>'


def _would_tie(scene: Scene, sea: Sea, site: int) -> str:
    """Dots to the own huts that a hut would join."""
    near = int(scene.board.record.near[site])
    x, y = sea.spots[site]
    ends = [sea.spots[other] for other, owner in enumerate(scene.owners) if owner == scene.seat and near >> other & 1]
    lines = "".join(f"M{number(x)} {number(y)}L{number(a)} {number(b)}" for a, b in ends)
    return f'<path class="preview-line" d="{lines}"/>' if lines else ""


def _gain(scene: Scene, sea: Sea, seat: int, word: str, place: int) -> str:
    """The points that a project would bring if it succeeded now."""
    huts, clubs = list(scene.huts), list(scene.clubs)
    if word == "club":
        clubs[seat] = int(scene.board.record.beach[place - 1])
    else:
        huts = [bits & ~(1 << place - 1) for bits in huts]
        huts[seat] |= 1 << place - 1
    gain = scores_with(scene.view, huts=huts, club=clubs)[seat - 1] - scene.scores[seat - 1].total
    x, y = sea.spots[place - 1]
    tag = '<rect class="mb-plum" x="-28" y="-17" width="56" height="34" rx="17"/>'
    return f'<g {at(x, y - 48)}>{tag}<text class="mb-gain">{gain:+d}</text></g>'
