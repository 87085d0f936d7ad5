// A board that knows no rules. The server sends its pictures, and the steps of their elements. Here steps
// are composed from these by clicks and keys (drag.js: by dragging), and pictures change in place so that pieces glide.

import { Drag } from "./drag.js";
import { actionOf, isKey } from "./site.js";
import {
  attemptAt,
  canBegin,
  candidates,
  choose,
  completeSteps,
  isLit,
  isSecond,
  nameOf,
  partitionOf,
  readElements,
  readPreview,
  stepsWith,
  togglePartition,
} from "./state.js";

/** @import { ElementView, LiveDrawing } from "./wire.js" */
/** @import { State } from "./state.js" */

/** @typedef {SVGElement | HTMLElement} Drawn */
/** @typedef {Record<string, Record<string, string>>} Live by part and id: the markup */

/**
 * Callbacks of a board; Composer implements them.
 * @typedef {object} BoardHooks
 * @property {(key: string, values?: Record<string, string | number>) => string} text
 * @property {(steps: string[]) => void} onComposed steps are complete
 * @property {(steps: string[]) => Promise<void> | void} onDropped the same, by a drag
 * @property {(steps: string[]) => void} onAgain a complete composition was chosen once more
 * @property {() => void} onPartial an element is chosen, but no step is complete yet
 * @property {() => void} onCleared the composition is cleared
 * @property {(steps: string[] | null) => void} onHover the steps that one more click, or the drop, would complete
 * @property {(attempt: string, element: Drawn) => void} onIllegal an illegal attempt
 * @property {() => void} onRender the board has changed
 */

const SVG = "http://www.w3.org/2000/svg";
const FOCUSABLE = ["tabindex", "role", "aria-label", "aria-pressed"];
/** @type {Record<string, [number, number]>} */
const WAYS = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] };

export class Board {
  /**
   * @param {HTMLElement} root holds the pictures
   * @param {State} state
   * @param {BoardHooks} hooks
   */
  constructor(root, state, hooks) {
    this.root = root;
    this.state = state;
    this.hooks = hooks;
    this.drag = new Drag(this);
    this.listen();
  }

  // ---- pictures

  /**
   * Show a new position. The composition is dropped unless it is still possible, or `isKept`.
   * @param {LiveDrawing} drawing
   * @param {boolean} isActive
   */
  set(drawing, isActive, isKept = false) {
    const { state } = this;
    const chosen = state.isActive && isActive ? state.chosen : [];
    Object.assign(state, { drawing, preview: null, isActive, sets: drawing.sets, attempt: drawing.attempt });
    state.chosen = isKept ? chosen : [];
    if (!isKept) state.prefix = [];
    this.draw(drawing.live);
    this.name(drawing.title);
    readElements(state, drawing.elements);
    if (!isKept) for (const id of chosen) if (isLit(state, id)) state.chosen.push(id);
    this.render();
  }

  /**
   * Name the whole picture for screen readers: its parts are named once, this changes with the game.
   * @param {string} title
   */
  name(title) {
    this.root.querySelector("#stage")?.setAttribute("aria-label", title);
  }

  /**
   * Show a preview; with null, the position again.
   * @param {LiveDrawing | null} drawing
   */
  preview(drawing) {
    const { state } = this;
    state.preview = drawing;
    if (drawing) {
      this.draw(drawing.live);
      readPreview(state, drawing.elements);
    } else {
      if (state.drawing) this.draw(state.drawing.live);
      state.shown = state.elements;
    }
    this.render();
  }

  /** @param {Live} live */
  draw(live) {
    const { activeElement } = document;
    if (activeElement?.closest("svg[data-part]")) this.state.focusedId = activeElement.id;
    drawLive(this.root, live);
  }

