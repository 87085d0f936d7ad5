"""A seat's belongings: its figures, its kittens awake and asleep, its traders and their goods, and its supper."""

from functools import cache, lru_cache

from ludotheque.drawing.drawing import Part
from ludotheque.drawing.element import NOTHING, Elements
from ludotheque.drawing.junglerumble import labels
from ludotheque.drawing.junglerumble.art import BOWL, DROP, group_of
from ludotheque.drawing.junglerumble.layout import Box
from ludotheque.drawing.junglerumble.names import NAMES
from ludotheque.drawing.junglerumble.page_facts import SeatFacts, Supper
from ludotheque.drawing.junglerumble.parts.buttons import stall_of
from ludotheque.drawing.junglerumble.scene import MOST_READ, JungleScene, Trader, Tribe
from ludotheque.drawing.svg import number, text, use

SLOT, STALL = 50, 64  # the room of a worker, and of a trader
AROUND = 'x="-29" y="-32" width="58" height="60" rx="8"'
FIGURES = ("food", "gold", "penalty")


class Places:
    """The layout of a seat's part: broad above its farm, or narrow beside it."""

    def __init__(self, box: Box, is_narrow: bool) -> None:
        self.width, self.right = box.width, box.width - 16
        self.figures = ((28, 65), (106, 65), (182, 65)) if is_narrow else ((150, 30), (224, 30), (290, 30))
        self.first = (168, 30) if is_narrow else (347, 30)
        self.rule = 87 if is_narrow else 54
        self.workers = 114 if is_narrow else 91
        self.traders = 171 if is_narrow else 91
        self.supper = 230 if is_narrow else 152
        self.bowls = 280 if is_narrow else 183
        self.is_narrow = is_narrow


@cache
def _places(box: Box, is_narrow: bool) -> Places:
    return Places(box, is_narrow)


def draw_tribe(scene: JungleScene, facts: SeatFacts, elements: Elements) -> Part:
    """A seat's part."""
    seat, box = facts.seat, scene.layout.seats[facts.seat]
    places = _places(box, scene.layout.is_narrow)
    now = scene.table.seats[seat]
    then = scene.then(seat)
    name, supper = scene.speaker.say(NAMES[seat]), scene.speaker.say(labels.SUPPER)
    ground = _ground(seat, box, places, name, supper)
    live = _turn(scene, facts, box) | _figures(now, then, places) | _room(seat, places, elements)
    live |= _kittens(scene, now, then, places, elements)
    live |= _supper(seat, facts.supper, places)
    return Part(f"seat-{seat}", box.x, box.y, box.width, box.height, ground, live)


@cache
def _ground(seat: int, box: Box, places: Places, name: str, supper: str) -> str:
    mark = use(f"jr-sign-{seat}", 32, 30)
    icons = "".join(use(f"jr-{sign}", x, y) for sign, (x, y) in zip(FIGURES, places.figures, strict=True))
    return (
        f'<rect class="panel" x=".5" y=".5" width="{number(box.width - 1)}" height="{number(box.height - 1)}" rx="14"/>'
        + mark + text(name, 57, 30, "jr-name start") + icons
        + f'<path class="jr-rule" d="M16 {places.rule}H{number(places.right)}"/>'
        + text(supper, 18, places.supper, "heading start")
    )  # fmt: skip


def _turn(scene: JungleScene, facts: SeatFacts, box: Box) -> dict[str, str]:
    """The plum border of the seat to act, the first player's token, the mark of the last step."""
    seat, border, last, first = facts.seat, "", "", ""
    if scene.table.turn == seat:
        size = f'x="1.5" y="1.5" width="{number(box.width - 3)}" height="{number(box.height - 3)}" rx="13"'
        border = f'<rect class="to-move jr-ring" {size}/>'
    if f"mark-{seat}" in scene.last_places:
        ring = 'cx="32" cy="30" r="17"'
        last = f'<circle class="last-case" {ring}/><circle class="last" {ring}/>'
    if facts.first:
        x, y = _places(box, scene.layout.is_narrow).first
        first = use("jr-token", x, y) + text(facts.first, x, y + 0.5, "jr-first")
    drawn = {"panel": border, "last": last, "first": first}
    return {f"{name}-{seat}": group_of(f"{name}-{seat}", inner) for name, inner in drawn.items()}


@lru_cache(MOST_READ)
def _figures(now: Tribe, then: Tribe, places: Places) -> dict[str, str]:
    """Food, gold, penalties and the score; *5 → 7* when a preview changes them."""
    seat = now.number
    values = ((now.food, then.food), (now.gold, then.gold), (now.penalties, then.penalties))
    live = {}
    for name, (x, y), value in zip(FIGURES, places.figures, values, strict=True):
        key = f"{name}-{seat}"
        live[key] = _figure(key, "jr-figure", x + 15, y, *value)
    key = f"score-{seat}"
    live[key] = _figure(key, "jr-score", places.right, 30, now.total, then.total)
    return live


def _figure(key: str, worn: str, x: float, y: float, value: int, then: int) -> str:
    said = _signed(value) if value == then else f'{_signed(value)}<tspan class="jr-next">»{_signed(then)}</tspan>'
    return f'<text id="{key}" class="{worn}" x="{number(x)}" y="{number(y)}">{said}</text>'


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _room(seat: int, places: Places, elements: Elements) -> dict[str, str]:
    """The drop target for new kittens, while some may come."""
    key, top = f"room-{seat}", places.workers - 31
    if key not in elements:
        return {}
    size = f'x="8" y="{top}" width="{number(places.width - 16)}" height="{places.traders + 44 - top}"'
    return {key: f'<rect id="{key}" class="{DROP}" {size} rx="10"{elements[key].attributes}/>'}


