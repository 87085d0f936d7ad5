"""The tray of the viewing seat: the prompt, and the cards of its project."""

from functools import cache

from ludotheque.drawing.drawing import NO_MARKS, Marks, Part
from ludotheque.drawing.element import NOTHING, Element, Elements
from ludotheque.drawing.language import Language
from ludotheque.drawing.makabana import labels
from ludotheque.drawing.makabana.art import TOUCHED
from ludotheque.drawing.makabana.layout import PROJECT, Layout
from ludotheque.drawing.makabana.marks import target_of
from ludotheque.drawing.makabana.parts.cards import fan, project_cards
from ludotheque.drawing.makabana.parts.legend import reference
from ludotheque.drawing.makabana.scene import Scene
from ludotheque.drawing.shared_names import SEAT_NAMES
from ludotheque.drawing.svg import at, number, text
from ludotheque.games.makabana.nouns import CARD_NAMES
from ludotheque.games.makabana.state import CLUB, PAINT, SEATS, SECTORS, TYPES
from ludotheque.games.phrase import Phrase

CARD_WIDE, CARD_HIGH, GAP, TOP = 78, 116, 9, 58
PLACES = {
    slot: 12 + k * (CARD_WIDE + GAP)
    for slot, k in zip(("beach", "sector", "type", "paint", "club"), (0, 1, 2, 3, 3), strict=True)
}
PAGE = "4 0 356 246"  # on a page, the cards that the others see are below
LARGE = 'transform="translate(6 6)scale(1.65)"'
SHEETS = (
    '<g id="mb-nothing"/>'
    f'<rect id="mb-sheet" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="10"/>'
    f'<rect id="mb-slot" class="mb-target" width="{CARD_WIDE}" height="{CARD_HIGH}"/>'
    '<rect id="mb-tool-room" class="mb-target" x="-39" y="-21" width="78" height="42"/>'
    '<circle id="mb-lit-end" class="lit-dot" r="4.5"/>'
    '<g id="mb-shown"><circle class="mb-plum" r="13"/><use href="#mb-eye"/></g>'
)
NAMES = dict(zip((*SECTORS, *TYPES, "paint", "club"), CARD_NAMES, strict=True)) | labels.SLOTS


def tray_part(scene: Scene, layout: Layout, marks: Marks, speaker: Language, elements: Elements) -> Part:
    """The prompt and five places for cards; for a spectator perhaps the legend."""
    words = headed(speaker.say(prompt(scene, marks)))
    live = {"project-prompt": f'<text id="project-prompt" class="start heading" x="18" y="28">{words}</text>'}
    if scene.seat is not None:
        live["project-seat"] = _own_hut(scene.seat, layout.width, elements.get("project-seat", NOTHING))
        live |= _cards(scene, marks, speaker, elements) | _tools(elements)
    elif not layout.points:
        cover = f'<rect class="mb-cover" x="2" y="50" width="{number(layout.width - 4)}" height="136"/>'
        live["what-counts"] = f'<g id="what-counts">{cover}<g {at(0, 56)}>{reference(speaker)}</g></g>'
    if "button-none" in elements:
        named = f'id="button-none" class="button"{elements["button-none"].attributes}'
        live["button-none"] = _button(named, speaker.say(labels.NO_PROJECT), layout.width)
    drawn = ground(layout.width, speaker)
    page = PAGE if scene.seat is not None else ""
    return Part("project", layout.x, layout.project, layout.width, PROJECT, drawn, live, page, page)


def _own_hut(seat: int, width: float, element: Element) -> str:
    """Whose project this is; with room for a finger when the hut can be dragged."""
    me = f'transform="translate({number(width - 32)} 27)scale(.72)"{element.attributes}'
    return f'<g id="project-seat" {me}>{TOUCHED if element.drag else ""}<use href="#mb-hut-{seat}"/></g>'


def _cards(scene: Scene, marks: Marks, speaker: Language, elements: Elements) -> dict[str, str]:
    """The cards of the project, or the places for them, by id."""
    faces, live = faces_of(scene, marks), {}
    for slot, x in PLACES.items():
        key = f"card-{slot}"
        if slot in faces:
            live[key] = _card(scene, marks, slot, faces[slot], x, speaker, elements.get(key))
        else:
            art = "mb-slot" if key in elements and not faces else "mb-nothing"
            live[key] = f'<use id="{key}" href="#{art}"{elements.get(key, NOTHING).attributes} {at(x, TOP)}/>'
    return live | {"project-seen": f'<g id="project-seen">{_seen(scene, marks, speaker)}</g>'}


def _tools(elements: Elements) -> dict[str, str]:
    """A brush and a mask to drag to a target, as long as no card covers them."""
    live = {}
    for key, sign, y in (("tool-paint", "brush", 38), ("tool-club", "mask", 80)):
        if key in elements:
            room = f'<use href="#mb-tool-room"/><use href="#mb-{sign}" class="mb-on-paper"/>'
            place = at(PLACES["club"] + 39, TOP + y)
            live[key] = f'<g id="{key}" {place}{elements[key].attributes}>{room}</g>'
    return live


