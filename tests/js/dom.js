// A page without a browser: just enough of one for the scripts, set up before they are imported.

import { webcrypto } from "node:crypto";
import { parseHTML } from "linkedom";

globalThis.crypto ??= webcrypto; // Node 18 has it only there

const GLOBALS = ["document", "Element", "HTMLElement", "SVGElement", "Node", "Event", "CustomEvent", "DOMParser"];

/**
 * Make a page the global one.
 * @param {string} body
 */
export function openPage(body) {
  const { window, document } = parseHTML(`<!doctype html><html><head></head><body>${body}</body></html>`);
  for (const name of GLOBALS) globalThis[name] = window[name];
  Object.assign(globalThis, {
    window,
    CSS: { escape: (text) => text },
    SVGGraphicsElement: window.SVGElement,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    location: { protocol: "http:", host: "house", pathname: "/table/t", search: "", hash: "", replace: () => {} },
    matchMedia: () => ({ matches: true, addEventListener: () => {} }),
    getComputedStyle: () => ({ getPropertyValue: () => "" }),
    localStorage: { getItem: (key) => (key === "ludotheque.sound" ? "false" : null), setItem: () => {} },
    scrollX: 0,
    scrollY: 0,
  });
  window.Element.prototype.getBoundingClientRect = function () {
    const [x, y] = (this.dataset.at ?? "0 0").split(" ").map(Number);
    return { x, y, left: x, top: y, width: 10, height: 10, right: x + 10, bottom: y + 10 };
  };
  return document;
}

/**
 * A pointer's event, as a browser would send it.
 * @param {string} type
 */
export function pointer(type, clientX = 0, clientY = 0, more = {}) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return Object.assign(
    event,
    { clientX, clientY, pointerId: 1, pointerType: "mouse", button: 0, isPrimary: true },
    more,
  );
}

/** Resolves when all pending promises have settled. */
export const settle = () => new Promise((done) => setTimeout(done, 0));

/** @param {number} milliseconds */
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A board of three cells and two marbles, of which one can go to both free cells. */
export const BOARD = `
  <main id="table"><section class="prompt"></section>
    <section id="stage"><svg data-part="board"><g id="live-board"></g></svg></section>
  </main>`;

const cell = (name, at) => `<rect id="cell-${name}" data-at="${at}"/>`;
const marble = (id, at) => `<circle id="${id}" class="marble" data-at="${at}"/>`;

/**
 * The drawing of that board.
 * @param {object} [more]
 */
export function drawing(more = {}) {
  const live = {
    "cell-a": cell("a", "0 0"),
    "cell-b": cell("b", "50 0"),
    "cell-c": cell("c", "100 0"),
    m1: marble("m1", "0 0"),
    m2: marble("m2", "0 50"),
  };
  return {
    title: "",
    sets: {},
    attempt: "",
    live: { board: live },
    elements: {
      "cell-a": { name: "a" },
      m1: { name: "a", steps: ["a-b", "a-c"] },
      m2: { name: "d" },
      "cell-b": { name: "b", steps: ["a-b"] },
      "cell-c": { name: "c", steps: ["a-c"] },
    },
    facts: null,
    ...more,
  };
}