def _kittens(scene: JungleScene, now: Tribe, then: Tribe, places: Places, elements: Elements) -> dict[str, str]:
    """Workers in a row, then traders, on a second row if there is no room; they shrink when they are many."""
    workers = max(now.awake + now.asleep, then.awake + then.asleep)
    traders = [
        *now.traders,
        *(trader for trader in then.traders if trader.name not in {one.name for one in now.traders}),
    ]
    room = places.width - 32
    asked = (SLOT * workers, STALL * len(traders))
    is_two_rows = places.is_narrow and sum(asked) > room
    if is_two_rows:
        sizes = [min(1.0, room / max(wide, 1)) for wide in asked]
        start = 16.0
    else:
        sizes = [min(1.0, room / max(sum(asked), 1))] * 2
        start = 16 + SLOT * workers * sizes[0]
    low = places.traders if is_two_rows else places.workers
    live = _workers(now, then, places.workers, sizes[0], elements)
    staying = {trader.name: trader for trader in then.traders}
    for place, trader in enumerate(traders):
        x = start + STALL * sizes[1] * (place + 0.5)
        key = f"trader-{now.number}-{trader.name}"
        shown = staying.get(trader.name, trader)
        is_here = trader in now.traders and trader.name in staying
        worn = "" if is_here else "ghost"
        if is_here and key in scene.last_places:
            worn = "last"
        elif is_here and shown != trader:
            worn = "sold"
        live[key] = _trader(key, now.number, shown, x, low, sizes[1], worn, elements.get(key, NOTHING).attributes)
    return live


def _workers(now: Tribe, then: Tribe, y: float, size: float, elements: Elements) -> dict[str, str]:
    live = {}
    for place in range(max(now.awake + now.asleep, then.awake + then.asleep)):
        before, after = now.worker(place), then.worker(place)
        key = f"worker-{now.number}-{place + 1}"
        ghost = "" if before == after else ' class="ghost"'
        x = 14 + SLOT * size * (place + 0.5)
        moved = f'transform="translate({x:.0f} {y:g}){_scale(size)}"{elements.get(key, NOTHING).attributes}'
        live[key] = f'<use id="{key}"{ghost} href="#jr-{after or before}-{now.number}" {moved}/>'
    return live


def _scale(size: float) -> str:
    return "" if size == 1 else f" scale({size:.2f})"


def _trader(key: str, seat: int, trader: Trader, x: float, y: float, size: float, worn: str, doing: str) -> str:
    """A stall with up to three goods on its counter, or their count there; its number below."""
    fresh = ' class="ghost"' if worn in ("sold", "ghost") else ""
    scaled = f' transform="{_scale(size).strip()}"' if size < 1 else ""
    stall = f'<use{fresh} href="#jr-{stall_of(trader, seat)}"{scaled}/>'
    if worn == "sold":
        stall = f'<use href="#jr-trader-{seat}"{scaled}/>{stall}'
    last = f'<rect class="last-case" {AROUND}/><rect class="last" {AROUND}/>' if worn == "last" else ""
    low = 38 if size > 0.8 else 32
    named = f'<text class="jr-label" y="{low}">{trader.number}</text>'
    if trader.goods > 3:
        named = f'<text class="jr-count" y="{18 * size:g}">×{trader.goods}</text>{named}'
    light = f'<rect class="{DROP}" {AROUND}/>' if doing else ""
    return f'<g id="{key}" transform="translate({x:.0f} {y:g})"{doing}>{light}{last}{stall}{named}</g>'


@lru_cache(MOST_READ)
def _supper(seat: int, supper: Supper, places: Places) -> dict[str, str]:
    """One bowl per food that a supper needs now: from the farm, from the stock, or empty."""
    each_row, size = _bowl_rows(places, supper.needs)
    bowls = f'<g transform="translate({number(16 + BOWL * size / 2)} {places.bowls}){_scale(size)}">'
    for kind, first, last in _bowl_kinds(supper):
        bowls += _bowls(kind, first, last, each_row)
    worn = "jr-hungry" if supper.short else "jr-fed"
    beside, below = (places.right, places.supper, f"{worn} end"), (18, places.supper + 22, f"{worn} start")
    where = below if places.is_narrow else beside
    key = f"supper-{seat}"
    return {key: f'<g id="{key}">{text(supper.words, *where)}{bowls}</g></g>'}


def _bowl_kinds(supper: Supper) -> tuple[tuple[str, int, int], ...]:
    """The bowls of each kind, as ranges: the farm fills the first ones, the stock the next."""
    farm = min(supper.farm, supper.needs)
    stock = farm + supper.stock
    return ("farm", 0, farm), ("stock", farm, stock), ("short", stock, supper.needs)


def _bowls(kind: str, first: int, last: int, each_row: int) -> str:
    """Bowls from one place to another, in as few rows of eight, four, two and one as do."""
    drawn = ""
    while first < last:
        row, column = divmod(first, each_row)
        room = min(last - first, each_row - column)
        many = next(size for size in (8, 4, 2, 1) if size <= room)
        down = f' y="{31 * row}"' if row else ""
        across = f' x="{BOWL * column}"' if column else ""
        drawn += f'<use href="#jr-{kind}-{many}"{across}{down}/>'
        first += many
    return drawn


def _bowl_rows(places: Places, bowls: int) -> tuple[int, float]:
    """How many bowls a row has, and their scale: they shrink to fit the part."""
    room, rows = places.width - 32, 2 if places.is_narrow else 1
    each_row = max(int(room // BOWL), -(-bowls // rows))
    return each_row, min(1.0, room / (each_row * BOWL))