def _seen(scene: Scene, marks: Marks, speaker: Language) -> str:
    """The project as the others get it, or would."""
    seat = scene.seat or 0
    kind, site = target_of(scene, marks)
    card = scene.cards[seat] or _previewed(scene, marks, site)
    if not site or not card:
        return ""
    label = labels.THEY_WILL_SEE if scene.phase == "projects" else labels.THEY_SEE
    words = speaker.say(label)
    drawn = (
        text(words, 0, 0, "start mb-note") + f'<g class="mb-fan" {at(0, 14)}>{fan(scene.board, seat, kind, card)}</g>'
    )
    return f'<g class="mb-seen" transform="translate(360 72)scale(.76)">{drawn}</g>'


def _previewed(scene: Scene, marks: Marks, site: int) -> int:
    """The number of the card that a preview would show; 0 without one."""
    word, _, slot = marks.preview.partition(":")
    if word != "show" or not site:
        return 0
    return scene.board.names["cards"].index(project_cards(scene.board, site - 1).get(slot, slot))


def prompt(scene: Scene, marks: Marks = NO_MARKS) -> Phrase:
    """What the viewing seat is to do, or whose turn it is."""
    if scene.phase == "over":
        return outcome(scene)
    if scene.seat not in scene.waiting or scene.seat is None:
        return labels.waiting_for([SEAT_NAMES[SEATS[seat]] for seat in scene.waiting])
    if scene.phase == "placing":
        return labels.PUT_SECOND_HUT if scene.huts[scene.seat] else labels.PUT_FIRST_HUT
    if scene.phase == "tikis":
        return labels.PUT_TIKI
    if scene.legal[0].text == "none":
        return labels.NO_TARGET
    has_target = target_of(scene, marks)[1] != 0
    return labels.SHOW_A_CARD if has_target else labels.CHOOSE_TARGET


def headed(words: str) -> str:
    """The words with a capital first letter."""
    return words[:1].upper() + words[1:]


def outcome(scene: Scene) -> Phrase:
    """The winners."""
    best = max(score.total for score in scene.scores)
    winners = [seat for seat in scene.seats if scene.scores[seat - 1].total == best]
    return labels.won_by([SEAT_NAMES[SEATS[seat]] for seat in winners], len(winners))


def faces_of(scene: Scene, marks: Marks) -> dict[str, str]:
    """By slot, the card of the project that lies there."""
    kind, site = target_of(scene, marks)
    if not site:
        return {}
    extra = {PAINT: {"paint": "paint"}, CLUB: {"club": "club"}}.get(kind, {})
    return project_cards(scene.board, site - 1) | extra


def _is_shown(scene: Scene, marks: Marks, face: str, slot: str) -> bool:
    """Whether this is the card that the others see, or would."""
    card = scene.cards[scene.seat or 0]
    return scene.board.names["cards"][card] == face if card else marks.preview == f"show:{slot}"


def _card(
    scene: Scene, marks: Marks, slot: str, face: str, x: float, speaker: Language, element: Element | None
) -> str:  # fmt: skip
    """A card of the project, lit when it may be shown."""
    key, is_shown = f"card-{slot}", _is_shown(scene, marks, face, slot)
    worn = "mb-card" + (" mb-lit-card" if element else "") + (" mb-chosen-card" if key in marks.chosen else "")
    inside = f'<use href="#mb-sheet" class="{worn}"/><use href="#mb-card-{face}" {LARGE}/>'
    inside += text(_word(face, speaker), CARD_WIDE / 2, 98, "mb-word")
    inside += '<use href="#mb-shown" x="64" y="12"/>' if is_shown else ""
    inside += '<use href="#mb-lit-end" x="39" y="116"/>' if element else ""
    doing = element.attributes if element else ""
    return f'<g id="{key}"{doing} {at(x, TOP - 10 if is_shown else TOP)}>{inside}</g>'


@cache
def ground(width: float, speaker: Language) -> str:
    """The panel with five places for cards."""
    panel = f'<rect class="panel" x=".5" y=".5" width="{number(width - 1)}" height="{PROJECT - 1}" rx="12"/>'
    return panel + "".join(_place(slot, speaker) for slot in ("beach", "sector", "type")) + _fourth()


def _place(slot: str, speaker: Language) -> str:
    word = text(_word(slot, speaker), CARD_WIDE / 2, 58, "mb-small")
    return f'<g {at(PLACES[slot], TOP)}><use href="#mb-sheet" class="mb-line mb-empty"/>{word}</g>'


def _fourth() -> str:
    """The place for a Paint or the Club card."""
    signs = "".join(
        f'<use href="#mb-{sign}" class="mb-faint mb-on-paper" x="39" y="{y}"/>'
        for sign, y in (("brush", 38), ("mask", 80))
    )
    return f'<g {at(PLACES["club"], TOP)}><use href="#mb-sheet" class="mb-line mb-empty"/>{signs}</g>'


def _word(name: str, speaker: Language) -> str:
    """The name of a card, truncated if too long; a beach has the same name in every language."""
    word = speaker.say(NAMES[name]) if name in NAMES else name.capitalize()
    return word if len(word) < 11 else word[:8] + "…"


def _button(named: str, words: str, width: float) -> str:
    """The step of a seat that has no target."""
    box = '<rect x="-80" y="-20" width="160" height="40" rx="10"/>'
    return f"<g {named} {at(width - 160, 30)}>{box}<text>{words}</text></g>"
