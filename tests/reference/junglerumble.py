"""Jungle Rumble, played slowly from shared/rules/junglerumble.md."""

from dataclasses import dataclass, field

COLUMNS = "abcdefghijklmno"
FIELDS = {2: 22, 3: 25, 4: 30}
WATERWAYS = {2: 22, 3: 25, 4: 28}
KITTENS = 6
CARDS = ["tiger", "bull", "beaver", "raccoon", "monkey"]
TIGER_FOOD = [0, 2, 5, 8, 12, 16, 20]
PLACED_BY = {"bull": "field", "beaver": "water", "monkey": "hire"}
LAST_ROUND = 50


def cell_name(column: int, row: int) -> str:
    """'Farm': columns a..o (0..14), rows 1..15."""
    return f"{COLUMNS[column]}{row}"


def cells_around(column: int, row: int) -> set[str]:
    """The cells side by side with one."""
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return {cell_name(c, r) for c, r in around if 0 <= c < 15 and 1 <= r <= 15}


def edges_around(column: int, row: int) -> set[str]:
    """'Farm': an edge is the cell west of it with e, or south of it with n, or a border w, s."""
    cell = cell_name(column, row)
    west = f"{cell_name(column - 1, row)}e" if column > 0 else f"{cell}w"
    south = f"{cell_name(column, row - 1)}n" if row > 1 else f"{cell}s"
    return {west, south, f"{cell}e", f"{cell}n"}


CELLS_NEAR = {cell_name(c, r): cells_around(c, r) for c in range(15) for r in range(1, 16)}
EDGES = {cell_name(c, r): edges_around(c, r) for c in range(15) for r in range(1, 16)}


@dataclass
class Trader:
    """A trader: the round it was hired in, the kind of its goods ('' = open) and how many."""

    hired: int
    kind: str = ""
    goods: int = 0


@dataclass
class Tribe:
    """What one seat owns ('Components and start')."""

    food: int = 4
    gold: int = 1
    awake: int = 2
    asleep: int = 0
    penalties: int = 0
    ever_hired: int = 0
    traders: dict[int, Trader] = field(default_factory=dict)
    fields: set[str] = field(default_factory=lambda: {"h8", "i8"})
    water: set[str] = field(default_factory=lambda: {"h8e"})

    def kittens(self) -> int:
        """Workers and traders."""
        return self.awake + self.asleep + len(self.traders)

    def pairs(self) -> int:
        """Pairs (field, waterway on one of its edges)."""
        return sum(len(EDGES[cell] & self.water) for cell in self.fields)

    def free_edges(self) -> set[str]:
        """Edges of own fields with no waterway on them."""
        return {edge for cell in self.fields for edge in EDGES[cell]} - self.water

    def free_cells(self) -> set[str]:
        """Empty cells side by side with an own field."""
        return {near for cell in self.fields for near in CELLS_NEAR[cell]} - self.fields

    def wake_or_eat(self) -> None:
        """'Wake' and passing: a sleeping worker wakes; if none sleeps, 1 food."""
        if self.asleep:
            self.asleep -= 1
            self.awake += 1
        else:
            self.food += 1

    def score(self) -> int:
        """'Outcome': awake workers bring food first, then everything is counted."""
        food = self.food + self.awake
        goods = sum(t.goods * (2 if t.kind == "food" else 3) for t in self.traders.values())
        return 3 * self.kittens() + goods + self.pairs() + self.gold + food // 2 - 3 * self.penalties