  /**
   * @param {string} id
   * @returns {Drawn | null}
   */
  element(id) {
    return this.root.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  /** Light the elements that can be chosen next, mark the chosen ones, and give all of them accessible names. */
  render() {
    const { state, root } = this;
    root.classList.toggle("composing", state.chosen.length > 0 || state.prefix.length > 0);
    root.classList.toggle(
      "swapped",
      [...state.partitions.values()].some(([first]) => state.chosen.includes(first)),
    );
    for (const id of new Set([...state.steps.keys(), ...[...state.partitions.values()].flat()])) this.renderElement(id);
    this.drag.render();
    this.restoreFocus();
    this.hooks.onRender();
  }

  /** @param {string} id */
  renderElement(id) {
    const { state } = this;
    const element = this.element(id);
    if (!element) return;
    const isChosen = state.chosen.includes(id);
    const isOpen = !isChosen && isLit(state, id) && !(isSecond(state, id) && !state.chosen.length);
    element.classList.toggle("chosen", isChosen);
    element.classList.toggle("lit", isOpen);
    if (!isOpen && !isChosen) {
      for (const name of FOCUSABLE) element.removeAttribute(name);
      return;
    }
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", this.label(id, element));
    if (isChosen || partitionOf(state, id)) element.setAttribute("aria-pressed", String(isChosen));
    else element.removeAttribute("aria-pressed");
  }

  /** Give the focus back to an element that lost it by being redrawn. */
  restoreFocus() {
    const { focusedId } = this.state;
    this.state.focusedId = null;
    if (focusedId && document.activeElement?.id !== focusedId) this.element(focusedId)?.focus({ preventScroll: true });
  }

  /**
   * An element's accessible name: the words of its only step, or its own and the number of its steps. Never an id, nor
   * the notation of a step: those are for programs.
   * @param {string} id
   * @param {Drawn} element
   */
  label(id, element) {
    const { state } = this;
    const open = new Set(candidates(state));
    const steps = (state.steps.get(id) ?? []).filter((step) => open.has(step));
    if (steps.length === 1 && state.labels[steps[0]]) return state.labels[steps[0]];
    const known = state.shown.get(id) ?? state.elements.get(id);
    const name = known?.label || element.textContent?.trim() || this.hooks.text("choice");
    return steps.length > 1 ? this.hooks.text("moves", { name, n: steps.length }) : name;
  }

  // ---- choosing

  /**
   * Choose an element, or clear it if it is chosen.
   * @param {string} id
   */
  choose(id) {
    const { state, hooks } = this;
    state.dropped = null;
    const set = partitionOf(state, id);
    if (set) {
      this.toggle(set, id);
      return;
    }
    if (state.chosen.includes(id)) {
      const steps = completeSteps(state);
      if (steps) hooks.onAgain(steps);
      else this.clear();
      return;
    }
    choose(state, id);
    const steps = completeSteps(state);
    this.render();
    if (steps) hooks.onComposed(steps);
    else hooks.onPartial();
  }

  /**
   * @param {string} set
   * @param {string} id
   */
  toggle(set, id) {
    const step = togglePartition(this.state, set, id);
    if (step === null) {
      this.clear();
      return;
    }
    this.render();
    this.hooks.onComposed([step]);
  }

  /**
   * The first part of a choice is composed: its follow-ups can be chosen now.
   * @param {string[]} steps
   */
  continueAfter(steps) {
    this.state.prefix = steps;
    this.state.chosen = [];
    this.render();
  }

  clear() {
    Object.assign(this.state, { chosen: [], prefix: [], dropped: null });
    this.preview(null);
    this.hooks.onCleared();
  }

  // ---- input

  listen() {
    const { root, state } = this;
    root.addEventListener("click", (event) => {
      const element = state.hasDragged ? null : this.at(event.target);
      state.hasDragged = false;
      if (element) this.click(element);
    });
    root.addEventListener("keydown", (event) => {
      state.isTouch = false;
      this.key(event);
    });
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const id = this.at(event.target)?.id ?? null;
      if (id === state.hoveredId) return;
      state.hoveredId = id;
      this.hover(id);
    });
    root.addEventListener("pointerleave", () => {
      state.hoveredId = null;
      this.hover(null);
    });
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.hover(target.id);
    });
    root.addEventListener("pointerdown", (event) => {
      state.isTouch = event.pointerType === "touch";
    });
  }

  /**
   * The nearest element at or around an event's target that has steps, or can be tried.
   * @param {EventTarget | null} target
   * @param {(one: ElementView) => unknown} [has] replaces that condition
   * @returns {Drawn | null}
   */
  at(target, has = (one) => one.steps || one.set || one.name) {
    const { shown, elements, printed } = this.state;
    let one = target instanceof Element ? target : null;
    for (; one && one !== this.root; one = one.parentElement) {
      const known = shown.get(one.id) ?? elements.get(one.id) ?? printed[one.id];
      if (known && has(known)) return /** @type {Drawn} */ (one);
    }
    return null;
  }

  /** @param {Drawn} element */
  click(element) {
    const { state } = this;
    const { id } = element;
    if (!state.isActive) return;
    const isKnown = state.steps.has(id) || partitionOf(state, id) !== null;
    const name = nameOf(state, id);
    if (isKnown && canBegin(state, id)) this.choose(id);
    else if (name) this.hooks.onIllegal(attemptAt(state, name), element);
  }

  /**
   * Report the steps that a click would complete, for a preview. During a drag, the drag reports them itself.
   * @param {string | null} id
   */
  hover(id) {
    const { state } = this;
    if (state.isActive && !state.held) this.hooks.onHover(id ? stepsWith(state, id) : null);
  }

  /**
   * Arrows move the focus to the nearest element that can be chosen; Enter and space choose it.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const element = event.target instanceof Element ? event.target.closest("[tabindex]") : null;
    if (!element || !this.root.contains(element)) return;
    const isChosen = isKey(event, "choose");
    const way = actionOf(event, WAYS);
    if (!isChosen && !way) return;
    event.preventDefault();
    if (way) this.nearest(element, way)?.focus();
    else this.click(/** @type {Drawn} */ (element));
  }

  /**
   * @param {Element} element
   * @param {[number, number]} way
   * @returns {Drawn | null}
   */
  nearest(element, [dx, dy]) {
    const [x, y] = centre(element);
    /** @type {Drawn | null} */
    let best = null;
    let least = Infinity;
    for (const other of /** @type {NodeListOf<Drawn>} */ (this.root.querySelectorAll("[tabindex='0']"))) {
      const [ox, oy] = centre(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const far = along + 2.5 * (Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx));
      if (other === element || along <= 1 || far >= least) continue;
      [best, least] = [other, far];
    }
    return best;
  }
}

