// Dragging on a board: the source follows the pointer, its targets are lit, and the one that it is dropped on is
// chosen. A press that moves less than FAR stays a tap.

import { isKey } from "./site.js";
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
const FAR = 8; // pixels that a pointer moves before a drag starts
const ABOVE = 40; // pixels above a finger, so that it does not cover the copy

export class Drag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.state = board.state;
    /** @type {(() => void) | null} ends the press or the drag */
    this.end = null;
    board.root.addEventListener("pointerdown", (event) => this.press(event));
    // A finger on a drag source must not scroll. `touch-action` alone does not prevent it inside an SVG.
    const still = (/** @type {TouchEvent} */ event) => {
      if (this.end && event.cancelable) event.preventDefault();
    };
    board.root.addEventListener("touchmove", still, { passive: false });
    addEventListener("keydown", (event) => {
      if (isKey(event, "clear")) this.end?.();
    });
  }

  /** Light drop-only targets during a drag, and mark drag sources. */
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
   * What a press drags: a drag source, or a piece that moves within its picture.
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
      if (isHeld) held.aim(now); // before anything is redrawn
      if (isHeld && isCancelled) board.hooks.onHover(null);
      this.end?.();
      if (!isHeld) return;
      state.hasDragged = true; // ignore the click that follows
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
   * Set the dragged element, or null: only its targets are lit.
   * @param {{ id: string, steps: string[] } | null} held
   */
  hold(held) {
    const { board, state } = this;
    state.held = held;
    board.root.classList.toggle("carrying", held !== null);
    // A preview's words may be long: fix the prompt's height, so that the board stays under the pointer.
    const prompt = /** @type {HTMLElement | null} */ (board.root.querySelector(".prompt"));
    if (prompt) prompt.style.height = held ? `${prompt.offsetHeight}px` : "";
    board.render();
  }

  /**
   * Compose the step of a drop, as if it had been tapped.
   * @param {string} id
   * @param {string} place
   * @param {string} step
   * @param {string} [next] the kind of follow-up step for the same source and target
   */
  drop(id, place, step, next) {
    const { board, state } = this;
    const steps = withPrefix(state, step);
    state.dropped = next ? { id, place, step, next } : null;
    state.isTouch = false; // the drag has previewed it
    state.prefix = steps.slice(0, -1);
    state.chosen = [...(state.paths.get(step) ?? [])];
    const settling = Promise.resolve(board.hooks.onDropped(steps)).finally(() => {
      if (state.settling === settling) state.settling = null;
      board.render();
    });
    state.settling = settling;
    board.render();
  }

  /** After news: end the drag of a source that is gone, and compose the follow-up of the last drop. */
  continueAfterDrop() {
    const { state } = this;
    const { held, dropped } = state;
    if (held && !state.shown.get(held.id)?.drag) this.end?.();
    if (!dropped) return;
    const next = targetStep(state, state.shown.get(dropped.id)?.drag ?? [], dropped.place);
    if (next === dropped.step) return; // the position is unchanged
    state.dropped = null;
    if (next && kindOf(next) === dropped.next && state.isActive) this.drop(dropped.id, dropped.place, next);
  }
}

/**
 * The elements at a point, topmost first.
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

/** A piece that moves within its picture: its target is chosen after it, or it changes halves. */
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
    this.isHome = false; // over its own half
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

/** A source that is dragged as a floating copy, also out of its picture. */
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
    this.steps = drag ?? []; // a preview may change them meanwhile
    this.next = then ?? undefined;
    this.offset = event.pointerType === "touch" ? ABOVE : 0;
    /** @type {Drawn | null} */
    this.copy = null;
    /** @type {string | null} */
    this.step = null; // of a drop here
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
 * The scale at which a picture is shown.
 * @param {Drawn} element
 */
function scaleOf(element) {
  return (element instanceof SVGGraphicsElement && element.ownerSVGElement?.getScreenCTM()?.a) || 1;
}

/**
 * A floating copy of the dragged element: HTML, or SVG at its on-screen scale.
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
