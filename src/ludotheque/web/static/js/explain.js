// What each thing in a picture is, in a bubble: where a mouse rests, at what has the focus, under a finger that stays,
// and thing by thing with a key. The words come from the house, by id, by `#` and definition, or by `.` and class
// (drawing/guide.py). Nothing is chosen, dragged or played by it.

import { place } from "./bubble.js";
import { isIn, isKey, TYPING, text } from "./site.js";

/** @import { ExplanationView } from "./wire.js" */

/** @typedef {Record<string, ExplanationView>} Explained */
/** @typedef {{ words: string, rule?: string, element: Element }} Thing */

const RESTING = 450; // milliseconds that a mouse rests, or a focus stays
const CHOOSING = 1000; // the same over what can be chosen: its preview comes first
const PRESSING = 500; // milliseconds that a finger stays
const FAR = 10; // pixels that a finger may tremble
const LEAVING = 250; // milliseconds in which a mouse may get from the thing into the bubble

/**
 * The key that explains an element; null if nothing does.
 * @param {Element} element
 * @param {Explained} explained
 * @returns {string | null}
 */
export function keyOf(element, explained) {
  const drawn = element.matches("use") ? (element.getAttribute("href") ?? "") : "";
  for (const name of [element.id, drawn]) {
    for (let key = name; key; key = key.includes("-") ? key.slice(0, key.lastIndexOf("-")) : "") {
      if (key in explained) return key;
    }
  }
  return [...element.classList].map((one) => `.${one}`).find((key) => key in explained) ?? null;
}

/**
 * All explained things in a picture, or around, that can be seen.
 * @param {Element} place
 * @param {Explained} explained
 * @returns {Thing[]}
 */
export function thingsIn(place, explained) {
  const every = [...place.querySelectorAll("svg [id], svg use, svg [class]")];
  const things = every.map((element) => thingOf(element, explained));
  return things.filter((one) => one !== null && areaOf(one.element) > 0).map((one) => /** @type {Thing} */ (one));
}

/**
 * @param {Element} element
 * @param {Explained} explained
 * @returns {Thing | null}
 */
function thingOf(element, explained) {
  const key = keyOf(element, explained);
  if (key === null) return null;
  const { text: words = "", rule } = explained[key];
  return { words, rule, element };
}

/**
 * What has a title, for fingers: a mouse is shown it by the browser.
 * @param {EventTarget | null} target
 * @returns {Thing | null}
 */
function titled(target) {
  const element = target instanceof Element ? target.closest("[title]") : null;
  return element && { words: element.getAttribute("title") ?? "", element };
}

/**
 * Where to look for what lies under a pointer: the picture, or what is around a sign outside of it.
 * @param {EventTarget | null} target
 */
function placeOf(target) {
  if (!(target instanceof Element)) return null;
  return target.closest("svg[data-part]") ?? target.closest(".strip, section, form");
}

/** @param {Element} element */
function areaOf(element) {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}

/**
 * The smallest explained thing at a place: nothing that is drawn hides it, also what takes no clicks is found.
 * @param {Element | null} around
 * @param {Explained} explained
 * @param {number} x
 * @param {number} y
 * @returns {Thing | null}
 */
