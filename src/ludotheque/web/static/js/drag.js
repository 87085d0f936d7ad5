// Dragging on a board: what is held follows the finger, the places where it may go are lit, and where it is let go is
// chosen. Anything shorter than a drag stays a tap.

import {
  attemptAt,
  canBegin,
  canDrag,
  isIllegalAttempt,
  isLit,
  isMovable,
  kindOf,
  nameOf,
  partitionOf,
  targetStep,
  withPrefix,
} from "./state.js";

/** @import { Board, Drawn } from "./board.js" */
/** @import { ElementView } from "./wire.js" */

/** @typedef {{ place: Drawn, step: string }} Target */

const SVG = "http://www.w3.org/2000/svg";
const FAR = 8; // pixels that a finger moves before it drags
const ABOVE = 40; // pixels above a finger, so that what it holds can be seen

export class Drag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.state = board.state;
    /** @type {(() => void) | null} lets go of what is pressed or held */
    this.end = null;
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    // A finger on what can be dragged does not scroll. `touch-action` alone does not say so inside a picture.
    const still = (/** @type {TouchEvent} */ event) => {
      if (this.end && event.cancelable) event.preventDefault();
    };
    board.root.addEventListener("touchmove", still, { passive: false });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.end?.();
    });
  }

  /** Places that are none for a tap are lit while something is held that may go there. */
  render() {
    const { board, state } = this;
    for (const [id, { drag, drop }] of state.shown) {
      if (!drag && !drop) continue;
      const element = board.element(id);
      if (drop && !state.steps.has(id)) element?.classList.toggle("lit", state.held !== null && isLit(state, id));
      if (!drag) continue;
      element?.classList.toggle("carrier", canDrag(state, id));
      element?.classList.toggle("lifted-off", id === state.held?.id);
    }
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.state.isActive || event.button !== 0 || !event.isPrimary) return;
    this.end?.();
    const held = this.pick(event);
    if (held) this.follow(held, event);
  }

  /**
   * What a press takes: something that is carried to a place, or a piece that moves within its picture.
   * @param {PointerEvent} event
   */
  pick(event) {
    const { board, state } = this;
    const source = board.at(event.target, (one) => one.drag);
    if (source && canDrag(state, source.id)) return new DragSource(board, source, event);
    const piece = board.at(event.target, (one) => one.steps || one.set);
    return piece && isMovable(state, piece.id) && canBegin(state, piece.id) ? new MovablePiece(board, piece) : null;
  }

  /**
   * @param {DragSource | MovablePiece} held
   * @param {PointerEvent} start
   */
  follow(held, start) {
    const { board, state } = this;
    let isHeld = false;
    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== start.pointerId) return;
      const across = now.clientX - start.clientX;
      const down = now.clientY - start.clientY;
      if (!isHeld && Math.hypot(across, down) < FAR) return;
      if (!isHeld) held.lift();
      isHeld = true;
      now.preventDefault();
      held.move(across, down);
      held.look(now);
    };
    const drop = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== start.pointerId) return;
      const isCancelled = now.type !== "pointerup";
      if (isHeld) held.aim(now); // before anything moves
      if (isHeld && isCancelled) board.hooks.onHover(null);
      this.end?.();
      if (!isHeld) return;
      state.hasDragged = true; // the click that follows is none
      setTimeout(() => {
        state.hasDragged = false;
      }, 0);
      if (!isCancelled) held.drop();
    };
    this.end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      this.end = null;
      if (isHeld) held.release();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /**
   * Hold an element, or with nothing let go: only the places where it may go are lit.
   * @param {{ id: string, steps: string[] } | null} held
   */
  hold(held) {
    const { board, state } = this;
    state.held = held;
    board.root.classList.toggle("carrying", held !== null);
    // What a preview says may be long: meanwhile the board stays where it is, under the hand.
    const prompt = /** @type {HTMLElement | null} */ (board.root.querySelector(".prompt"));
    if (prompt) prompt.style.height = held ? `${prompt.offsetHeight}px` : "";
    board.render();
  }

  /**
   * What is let go where it may go is composed, as if it had been tapped.
   * @param {string} id
   * @param {string} place
   * @param {string} step
   * @param {string} [next] the kind of step that the same two express then
   */
  drop(id, place, step, next) {
    const { board, state } = this;
    const steps = withPrefix(state, step);
    state.dropped = next ? { id, place, step, next } : null;
    state.isTouch = false; // the hand has seen what it does
    state.prefix = steps.slice(0, -1);
    state.chosen = [...(state.paths.get(step) ?? [])];
    const settling = Promise.resolve(board.hooks.onDropped(steps)).finally(() => {
      if (state.settling === settling) state.settling = null;
      board.render();
    });
    state.settling = settling;
    board.render();
  }

  /** After news: what is held may be there no more; what was dropped goes on from there, if it said so. */
  continueAfterDrop() {
    const { state } = this;
    const { held, dropped } = state;
    if (held && !state.shown.get(held.id)?.drag) this.end?.();
    if (!dropped) return;
    const next = targetStep(state, state.shown.get(dropped.id)?.drag ?? [], dropped.place);
    if (next === dropped.step) return; // the same position again
    state.dropped = null;
    if (next && kindOf(next) === dropped.next && state.isActive) this.drop(dropped.id, dropped.place, next);
  }
}

