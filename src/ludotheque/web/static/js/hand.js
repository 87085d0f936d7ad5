// A hand on the board: what it holds follows the finger, the places where that may go are lit, and where it is let go is
// chosen. Anything shorter than a drag stays a tap.

const SVG = "http://www.w3.org/2000/svg";
const FAR = 8; // pixels that a finger moves before it drags
const ABOVE = 40; // pixels above a finger, so that what it holds can be seen

export class Hand {
  constructor(board) {
    this.board = board;
    this.holding = null; // the id of what is carried
    this.dropped = null; // what was let go, where, and what it does then
    this.looking = null; // what was let go and is not shown yet: until then nothing else is carried
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    // A finger on what can be dragged does not scroll. `touch-action` alone does not say so inside a picture.
    board.root.addEventListener(
      "touchmove",
      (event) => {
        if (this.end && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end?.();
    });
  }

  // What can be carried, and where to: each names steps, or their kinds.
  read() {
    const named = (name) =>
      [...this.board.root.querySelectorAll(`[data-${name}]`)].map((one) => [one.id, one.dataset[name].split(" ")]);
    this.from = new Map(named("from"));
    this.to = new Map(named("to"));
  }

  // Places that are none for a tap are lit while something is held that may go there.
  dress() {
    const { board } = this;
    for (const id of this.to.keys()) {
      if (!board.steps.has(id)) board.element(id)?.classList.toggle("lit", this.holding !== null && board.isLit(id));
    }
    for (const id of this.from.keys()) {
      const { classList } = board.element(id) ?? {};
      classList?.toggle("carrier", this.canCarry(id));
      classList?.toggle("lifted-off", id === this.holding);
    }
  }

  press(event) {
    if (!this.board.isActive || event.button !== 0 || !event.isPrimary) return;
    this.end?.();
    const held = this.pick(event);
    if (held) this.follow(held, event);
  }

  // What a press takes into the hand: something that is carried to a place, or a piece that moves within its picture.
  pick(event) {
    const { board } = this,
      carrier = event.target.closest?.("[data-from]");
    if (carrier && this.canCarry(carrier.id)) return new Carried(board, carrier, event);
    const piece = event.target.closest?.("[data-steps], [data-set]");
    return piece && board.isMovable(piece.id) && board.canBegin(piece.id) ? new Piece(board, piece) : null;
  }

  follow(held, start) {
    const { board } = this;
    let isHeld = false;
    const move = (now) => {
      if (now.pointerId !== start.pointerId) return;
      const across = now.clientX - start.clientX,
        down = now.clientY - start.clientY;
      if (!isHeld && Math.hypot(across, down) < FAR) return;
      if (!isHeld) {
        isHeld = true;
        held.lift();
      }
      now.preventDefault();
      held.move(across, down);
      held.look(now);
    };
    const drop = (now) => {
      if (now.pointerId !== start.pointerId) return;
      const isCancelled = now.type !== "pointerup";
      if (isHeld) held.aim(now); // before anything moves
      if (isHeld && isCancelled) board.hooks.hovered(null);
      this.end();
      if (!isHeld) return;
      board.dragged = true; // the click that follows is none
      setTimeout(() => {
        board.dragged = false;
      }, 0);
      if (!isCancelled) held.drop();
    };
    this.end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      this.end = null;
      if (isHeld) held.put();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  // Whether an element can be carried now: the second part of a choice only after the first.
  canCarry(id) {
    const { board } = this;
    return board.isActive && !this.looking && this.from.has(id) && (!board.later.has(id) || board.first.length > 0);
  }

  // Hold an element, or with nothing let go: only the places where it may go are lit.
  hold(id, carried = null) {
    this.holding = id;
    this.carried = carried;
    this.board.root.classList.toggle("carrying", id !== null);
    this.keepStill(id !== null);
    this.board.dress();
  }

  // What a preview says may be long: meanwhile the board stays where it is, under the hand.
  keepStill(isStill) {
    const prompt = this.board.root.querySelector(".prompt");
    if (prompt) prompt.style.height = isStill ? `${prompt.offsetHeight}px` : "";
  }

  // The step that both name, what is carried and the place: one of them may name only its kind.
  landing(carried, place) {
    const there = [...(this.board.steps.get(place) ?? []), ...(this.to.get(place) ?? [])];
    for (const one of carried) {
      for (const other of there) {
        if (one === other || kindOf(other) === one) return other;
        if (kindOf(one) === other) return one;
      }
    }
    return null;
  }

  // What a step makes up: it may be the second part of a choice that has begun.
  whole(step) {
    const { first, later, paths } = this.board;
    return (paths.get(step) ?? []).some((id) => later.has(id)) ? [...first, step] : [step];
  }

  // What is let go where it may go is composed, as if it had been tapped. It may say which kind of step it does then.
  drop(id, place, step, then) {
    const { board } = this,
      whole = this.whole(step);
    this.dropped = then ? { id, place, step, then } : null;
    board.isTouched = false; // the hand has seen what it does
    board.first = whole.slice(0, -1);
    board.chosen = [...(board.paths.get(step) ?? [])];
    const looking = Promise.resolve(board.hooks.dropped(whole)).finally(() => {
      if (this.looking === looking) this.looking = null;
      board.dress();
    });
    this.looking = looking;
    board.dress();
  }

  // After news: what is held may be there no more; what was dropped goes on from there, if it said so.
  goOn() {
    if (this.holding && !this.from.has(this.holding)) this.end();
    if (!this.dropped) return;
    const { id, place, step, then } = this.dropped,
      next = this.landing(this.from.get(id) ?? [], place);
    if (next === step) return; // the same position again
    this.dropped = null;
    if (next && kindOf(next) === then && this.board.isActive) this.drop(id, place, next);
  }

  // Whether a try at a place can be what something that was carried there was meant for.
  isTried(carried) {
    const kind = kindOf(this.board.meta.attempt);
    return kind !== "" && carried.some((one) => kindOf(one) === kind);
  }
}

function kindOf(step) {
  return step.split(":")[0];
}

// All that can be carried in a drawing.
function carriedIn(live) {
  const found = Object.values(live)
    .flatMap((part) => Object.values(part))
    .join("")
    .matchAll(/ data-from="([^"]*)"/g);
  return new Set([...found].flatMap(([, named]) => named.split(" ")));
}

// Whether a step that was dropped is only a beginning: its preview has more of its kind to carry than there was before.
export function carriesOn(board, drawing, [step]) {
  const before = carriedIn(board.base ?? {});
  return [...carriedIn(drawing.live)].some((one) => kindOf(one) === kindOf(step) && !before.has(one));
}

// The elements at a point, from above, each with what it belongs to.
function* under(event, wanted, root) {
  for (const one of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = one.closest?.(wanted);
    if (found && root.contains(found)) yield found;
  }
}

// A piece of a picture: it moves itself. Where it is let go is chosen after it, or it changes halves.
class Piece {
  constructor(board, element) {
    this.board = board;
    this.element = element;
    this.id = element.id;
  }