export function thingAt(around, explained, x, y) {
  if (!around) return null;
  const here = thingsIn(around, explained).filter(({ element }) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  const sized = here.map((one) => ({ one, area: areaOf(one.element) }));
  sized.sort((a, b) => a.area - b.area);
  return sized[0]?.one ?? null;
}

export class Explainer {
  /**
   * @param {HTMLElement} root
   * @param {Explained} explained
   * @param {{ game: string, release: () => void }} page `release` ends a press that would become a drag
   */
  constructor(root, explained, page) {
    this.root = root;
    this.explained = explained;
    this.page = page;
    this.timer = 0;
    /** @type {Element | null} */
    this.shown = null;
    /** @type {string | null} the words of what the key has come to */
    this.reached = null;
    this.bubble = Object.assign(document.createElement("div"), { id: "explained", className: "bubble", hidden: true });
    this.bubble.setAttribute("role", "status");
    this.ring = Object.assign(document.createElement("div"), { className: "explained-ring", hidden: true });
    document.body.append(this.ring, this.bubble);
    this.listen();
  }

  listen() {
    const { root } = this;
    root.addEventListener("pointermove", (event) => this.rest(event));
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("focusin", (event) => this.focus(event));
    root.addEventListener("focusout", () => this.hide());
    this.bubble.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.bubble.addEventListener("pointerleave", () => this.leave());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("scroll", () => this.hide(), { passive: true, capture: true });
    addEventListener("resize", () => this.hide());
  }

  // ---- a mouse, a focus, a finger

  /** @param {PointerEvent} event */
  rest(event) {
    if (event.pointerType !== "mouse" || event.buttons) return;
    clearTimeout(this.timer);
    const { clientX: x, clientY: y, target } = event;
    if (this.shown && !isInside(this.shown, x, y)) this.leave();
    const around = placeOf(target); // now: a preview may redraw what is under the mouse
    const isChoice = target instanceof Element && target.closest(".lit, [tabindex]") !== null;
    this.later(isChoice ? CHOOSING : RESTING, () => {
      const found = thingAt(around, this.explained, x, y);
      if (found && found.element !== this.shown) this.show(found);
      else if (!found) this.hide();
    });
  }

  leave() {
    this.later(LEAVING, () => this.hide());
  }

  /** @param {FocusEvent} event */
  focus({ target }) {
    const isShown = target instanceof SVGElement && target.matches(":focus-visible");
    const found = isShown ? thingOf(target, this.explained) : null;
    if (found) this.later(CHOOSING, () => this.show(found));
  }

  /**
   * A finger that stays asks what is there; lifting it then chooses nothing.
   * @param {PointerEvent} event
   */
  press(event) {
    this.hide();
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const { clientX: x, clientY: y, target } = event;
    const around = placeOf(target);
    const end = new AbortController();
    const stop = () => end.abort();
    const options = { signal: end.signal };
    addEventListener("pointermove", (now) => Math.hypot(now.clientX - x, now.clientY - y) > FAR && stop(), options);
    for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, stop, options);
    addEventListener("contextmenu", (asked) => isIn(asked, "svg, [title]") && asked.preventDefault(), options);
    end.signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.later(PRESSING, () => {
      const found = thingAt(around, this.explained, x, y) ?? titled(target);
      if (!found) return;
      this.page.release();
      swallowClick();
      this.show(found);
    });
  }

  /**
   * @param {number} milliseconds
   * @param {() => void} doing
   */
  later(milliseconds, doing) {
    clearTimeout(this.timer);
    this.timer = setTimeout(doing, milliseconds);
  }

  // ---- the key

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isIn(event, TYPING)) return;
    if (isKey(event, "clear")) this.hide();
    else if (isKey(event, "explain")) this.step(1);
    else if (isKey(event, "explain_back")) this.step(-1);
  }

  /**
   * Go to the next thing that is explained, or the one before: of each kind the first, in the order of the page.
   * @param {1 | -1} way
   */
  step(way) {
    /** @type {Map<string, Thing>} */
    const first = new Map();
    for (const one of thingsIn(this.root, this.explained)) if (!first.has(one.words)) first.set(one.words, one);
    const things = [...first.values()];
    if (!things.length) return;
    const here = things.findIndex((one) => one.words === this.reached);
    const next = things[here < 0 ? (way > 0 ? 0 : things.length - 1) : (here + way + things.length) % things.length];
    next.element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    requestAnimationFrame(() => {
      this.show(next, true);
      this.reached = next.words;
    });
  }

  // ---- the bubble

  /**
   * @param {Thing} thing
   * @param {boolean} [isReached] by the key: with a ring around it
   */
  show({ words, rule, element }, isReached = false) {
    clearTimeout(this.timer);
    const said = Object.assign(document.createElement("span"), { textContent: `${words} ` });
    this.bubble.replaceChildren(said, ...(rule ? [this.linkTo(rule)] : []));
    this.bubble.hidden = false;
    this.shown = element;
    const box = element.getBoundingClientRect();
    place(this.bubble, box);
    this.ring.hidden = !isReached;
    Object.assign(this.ring.style, {
      left: `${box.left + scrollX - 3}px`,
      top: `${box.top + scrollY - 3}px`,
      width: `${box.width + 6}px`,
      height: `${box.height + 6}px`,
    });
  }

  hide() {
    clearTimeout(this.timer);
    this.bubble.hidden = true;
    this.ring.hidden = true;
    this.shown = null;
  }

  /** @param {string} rule */
  linkTo(rule) {
    const href = `/rules/${this.page.game}#${rule}`;
    const link = Object.assign(document.createElement("a"), { textContent: text("rule"), href, target: "_blank" });
    link.dataset.rule = rule;
    return link;
  }
}

/**
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 */
function isInside(element, x, y) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The press has asked, and chooses nothing: ignore the click that may follow, until the next press. */
function swallowClick() {
  const end = new AbortController();
  const swallow = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    end.abort();
  };
  addEventListener("click", swallow, { capture: true, signal: end.signal });
  addEventListener("pointerdown", () => end.abort(), { capture: true, signal: end.signal });
}