/**
 * The elements at a point, from above, each as what it belongs to.
 * @param {Board} board
 * @param {PointerEvent} event
 * @param {(one: ElementView) => unknown} has
 */
function* under(board, event, has) {
  for (const one of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = board.root.contains(one) ? board.at(one, has) : null;
    if (found) yield found;
  }
}

/** A piece of a picture: it moves itself. Where it is let go is chosen after it, or it changes halves. */
class MovablePiece {
  /**
   * @param {Board} board
   * @param {Drawn} element
   */
  constructor(board, element) {
    this.board = board;
    this.element = element;
    this.id = element.id;
    /** @type {Drawn | null} */
    this.target = null;
    this.isHome = false; // it is over its own half
  }

  lift() {
    const { board, id } = this;
    const { state } = board;
    if (!partitionOf(state, id) && !state.chosen.includes(id)) {
      Object.assign(state, { chosen: [], prefix: [] });
      board.choose(id);
    }
    this.element.classList.add("dragged");
  }

  /**
   * @param {number} across
   * @param {number} down
   */
  move(across, down) {
    const scale = scaleOf(this.element);
    this.element.style.translate = `${across / scale}px ${down / scale}px`;
  }

  /** @param {PointerEvent} now */
  look(now) {
    this.board.hover(this.under(now)?.id ?? null);
  }

  release() {
    this.element.classList.remove("dragged");
    this.element.style.translate = "";
  }

  /** @param {PointerEvent} now */
  aim(now) {
    this.target = this.under(now);
    this.isHome = this.isOwnHalf(now);
  }

  drop() {
    const { board, id, target } = this;
    const { state } = board;
    if (partitionOf(state, id)) {
      if (!this.isHome) board.choose(id);
      return;
    }
    if (!target) return;
    const name = nameOf(state, target.id);
    if (isLit(state, target.id)) board.choose(target.id);
    else if (name && target.id !== id) board.hooks.onIllegal(attemptAt(state, name), target);
  }

  /**
   * @param {PointerEvent} now
   * @returns {Drawn | null}
   */
  under(now) {
    for (const found of under(this.board, now, (one) => one.steps || one.name)) {
      if (this.element.contains(found)) continue;
      if (isLit(this.board.state, found.id) || !found.classList.contains("marble")) return found;
    }
    return null;
  }

  /** @param {PointerEvent} now */
  isOwnHalf(now) {
    const [half] = under(this.board, now, (one) => one.half);
    const number = half && this.board.state.shown.get(half.id)?.half;
    return Boolean(number) && this.element.classList.contains(`half-${number}`);
  }
}

