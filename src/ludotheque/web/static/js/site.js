// Common to all pages: the settings, and notifications of one's turn.

/** @typedef {Record<string, string | number>} Values the values of a text's placeholders */

const title = document.title;

/**
 * The only global: the page's objects, for browser tests (docs/web.md). No script reads it.
 * @type {Record<string, unknown>}
 */
export const seam = {};
Object.assign(window, { ludotheque: seam });

/**
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export const find = (id) => document.getElementById(id);

/**
 * An element that must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function get(id) {
  const found = find(id);
  if (!found) throw new Error(`#${id} is missing`);
  return found;
}

/**
 * @param {string} id
 * @returns {HTMLFormElement | null}
 */
export const findForm = (id) => /** @type {HTMLFormElement | null} */ (find(id));

/**
 * A field of a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement}
 */
export const field = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/**
 * Whether an event's target lies within an element of the selector.
 * @param {Event} event
 * @param {string} wanted a selector
 */
export const isIn = (event, wanted) => event.target instanceof Element && event.target.closest(wanted) !== null;

/**
 * The page's data from the server: each kind of page has its own type (page_data.py).
 * @type {unknown}
 */
export const pageData = JSON.parse(find("page")?.textContent ?? "{}");

/**
 * A text of the page, in its language.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
  const { texts = {} } = /** @type {{ texts?: Record<string, string> }} */ (pageData);
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Give the focus to an element by ourselves: with a ring, or nobody would see where it has gone.
 * @param {HTMLElement | SVGElement | null | undefined} element
 */
export function takeFocus(element) {
  element?.focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: true }));
}

// ---- keys

/**
 * Every key that the scripts handle, by what it does: `isKey` asks this list, and `?` shows it. `on`: the kinds of page.
 * @type {Record<string, { keys: string[], on: ("table" | "lesson" | "over")[] }>}
 */
export const KEYS = {
  keys: { keys: ["?"], on: ["table", "lesson", "over"] },
  next_table: { keys: ["n"], on: ["table", "lesson", "over"] },
  explain: { keys: ["i"], on: ["table", "lesson", "over"] },
  explain_back: { keys: ["I"], on: ["table", "lesson", "over"] },
  left: { keys: ["ArrowLeft"], on: ["table", "lesson"] },
  right: { keys: ["ArrowRight"], on: ["table", "lesson"] },
  up: { keys: ["ArrowUp"], on: ["table", "lesson"] },
  down: { keys: ["ArrowDown"], on: ["table", "lesson"] },
  choose: { keys: ["Enter", " "], on: ["table", "lesson"] },
  confirm: { keys: ["Enter"], on: ["table", "lesson"] },
  clear: { keys: ["Escape"], on: ["table", "lesson", "over"] },
  skip: { keys: ["Escape"], on: ["table"] },
  earlier: { keys: ["ArrowLeft"], on: ["table", "over"] },
  later: { keys: ["ArrowRight"], on: ["table", "over"] },
  first: { keys: ["Home"], on: ["table", "over"] },
  last: { keys: ["End"], on: ["table", "over"] },
  play: { keys: [" "], on: ["over"] },
  faster: { keys: ["+", "="], on: ["over"] }, // = is + without shift
  slower: { keys: ["-"], on: ["over"] },
};

/**
 * @param {KeyboardEvent} event
 * @param {string} action
 */
export const isKey = (event, action) => KEYS[action].keys.includes(event.key);

/**
 * What a key does here: of some actions, the one whose key is pressed.
 * @template T
 * @param {KeyboardEvent} event
 * @param {Record<string, T>} actions
 * @returns {T | undefined}
 */
export function actionOf(event, actions) {
  const name = Object.keys(actions).find((one) => isKey(event, one));
  return name === undefined ? undefined : actions[name];
}

const TOAST = 6000; // milliseconds for which a toast is shown
const TOGETHER = 2000; // milliseconds in which a second toast is added to the first
let toastTimer = 0;
let toastedAt = -Infinity;

/**
 * Say something briefly. Nobody misses it in another tab: it stays until they look.
 * @param {string} words
 */
export function toast(words) {
  const place = get("toast");
  const lines = performance.now() - toastedAt < TOGETHER ? (place.textContent ?? "").split("\n") : [];
  place.textContent = [...lines.filter((line) => line && line !== words), words].join("\n");
  toastedAt = performance.now();
  fade(place);
}

/** @param {HTMLElement} place */
function fade(place) {
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    if (document.hidden) document.addEventListener("visibilitychange", () => fade(place), { once: true });
    else place.textContent = "";
  }, TOAST);
}

const NARROW = matchMedia("(max-width: 59.99em)");