  lift() {
    const { board, id } = this;
    if (!board.setOf(id) && !board.chosen.includes(id)) {
      board.chosen = [];
      board.first = [];
      board.choose(id);
    }
    this.element.classList.add("dragged");
  }

  move(across, down) {
    const scale = this.element.ownerSVGElement.getScreenCTM().a || 1;
    this.element.style.translate = `${across / scale}px ${down / scale}px`;
  }

  look(now) {
    this.board.hover(this.under(now)?.id ?? null);
  }

  put() {
    this.element.classList.remove("dragged");
    this.element.style.translate = "";
  }

  aim(now) {
    this.target = this.under(now);
    this.isHome = this.isOwnHalf(now);
  }

  drop() {
    const { board, id, target } = this;
    if (board.setOf(id)) return this.isHome ? undefined : board.choose(id);
    if (target && board.isLit(target.id)) board.choose(target.id);
    else if (target?.dataset.name && target.id !== id) board.hooks.refused(board.tried(target), target);
  }

  under(now) {
    for (const found of under(now, "[data-steps], [data-name]", this.board.root)) {
      if (found === this.element || this.element.contains(found)) continue;
      if (this.board.isLit(found.id) || !found.classList.contains("marble")) return found;
    }
    return null;
  }

  // Whether it lies in this half already.
  isOwnHalf(now) {
    const half = document.elementsFromPoint(now.clientX, now.clientY).find((one) => one.dataset?.half);
    return half !== undefined && this.element.classList.contains(`half-${half.dataset.half}`);
  }
}

// Something that is carried to a place, also out of its picture: the hand holds a copy.
class Carried {
  constructor(board, element, event) {
    this.board = board;
    this.element = element;
    this.carried = board.hand.from.get(element.id); // a preview may show it otherwise meanwhile
    this.next = element.dataset.then;
    this.raised = event.pointerType === "touch" ? ABOVE : 0;
  }

  lift() {
    this.copy = copyOf(this.element.querySelector(".token") ?? this.element);
    document.body.append(this.copy);
    this.board.hand.hold(this.element.id, this.carried);
  }

  move(across, down) {
    this.copy.style.translate = `${across}px ${down - this.raised}px`;
  }

  // Show what letting go here would do.
  look(now) {
    const step = this.under(now)?.step ?? null;
    if (step === this.step) return;
    this.step = step;
    this.copy.classList.toggle("there", step !== null);
    this.board.hooks.hovered(step ? this.board.hand.whole(step) : null);
  }

  put() {
    this.copy.remove();
    this.board.hand.hold(null);
  }

  aim(now) {
    this.target = this.under(now);
    [this.tried] = under(now, "[data-name]", this.board.root);
  }

  drop() {
    const { board, element, tried } = this,
      { step, place } = this.target ?? {};
    if (step) return board.hand.drop(element.id, place.id, step, this.next);
    board.hooks.hovered(null);
    if (tried && board.hand.isTried(this.carried)) board.hooks.refused(board.tried(tried), tried);
  }

  under(now) {
    for (const place of under(now, "[data-steps], [data-to]", this.board.root)) {
      const step = place !== this.element && this.board.hand.landing(this.carried, place.id);
      if (step) return { place, step };
    }
    return null;
  }
}

// The same to look at, over the page: a sign of the page, or an element of a picture with the size that it has there.
function copyOf(element) {
  const copy = element.cloneNode(true);
  if (!element.ownerSVGElement) return laid(copy, element.getBoundingClientRect());
  const sheet = document.createElementNS(SVG, "svg"),
    { a, b, c, d, e, f } = element.getScreenCTM();
  sheet.setAttribute("class", `${element.ownerSVGElement.getAttribute("class")} in-hand`);
  copy.removeAttribute("id");
  copy.removeAttribute("style");
  copy.setAttribute("class", "");
  copy.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  sheet.append(copy);
  return sheet;
}

function laid(copy, { x, y, width, height }) {
  copy.classList.add("in-hand");
  copy.removeAttribute("id");
  Object.assign(copy.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  return copy;
}