/** Something that is carried to a place, also out of its picture: the hand holds a copy. */
class DragSource {
  /**
   * @param {Board} board
   * @param {Drawn} element
   * @param {PointerEvent} event
   */
  constructor(board, element, event) {
    const { drag, then } = board.state.shown.get(element.id) ?? {};
    this.board = board;
    this.element = element;
    this.steps = drag ?? []; // a preview may show it otherwise meanwhile
    this.next = then ?? undefined;
    this.offset = event.pointerType === "touch" ? ABOVE : 0;
    /** @type {Drawn | null} */
    this.copy = null;
    /** @type {string | null} */
    this.step = null; // what letting go here would do
    /** @type {Target | null} */
    this.target = null;
    /** @type {Drawn | undefined} */
    this.attempted = undefined;
  }

  lift() {
    this.copy = copyOf(this.element.querySelector(".token") ?? this.element);
    document.body.append(this.copy);
    this.board.drag.hold({ id: this.element.id, steps: this.steps });
  }

  /**
   * @param {number} across
   * @param {number} down
   */
  move(across, down) {
    if (this.copy) this.copy.style.translate = `${across}px ${down - this.offset}px`;
  }

  /** @param {PointerEvent} now */
  look(now) {
    const { board } = this;
    const step = this.under(now)?.step ?? null;
    if (step === this.step) return;
    this.step = step;
    this.copy?.classList.toggle("there", step !== null);
    board.hooks.onHover(step ? withPrefix(board.state, step) : null);
  }

  release() {
    this.copy?.remove();
    this.board.drag.hold(null);
  }

  /** @param {PointerEvent} now */
  aim(now) {
    this.target = this.under(now);
    [this.attempted] = under(this.board, now, (one) => one.name);
  }

  drop() {
    const { board, element, target, attempted } = this;
    if (target) {
      board.drag.drop(element.id, target.place.id, target.step, this.next);
      return;
    }
    board.hooks.onHover(null);
    const name = attempted && nameOf(board.state, attempted.id);
    if (name && isIllegalAttempt(board.state, this.steps))
      board.hooks.onIllegal(attemptAt(board.state, name), attempted);
  }

  /**
   * @param {PointerEvent} now
   * @returns {Target | null}
   */
  under(now) {
    for (const place of under(this.board, now, (one) => one.steps || one.drop)) {
      const step = place === this.element ? null : targetStep(this.board.state, this.steps, place.id);
      if (step) return { place, step };
    }
    return null;
  }
}

/**
 * How large a picture is shown.
 * @param {Drawn} element
 */
function scaleOf(element) {
  return (element instanceof SVGGraphicsElement && element.ownerSVGElement?.getScreenCTM()?.a) || 1;
}

/**
 * A floating copy of the dragged element: HTML, or SVG at the size that it has on the screen.
 * @param {Drawn} element
 * @returns {Drawn}
 */
function copyOf(element) {
  const copy = /** @type {Drawn} */ (element.cloneNode(true));
  const picture = element instanceof SVGGraphicsElement ? element.ownerSVGElement : null;
  copy.removeAttribute("id");
  if (!picture) return placeAt(copy, element.getBoundingClientRect());
  const sheet = document.createElementNS(SVG, "svg");
  const { a, b, c, d, e, f } = /** @type {SVGGraphicsElement} */ (element).getScreenCTM() ?? new DOMMatrix();
  sheet.setAttribute("class", `${picture.getAttribute("class")} in-hand`);
  copy.removeAttribute("style");
  copy.setAttribute("class", "");
  copy.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  sheet.append(copy);
  return sheet;
}

/**
 * @param {Drawn} copy
 * @param {DOMRect} box
 */
function placeAt(copy, { x, y, width, height }) {
  copy.classList.add("in-hand");
  Object.assign(copy.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  return copy;
}