/** Show the narrow view box of pictures that have one, on phones. */
export function fitPictures() {
  const fit = () => {
    for (const svg of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("svg[data-narrow]"))) {
      svg.dataset.wide ??= svg.getAttribute("viewBox") ?? "";
      svg.setAttribute("viewBox", (NARROW.matches ? svg.dataset.narrow : svg.dataset.wide) ?? "");
    }
  };
  NARROW.addEventListener("change", fit);
  fit();
}

/** Show the buttons that copy a field: without scripts they are hidden. */
export function setUpCopying() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const copied = /** @type {HTMLInputElement} */ (get(button.dataset.copy ?? ""));
      copied.select();
      await navigator.clipboard?.writeText(copied.value).catch(() => {});
      toast(text("copied"));
    });
  }
}

/** What folds is closed until its reader opens it, and stays as this browser's owner left it. */
export function setUpFolds() {
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.fold"))) {
    const key = `ludotheque.open.${fold.id}`;
    fold.open = stored(key) === "true";
    fold.classList.remove("unfolded");
    fold.addEventListener("toggle", () => store(key, String(fold.open)));
  }
}

/**
 * Show in the tab, and as a notification if allowed, that a table waits.
 * @param {boolean} isWaiting
 */
export function callAttention(isWaiting, words = "", address = "") {
  document.title = isWaiting ? `● ${title}` : title;
  const icon = /** @type {HTMLLinkElement} */ (get("icon"));
  const { waiting = "" } = icon.dataset;
  icon.dataset.quiet ??= icon.href;
  icon.href = isWaiting ? waiting : icon.dataset.quiet;
  if (!isWaiting || !words || !document.hidden || !setting("notify")) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification("Ludothèque", { body: words, tag: address || "turn", icon: waiting });
    note.onclick = () => {
      window.focus();
      if (address) location.href = address;
    };
  } catch {
    // phones show them from a service worker only, and we have none
  }
}

// ---- settings of this device: sounds, confirming, notifications; stored by the browser, never sent

const DEFAULTS = { sound: true, confirm: true, notify: false };

/** @typedef {keyof DEFAULTS} Setting */

/** @param {Setting} name */
export function setting(name) {
  const kept = stored(`ludotheque.${name}`);
  return kept === null ? DEFAULTS[name] : kept === "true";
}

/**
 * What this browser remembers under a key; null if nothing, or without storage.
 * @param {string} key
 */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // without storage, the default is back next time
  }
}

/** @param {HTMLInputElement} box */
function setUpSwitch(box) {
  const name = /** @type {Setting} */ (box.dataset.setting);
  box.checked = setting(name);
  box.addEventListener("change", async () => {
    if (name === "notify" && box.checked && "Notification" in window) {
      box.checked = (await Notification.requestPermission()) === "granted";
    }
    store(`ludotheque.${name}`, String(box.checked));
  });
}

/**
 * The pace at which a table shows what others do, as chosen on this device; who wants less motion gets everything at
 * once, unless they choose otherwise.
 * @returns {"calm" | "brisk" | "at_once"}
 */
export function chosenPace() {
  const kept = stored("ludotheque.pace");
  if (kept === "calm" || kept === "brisk" || kept === "at_once") return kept;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "at_once" : "brisk";
}

/** The pace is chosen in the settings and at the table: both show the same. */
function setUpPace() {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const choices = document.querySelectorAll("select[data-setting=pace]");
  const show = () => {
    for (const one of choices) one.value = chosenPace();
  };
  for (const one of choices) {
    one.addEventListener("change", () => {
      store("ludotheque.pace", one.value);
      show();
    });
  }
  show();
}

