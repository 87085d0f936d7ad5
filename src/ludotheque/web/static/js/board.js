// A board that knows no rules. Its pictures come from the server; elements say which steps they take part in
// (docs/drawing.md). Here steps are composed from them by clicking, dragging or keys, and pictures change in place so
// that pieces glide.

import { Hand } from "./hand.js";

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  // `root` holds the pictures. `hooks`: composed(steps), dropped(steps), partly(), cleared(), hovered(steps or null),
  // refused(name, element)
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    this.base = null; // the pictures as they are, by part and id
    this.meta = { sets: {}, attempt: "" };
    this.chosen = [];
    this.first = []; // steps that were composed already, of a choice that has several parts
    this.isActive = false;
    this.labels = {};
    this.hand = new Hand(this);
    this.read();
    this.listen();
  }

  parts() {
    return [...this.root.querySelectorAll("svg[data-part]")];
  }

  // Find out which elements express which steps.
  read() {
    this.steps = new Map(); // by id: the steps it takes part in
    this.later = new Map(); // by id: the kinds of step after which it counts
    this.sets = new Map(); // by name of a set: its members, in order
    this.paths = new Map(); // by step: the ids of its path
    for (const element of this.root.querySelectorAll("[data-steps], [data-set]")) {
      const { steps, after, set } = element.dataset;
      if (set) this.sets.set(set, [...(this.sets.get(set) ?? []), element.id]);
      if (!steps) continue;
      this.steps.set(element.id, steps.split(" "));
      if (after) this.later.set(element.id, after.split(" "));
      for (const step of steps.split(" ")) {
        if (!this.paths.has(step)) this.paths.set(step, []);
        this.paths.get(step).push(element.id);
      }
    }
    this.hand.read();
  }

  // Show the pictures of a new position; what was being composed is given up unless it still can be.
  set(drawing, isActive, isKept = false) {
    const kept = this.isActive && isActive ? this.chosen : [];
    this.base = drawing.live;
    this.meta = drawing;
    this.isActive = isActive;
    this.chosen = isKept ? kept : [];
    if (!isKept) this.first = [];
    this.draw(this.base);
    this.read();
    if (!isKept) for (const id of kept) if (this.isLit(id)) this.chosen.push(id);
    this.dress();
  }

  // Show a preview, or with nothing the position itself again.
  preview(drawing) {
    this.draw(drawing ? drawing.live : this.base);
    if (drawing) this.readLater();
    this.hand.read();
    this.dress();
  }

  // In a preview, what counts after a first part can be chosen; all else is as in the position.
  readLater() {
    for (const element of this.root.querySelectorAll("[data-after]")) {
      if (!element.dataset.steps) continue;
      this.steps.set(element.id, element.dataset.steps.split(" "));
      this.later.set(element.id, element.dataset.after.split(" "));
    }
  }

  draw(live) {
    if (!live) return;
    if (document.activeElement?.closest?.("svg[data-part]")) this.held = document.activeElement.id;
    for (const [part, elements] of Object.entries(live)) {
      const home = this.root.querySelector(`[id="live-${part}"]`);
      if (home) morphAll(home, elements);
    }
  }

  element(id) {
    return this.root.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  // The steps that can still come of what is chosen.
  candidates() {
    const after = this.first.at(-1)?.split(":")[0];
    const found = [];
    for (const [step, path] of this.paths) {
      const isLater = path.some((id) => this.later.has(id));
      if (isLater !== Boolean(after)) continue;
      if (this.chosen.every((id) => path.includes(id))) found.push(step);
    }
    if (!after) return found;
    const parts = new Set();
    for (const [id, kinds] of this.later)
      if (kinds.includes(after)) for (const step of this.steps.get(id)) parts.add(step);
    return [...parts];
  }

  isLit(id) {
    if (!this.isActive) return false;
    if (this.hand.holding) return this.hand.landing(this.hand.carried, id) !== null;
    if (this.later.has(id)) {
      const after = this.first.at(-1)?.split(":")[0];
      return Boolean(after) && this.later.get(id).includes(after);
    }
    if (this.setOf(id)) return true;
    const open = new Set(this.candidates());
    return (this.steps.get(id) ?? []).some((step) => open.has(step));
  }

  setOf(id) {
    for (const [name, members] of this.sets) if (members.includes(id)) return name;
    return null;
  }

  // Light what can be chosen next, lift what is chosen, and name all of it for those who listen.
  dress() {
    const wasLit = this.chosen.length > 0 || this.first.length > 0;
    this.root.classList.toggle("composing", wasLit);
    this.root.classList.toggle(
      "swapped",
      [...this.sets.values()].some(([first]) => this.chosen.includes(first)),
    );
    for (const id of new Set([...this.steps.keys(), ...[...this.sets.values()].flat()])) {
      const element = this.element(id);
      if (!element) continue;
      const isChosen = this.chosen.includes(id);
      const isLit = !isChosen && this.isLit(id);
      const isSecond = this.needsTwo(id) && !this.chosen.length;
      element.classList.toggle("chosen", isChosen);
      element.classList.toggle("lit", isLit && !isSecond);
      if ((isLit && !isSecond) || isChosen) {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", this.label(id));
        if (isChosen || this.setOf(id)) element.setAttribute("aria-pressed", String(isChosen));
        else element.removeAttribute("aria-pressed");
      } else {
        for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) element.removeAttribute(name);
      }
    }
    this.hand.dress();
    this.holdFocus();
  }

  // What changes while it has the focus loses it; now that it can have it again, it gets it back.
  holdFocus() {
    if (this.held && document.activeElement?.id !== this.held) this.element(this.held)?.focus({ preventScroll: true });
    this.held = null;
  }

  // Whether an element is only the second of a path: a place to go to, dark until a piece is chosen.
  needsTwo(id) {
    const steps = this.steps.get(id) ?? [];
    return (
      steps.length > 0 && steps.every((step) => this.paths.get(step)?.length > 1 && this.paths.get(step)[0] !== id)
    );
  }

  // What an element is called: what its only step would do, or its name and how much can come of it.
  label(id) {
    const open = new Set(this.candidates());
    const steps = (this.steps.get(id) ?? []).filter((step) => open.has(step));
    const element = this.element(id);
    const name = element?.dataset.label || element?.dataset.name || element?.textContent.trim() || id;
    if (steps.length === 1 && this.labels[steps[0]]) return this.labels[steps[0]];
    return steps.length > 1 ? this.hooks.text("moves", { name, n: steps.length }) : name;
  }

  // Choose an element, or let it go again.
  choose(id) {
    this.hand.dropped = null;
    const set = this.setOf(id);
    if (set) return this.cut(set, id);
    if (this.chosen.includes(id)) {
      const whole = this.whole();
      if (whole) return this.hooks.again(whole);
      return this.clear();
    }
    if (!this.isLit(id)) this.chosen = []; // another beginning
    if (this.first.length && !this.later.has(id)) {
      this.first = [];
      this.chosen = [];
    }
    this.chosen.push(id);
    if (!this.isWithin()) this.chosen = [id];
    const whole = this.whole();
    this.dress();
    if (whole) this.hooks.composed(whole);
    else this.hooks.partly(this.chosen);
  }

  isWithin() {
    return this.candidates().length > 0;
  }

  // The steps that what is chosen amounts to, if it is a whole.
  whole() {
    const last = this.chosen.at(-1);
    if (last && this.later.has(last)) return [...this.first, this.steps.get(last)[0]];
    for (const step of this.candidates()) {
      const path = this.paths.get(step);
      if (path.length === this.chosen.length && path.every((id) => this.chosen.includes(id))) return [step];
    }
    return null;
  }

  // The first part of a choice is composed; what follows it can be chosen now.
  goOn(steps) {
    this.first = steps;
    this.chosen = [];
    this.dress();
  }

  // Put an element of a set into the other half.
  cut(set, id) {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((one) => one !== id) : [...this.chosen, id];
    const members = this.sets.get(set);
    const half = members.filter((one) => this.chosen.includes(one) === this.chosen.includes(members[0]));
    const rest = members.filter((one) => !half.includes(one));
    if (!rest.length) return this.clear();
    this.dress();
    const names = (ids) => ids.map((one) => this.element(one).dataset.name).join("");
    const step = this.meta.sets[set].replace("{chosen}", names(half)).replace("{rest}", names(rest));
    this.hooks.composed([step]);
  }

  clear() {
    this.chosen = [];
    this.first = [];
    this.hand.dropped = null;
    this.preview(null);
    this.hooks.cleared();
  }

  listen() {
    const found = (event) => event.target.closest?.("[data-steps], [data-set], [data-name]");
    this.root.addEventListener("click", (event) => {
      if (this.dragged) {
        this.dragged = false;
        return;
      }
      const element = found(event);
      if (element) this.click(element);
    });
    this.root.addEventListener("keydown", (event) => {
      this.isTouched = false;
      this.key(event);
    });
    this.root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const id = found(event)?.id;
      if (id !== this.over) {
        this.over = id;
        this.hover(id);
      }
    });
    this.root.addEventListener("pointerleave", () => {
      this.over = null;
      this.hover(null);
    });
    this.root.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) this.hover(event.target.id);
    });
    this.root.addEventListener("pointerdown", (event) => {
      this.isTouched = event.pointerType === "touch";
    });
  }

  click(element) {
    if (!this.isActive) return;
    const id = this.steps.has(element.id) || this.setOf(element.id) ? element.id : null;
    if (id && this.canBegin(id)) this.choose(id);
    else if (element.dataset.name) this.hooks.refused(this.tried(element), element);
  }

  // Whether something else can be composed from an element than what is chosen now.
  beginsAnew(id) {
    return (
      (this.steps.get(id) ?? []).length > 0 && !this.needsTwo(id) && (!this.later.has(id) || this.first.length > 0)
    );
  }

  tried(element) {
    const { name } = element.dataset;
    const from = this.chosen.length === 1 ? this.element(this.chosen[0])?.dataset.name : null;
    if (from && this.paths.size && [...this.paths.keys()].some((step) => step.includes("-"))) return `${from}-${name}`;
    return this.meta.attempt ? this.meta.attempt.replace("{}", name) : name;
  }

  // What a click would complete, so that it can be shown before.
  hover(id) {
    if (!this.isActive || this.hand.holding) return; // a hand that holds something shows what it would do itself
    if (!id || !this.isLit(id) || this.setOf(id) || this.chosen.includes(id)) return this.hooks.hovered(null);
    if (this.later.has(id)) return this.hooks.hovered([...this.first, this.steps.get(id)[0]]);
    const path = [...this.chosen, id];
    const step = this.candidates().find((one) => {
      const whole = this.paths.get(one);
      return whole.length === path.length && path.every((each) => whole.includes(each));
    });
    this.hooks.hovered(step ? [step] : null);
  }

  // Arrows go to the nearest element that can be chosen; Enter and space choose it.
  key(event) {
    const element = event.target.closest?.("[tabindex]");
    if (!element || !this.root.contains(element)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.click(element);
      return;
    }
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.nearest(element, way)?.focus();
  }

  nearest(element, [dx, dy]) {
    const middle = (one) => {
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(element);
    let best = null,
      least = Infinity;
    for (const other of this.root.querySelectorAll("[tabindex='0']")) {
      if (other === element) continue;
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy,
        aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along <= 1) continue;
      const far = along + 2.5 * aside;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  // Choose the half of a set that a whole step cuts off.
  adopt(step) {
    for (const [name, members] of this.sets) {
      const [head, tail] = this.meta.sets[name].split("{chosen}"),
        [between] = tail.split("{rest}");
      if (!step.startsWith(head)) continue;
      const rest = step.slice(head.length).split(between)[1] ?? "";
      this.chosen = members.filter((id) => rest.includes(this.element(id).dataset.name));
    }
  }

  isMovable(id) {
    return Boolean(this.setOf(id)) || (this.steps.get(id) ?? []).some((step) => this.paths.get(step)?.length > 1);
  }

  // Whether something can be composed that begins with an element, or goes on with it.
  canBegin(id) {
    return this.isLit(id) || this.chosen.includes(id) || this.beginsAnew(id);
  }
}

function parse(markup) {
  const svg = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return document.importNode(svg.documentElement.firstElementChild, true);
}

const shown = new WeakMap(); // by element: the markup that it was made of

// Make the children of an element those that are given, by id and in this order, changing only what differs.
function morphAll(home, elements) {
  const old = new Map([...home.children].map((child) => [child.id, child]));
  for (const [id, child] of old) if (!(id in elements)) child.remove();
  let next = home.firstElementChild;
  for (const [id, markup] of Object.entries(elements)) {
    let child = old.get(id);
    if (!child) {
      child = parse(markup);
    } else if (shown.get(child) !== markup) {
      const fresh = morph(child, parse(markup));
      if (next === child) next = fresh;
      child = fresh;
    }
    if (child === next) next = next.nextElementSibling;
    else home.insertBefore(child, next);
    shown.set(child, markup);
  }
}

// Change an element into another one, in place, so that its transitions run.
function morph(old, fresh) {
  if (old.tagName !== fresh.tagName) {
    old.replaceWith(fresh);
    return fresh;
  }
  const isHeld = old.classList.contains("dragged"); // it stays under the finger
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(isHeld && name === "style")) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (isHeld) old.classList.add("dragged");
  if (old.innerHTML !== fresh.innerHTML) {
    if (
      old.children.length &&
      old.children.length === fresh.children.length &&
      [...old.children].every((one, at) => one.id && one.id === fresh.children[at].id)
    ) {
      [...old.children].forEach((one, at) => {
        morph(one, fresh.children[at]);
      });
    } else {
      old.replaceChildren(...fresh.childNodes);
    }
  }
  return old;
}