class Table:
    """One game of Jungle Rumble."""

    def __init__(self, header: dict[str, str]) -> None:
        """'Components and start': every seat takes its first things from the supply."""
        self.players = int(header["players"])
        self.seats = range(1, self.players + 1)
        self.tribes = {seat: Tribe() for seat in self.seats}
        self.tribes[1].food += 1
        self.fields = FIELDS[self.players] - 2 * self.players
        self.waterways = WATERWAYS[self.players] - self.players
        self.kittens = dict.fromkeys(self.seats, KITTENS - 2)
        self.card_food = dict.fromkeys(CARDS, 0)
        self.round = 1
        self.first_player = 1
        self.triggered = False
        self.to_act: list[int] = []
        self.cards_left: list[str] = []
        self.phase = ""
        self.active = 0
        self.seat = 0
        self.to_sell: list[int] = []
        self.card = ""
        self.to_place = 0
        self.followers: list[int] = []
        self.memo: list[str] | None = None
        self.begin_round()

    def actors(self) -> list[int]:
        """The one seat waited for, or nobody when the game is over."""
        return [] if self.phase == "over" else [self.seat]

    def legal(self, actor: int) -> list[str]:
        """All notations of the actor, sorted."""
        if actor not in self.actors():
            return []
        if self.memo is None:
            self.memo = sorted(self.options())
        return self.memo

    def options(self) -> list[str]:
        """The notations of the seat waited for, in no order."""
        tribe = self.tribes[self.seat]
        if self.phase == "wake":
            return [f"wake:{n}" for n in range(min(tribe.asleep, tribe.food) + 1)]
        if self.phase == "sell":
            return [f"sell:t{self.to_sell[0]}={good}" for good in self.sellable(tribe)]
        if self.phase == "card":
            return [f"card:{card}" for card in self.cards_left]
        if self.phase == "send":
            most = min(6, tribe.awake, self.card_allows(tribe))
            return [f"send:{k}" for k in range(most + 1)]
        if self.phase == "place":
            return [f"{PLACED_BY[self.card]}:{what}" for what in self.placements(tribe)]
        if self.phase == "follow":
            able = tribe.awake and self.card_allows(tribe)
            return ["follow", "pass"] if able else ["pass"]
        dismissed = [f"dismiss:t{number}" for number in tribe.traders]
        if tribe.awake or tribe.asleep:
            dismissed.append("dismiss:worker")
        return [*dismissed, "penalty"]

    def sellable(self, tribe: Tribe) -> list[str]:
        """'Wake': what the next trader may be sold."""
        kind = tribe.traders[self.to_sell[0]].kind
        stock = {"food": tribe.food, "gold": tribe.gold}
        return ["none"] + [g for g, have in stock.items() if have and kind in ("", g)]

    def card_allows(self, tribe: Tribe) -> int:
        """'Action': how many workers the card has use for."""
        if self.card == "bull":
            return self.fields
        if self.card == "beaver":
            return min(self.waterways, len(tribe.free_edges()))
        if self.card == "monkey":
            return min(tribe.gold, sum(self.kittens.values()))
        return 6

    def placements(self, tribe: Tribe) -> list[str]:
        """'Action': where the next field or waterway may go, or what to hire."""
        if self.card == "bull":
            return list(tribe.free_cells())
        if self.card == "beaver":
            return list(tribe.free_edges())
        return ["worker", "trader"]

    def play(self, actor: int, text: str) -> None:
        """One step, and what follows from it without a choice."""
        assert text in self.legal(actor), (actor, text)
        self.memo = None
        tribe = self.tribes[actor]
        what = text.partition(":")[2]
        if self.phase == "wake":
            self.play_wake(tribe, int(what))
        elif self.phase == "sell":
            self.play_sell(tribe, what.partition("=")[2])
        elif self.phase == "card":
            self.play_card(tribe, what)
        elif self.phase == "send":
            self.carry_out(tribe, int(what))
        elif self.phase == "place":
            self.play_place(tribe, what)
        elif self.phase == "follow":
            self.play_follow(tribe, text)
        else:
            self.play_feed(tribe, text)

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, clockwise from one."""
        return [*range(seat, self.players + 1), *range(1, seat)]

    def begin_round(self) -> None:
        """'A round': all cards are available, the first-player token's seat begins."""
        self.cards_left = list(CARDS)
        self.to_act = self.clockwise_from(self.first_player)
        self.begin_turn()

    def begin_turn(self) -> None:
        """'Wake': the free waking or food of the next active seat."""
        self.active = self.seat = self.to_act.pop(0)
        self.tribes[self.active].wake_or_eat()
        self.phase = "wake"

    def play_wake(self, tribe: Tribe, number: int) -> None:
        """'Wake': more workers for 1 food each; then the traders, in order of their numbers."""
        tribe.food -= number
        tribe.asleep -= number
        tribe.awake += number
        self.to_sell = [n for n, trader in tribe.traders.items() if trader.hired != self.round]
        self.phase = "sell" if self.to_sell else "card"

    def play_sell(self, tribe: Tribe, good: str) -> None:
        """'Wake': one good moves from the stock to the trader and fixes its kind."""
        trader = tribe.traders[self.to_sell.pop(0)]
        if good != "none":
            trader.kind = good
            trader.goods += 1
            tribe.food -= good == "food"
            tribe.gold -= good == "gold"
        self.phase = "sell" if self.to_sell else "card"

    def play_card(self, tribe: Tribe, card: str) -> None:
        """'Action': choose a card and take the food on it."""
        self.card = card
        self.cards_left.remove(card)
        tribe.food += self.card_food[card]
        self.card_food[card] = 0
        self.followers = self.clockwise_from(self.active)[1:]
        self.phase = "send"

    def carry_out(self, tribe: Tribe, workers: int) -> None:
        """'Action': workers fall asleep; what they bring changes hands at once."""
        tribe.awake -= workers
        tribe.asleep += workers
        if self.card == "tiger":
            tribe.food += TIGER_FOOD[workers]
        elif self.card == "raccoon":
            tribe.gold += workers
        else:
            self.take_from_supply(tribe, workers)
            self.to_place = workers
        self.go_on()

    def take_from_supply(self, tribe: Tribe, number: int) -> None:
        """'Action' and 'End': fields and waterways taken, gold paid; the last one triggers."""
        if self.card == "bull":
            self.fields -= number
            self.triggered |= number > 0 and self.fields == 0
        elif self.card == "beaver":
            self.waterways -= number
            self.triggered |= number > 0 and self.waterways == 0
        else:
            tribe.gold -= number

    def go_on(self) -> None:
        """The next placement, else the next follower, else feeding."""
        if self.to_place:
            self.phase = "place"
        elif self.followers:
            self.seat = self.followers.pop(0)
            self.phase = "follow"
        else:
            self.seat = self.active
            self.feed()

    def play_place(self, tribe: Tribe, what: str) -> None:
        """'Action': one field, waterway or kitten."""
        if self.card == "bull":
            tribe.fields.add(what)
        elif self.card == "beaver":
            tribe.water.add(what)
        else:
            self.hire(tribe, what)
        self.to_place -= 1
        self.go_on()

    def hire(self, tribe: Tribe, role: str) -> None:
        """'Action', monkey: the own tribe first, then the fullest, nearest to the left."""
        own, *others = self.clockwise_from(self.seat)
        if self.kittens[own]:
            self.kittens[own] -= 1
        else:
            self.kittens[max(others, key=lambda seat: self.kittens[seat])] -= 1
            self.triggered = True
        if role == "worker":
            tribe.awake += 1
        else:
            tribe.ever_hired += 1
            tribe.traders[tribe.ever_hired] = Trader(hired=self.round)

    def play_follow(self, tribe: Tribe, text: str) -> None:
        """'Follow': the action with one worker, or pass."""
        if text == "follow":
            self.carry_out(tribe, 1)
        else:
            tribe.wake_or_eat()
            self.go_on()

    def feed(self) -> None:
        """'Feed': pay if stock and farm are enough (the farm first), else ask."""
        tribe = self.tribes[self.active]
        short = 2 * tribe.kittens() - tribe.pairs()
        if short > tribe.food:
            self.phase = "feed"
        else:
            tribe.food -= max(short, 0)
            self.end_turn()

    def play_feed(self, tribe: Tribe, text: str) -> None:
        """'Feed': dismiss a kitten, or take the penalties."""
        if text == "penalty":
            farm = tribe.pairs()
            fed = (tribe.food + farm) // 2
            tribe.penalties += tribe.kittens() - fed
            tribe.food -= max(2 * fed - farm, 0)
            self.end_turn()
            return
        if text != "dismiss:worker":
            del tribe.traders[int(text.removeprefix("dismiss:t"))]
        elif tribe.asleep:
            tribe.asleep -= 1
        else:
            tribe.awake -= 1
        self.kittens[self.active] += 1
        tribe.food += 3
        self.feed()

    def end_turn(self) -> None:
        """The next seat's turn; after the last, the end of the round ('A round', last lines)."""
        if self.to_act:
            self.begin_turn()
            return
        for card in self.cards_left:
            self.card_food[card] += 1
        if self.triggered or self.round >= LAST_ROUND:
            self.phase = "over"
            return
        self.round += 1
        self.first_player = self.first_player % self.players + 1
        self.begin_round()

    def scores(self) -> list[int]:
        """'Outcome', per seat."""
        return [tribe.score() for tribe in self.tribes.values()]

    def winners(self) -> list[int]:
        """'Outcome': the highest score; several seats may tie."""
        scores = self.scores()
        return [seat for seat in self.seats if scores[seat - 1] == max(scores)]