function setUpSwitches() {
  const switches = get("switches");
  switches.hidden = false;
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = switches.querySelectorAll("input[data-setting]");
  boxes.forEach(setUpSwitch);
  setUpPace();
  const menu = /** @type {HTMLDetailsElement} */ (document.querySelector("details.menu"));
  document.addEventListener("click", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (!isKey(event, "clear")) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

if (find("switches")) setUpSwitches();

// ---- tables that wait

/** @import { WaitingAnswer } from "./wire.js" */

const waits = find("waits");
const table = location.pathname.match(/^\/table\/([a-z0-9]+)/)?.[1] ?? "";
const ALONE = 400; // milliseconds without another key, before and after
const LATER = 5000; // milliseconds: a table opens its own connection first
const AGAIN = 30000; // milliseconds until a refused event stream is retried
export const TYPING = "input, textarea, select, [contenteditable]";
/** @type {number | null} the count at the last request */
let known = null;

/** Load the number of tables that wait for me, and show it in the header and the tab. */
async function loadWaiting() {
  const answer = await fetch(`/waiting?after=${table}`).catch(() => null);
  if (!answer?.ok || !waits) return null;
  /** @type {WaitingAnswer} */
  const found = await answer.json();
  showWaiting(waits, found);
  return found;
}

/**
 * @param {HTMLElement} chip
 * @param {WaitingAnswer} found
 */
function showWaiting(chip, { count, table: next, text: words }) {
  const told = (count === 1 ? chip.dataset.one : chip.dataset.many) ?? "";
  const [number, name] = [chip.querySelector("b"), chip.querySelector("span")];
  chip.hidden = count === 0;
  chip.setAttribute("aria-label", `${count} ${told}`);
  if (number) number.textContent = String(count);
  if (name) name.textContent = told;
  if (!table) callAttention(count > 0, known !== null && count > known ? words : "", next ? `/table/${next}` : "");
  known = count;
}

/** One tab listens for all: a browser allows few connections to a host. */
function listen() {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("ludotheque.turns") : null;
  channel?.addEventListener("message", () => loadWaiting());
  const open = () => {
    const source = new EventSource("/api/events");
    source.onmessage = () => {
      loadWaiting();
      channel?.postMessage("turn");
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    };
  };
  const openForEver = () => {
    open();
    return new Promise(() => {});
  };
  if (channel && navigator.locks) navigator.locks.request("ludotheque.events", openForEver);
  else open();
}

let lastKey = -Infinity;
let isLastQuick = false; // whether the last letter came soon after the one before
let loneKeyTimer = 0;

/**
 * Call `doing` for a lone key press only: typing a sentence outside of a field must not trigger shortcuts.
 * @param {KeyboardEvent} event
 * @param {string} action
 * @param {() => void} doing
 */
export function onLoneKey(event, action, doing) {
  const isLetter = event.key.length === 1;
  if (isLetter && event.timeStamp !== lastKey) {
    isLastQuick = event.timeStamp - lastKey < ALONE;
    clearTimeout(loneKeyTimer);
    lastKey = event.timeStamp;
  }
  const isQuick = isLetter ? isLastQuick : event.timeStamp - lastKey < ALONE;
  if (!isKey(event, action) || isQuick || event.ctrlKey || event.metaKey || event.altKey || isIn(event, TYPING)) return;
  loneKeyTimer = setTimeout(doing, ALONE);
}

/** Go to the next table that waits. */
async function goToNext() {
  const found = await loadWaiting();
  if (found?.table) location.href = `/table/${found.table}`;
  else toast(waits?.dataset.none ?? "");
}

if (waits) {
  const begin = () => {
    loadWaiting();
    listen();
  };
  setTimeout(begin, table ? LATER : 0);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) loadWaiting();
  });
  document.addEventListener("keydown", (event) => onLoneKey(event, "next_table", goToNext));
}

// ---- the list of keys

/** Show the list of this page's keys; on pages without a board there is nothing to list. */
async function showKeys() {
  (await import("./keys_sheet.js").catch(() => null))?.showKeys();
}

const toKeys = find("to-keys");
if (toKeys && "texts" in /** @type {object} */ (pageData)) {
  toKeys.hidden = false;
  toKeys.addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => onLoneKey(event, "keys", showKeys));
}

/**
 * Explain what is in the pictures of `root` (explain.js), from the first time that somebody points, focuses or asks.
 * @param {HTMLElement | null} root
 * @param {import("./explain.js").Explained} explained
 * @param {{ game: string, release: () => void }} page
 */
export function explainOnDemand(root, explained, page) {
  if (!root || !Object.keys(explained).length) return;
  const first = new AbortController();
  const begin = async (/** @type {Event} */ event) => {
    if (event instanceof KeyboardEvent && !actionOf(event, { explain: true, explain_back: true })) return;
    first.abort();
    const found = await import("./explain.js").catch(() => null);
    const explainer = found && new found.Explainer(root, explained, page);
    if (event instanceof KeyboardEvent) explainer?.key(event);
    else if (event.type === "pointerdown") explainer?.press(/** @type {PointerEvent} */ (event));
    else if (event.type === "pointermove") explainer?.rest(/** @type {PointerEvent} */ (event));
  };
  for (const name of ["pointermove", "pointerdown", "focusin"]) root.addEventListener(name, begin, first);
  document.addEventListener("keydown", begin, first);
}

// ---- a search for opponents, which goes on from page to page

if (find("seek") || find("find-and-play") || stored("ludotheque.looks")) {
  import("./seek.js").then(({ follow }) => follow()).catch(() => {});
}