/**
 * @param {Element} element
 * @returns {[number, number]}
 */
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// ---- pictures that change in place

/** @type {WeakMap<Element, string>} by element: the markup that it was parsed from */
const madeOf = new WeakMap();

/**
 * Draw the live elements of each part.
 * @param {Element} root
 * @param {Live} live
 */
export function drawLive(root, live) {
  for (const [part, elements] of Object.entries(live)) {
    const home = root.querySelector(`[id="live-${part}"]`);
    if (home) morphAll(home, elements);
  }
}

/**
 * Parse the markup of an SVG element.
 * @param {string} markup
 * @returns {Element}
 */
export function parse(markup) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  const element = svg.documentElement.firstElementChild;
  if (!element) throw new Error(`not an element: ${markup}`);
  return document.importNode(element, true);
}

/**
 * Make `elements` the children of `home`, by id and in this order, changing only what differs.
 * @param {Element} home
 * @param {Record<string, string>} elements
 */
function morphAll(home, elements) {
  const old = new Map([...home.children].map((child) => [child.id, child]));
  for (const [id, child] of old) if (!(id in elements)) child.remove();
  let next = home.firstElementChild;
  for (const [id, markup] of Object.entries(elements)) {
    let child = old.get(id);
    if (!child) {
      child = parse(markup);
    } else if (madeOf.get(child) !== markup) {
      const fresh = morph(child, parse(markup));
      if (next === child) next = fresh;
      child = fresh;
    }
    if (child === next) next = next.nextElementSibling;
    else home.insertBefore(child, next);
    madeOf.set(child, markup);
  }
}

/**
 * Change an element into another in place, so that its transitions run.
 * @param {Element} old
 * @param {Element} fresh
 * @returns {Element}
 */
function morph(old, fresh) {
  if (old.tagName !== fresh.tagName) {
    old.replaceWith(fresh);
    return fresh;
  }
  const isHeld = old.classList.contains("dragged"); // keep it under the finger
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(isHeld && name === "style")) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (isHeld) old.classList.add("dragged");
  if (old.innerHTML !== fresh.innerHTML) morphInside([...old.children], [...fresh.children], old, fresh);
  return old;
}

/**
 * @param {Element[]} children
 * @param {Element[]} others
 * @param {Element} old
 * @param {Element} fresh
 */
function morphInside(children, others, old, fresh) {
  const isSame = children.length > 0 && children.length === others.length;
  if (isSame && children.every((one, at) => one.id && one.id === others[at].id)) {
    children.forEach((one, at) => {
      morph(one, others[at]);
    });
  } else {
    old.replaceChildren(...fresh.childNodes);
  }
}
