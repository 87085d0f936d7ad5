"""What can be carried where in Jungle Rumble: kittens to a card, goods to a stall, fields to the farm, all by hand."""

from ludotheque.drawing.junglerumble.scene import Scene

DROP = "jr-drop"  # the light of a place that is lit only while something is held that may go there


def carried(*named: str) -> str:
    """The attribute of something that can be carried: the steps it stands for, or their kinds."""
    return f' data-from="{" ".join(named)}"' if named else ""


def place(*kinds: str) -> str:
    """The attribute of a place where something may be carried that is none for a tap."""
    return f' data-to="{" ".join(kinds)}"' if kinds else ""


def by_worker(scene: Scene, seat: int, is_awake: bool) -> str:
    """What a worker can be carried for: to a card, or away when food is short."""
    if not _is_own(scene, seat):
        return ""
    phase = scene.table.phase
    if phase == "feeding":
        return carried(*(["dismiss:worker"] if "dismiss:worker" in scene.legal else []))
    if not is_awake:
        return ""
    if phase == "choosing":
        return carried("card") + ' data-then="send"'  # who is carried to a card is sent there
    if phase == "following" and "follow" in scene.legal:
        return carried("follow")
    return carried(*_next_sent(scene))


def _next_sent(scene: Scene) -> list[str]:
    """One worker more than those who are sent already in a preview."""
    if scene.table.phase != "sending":
        return []
    kind, _, sent = scene.marks.preview.partition(":")
    step = f"send:{int(sent) + 1 if kind == 'send' else 1}"
    return [step] if step in scene.legal else []


def by_trader(scene: Scene, seat: int, name: str) -> str:
    """A trader may be sent away when food is short; one that sells is where goods are carried to."""
    if not _is_own(scene, seat):
        return ""
    if f"dismiss:{name}" in scene.legal:
        return carried(f"dismiss:{name}")
    return place("sell") if any(step.startswith(f"sell:{name}=") for step in scene.legal) else ""


def by_card(scene: Scene, card: str) -> str:
    """The card that is carried out is where workers are carried to."""
    if not scene.is_waited_for or scene.table.card != card:
        return ""
    if "follow" in scene.legal:
        return place("follow")
    return place("send") if "send:1" in scene.legal else ""


def by_tribe(scene: Scene, seat: int) -> str:
    """One's tribe is where kittens are carried to that are hired, and food that wakes them."""
    if not _is_own(scene, seat):
        return ""
    kinds = [kind for kind in ("hire", "wake") if any(step.startswith(f"{kind}:") for step in scene.legal)]
    return place(*kinds)


def by_supply(scene: Scene) -> str:
    """The supply is where kittens are carried to that go."""
    is_asked = scene.is_waited_for and any(step.startswith("dismiss:") for step in scene.legal)
    return place("dismiss") if is_asked else ""


def by_button(step: str) -> str:
    """What stands on a button can be carried to where it goes, if that is a place on the table."""
    kind, _, name = step.partition(":")
    is_thing = kind == "hire" or (kind == "wake" and name != "0") or (kind == "sell" and not name.endswith("=none"))
    return carried(step) if is_thing else ""


def _is_own(scene: Scene, seat: int) -> bool:
    return scene.is_waited_for and scene.table.turn == seat
