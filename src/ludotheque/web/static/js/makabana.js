// Maka Bana at the table: the end of a round is revealed project by project, and a phone shows less of the sea.

import { find, fitPictures, get, text } from "./site.js";
import { page, plugIn, table } from "./table.js";

/** @import { MakabanaFacts, RevealData, TableView, TurnedProject } from "./wire.js" */
/** @import { Facts } from "./state.js" */
/** @import { Plugin, Table } from "./table.js" */

const SVG = "http://www.w3.org/2000/svg";
const EACH = 1400; // milliseconds for a project
const ABOVE_ACTIONS = 0.74; // of the cards that lie over a phone's page: the rest is under the actions
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const NARROW = matchMedia("(max-width: 59.99em)");

/**
 * @param {string} name
 * @param {string} worn
 * @param {(Node | string)[]} inside
 */
function make(name, worn = "", ...inside) {
  const made = document.createElement(name);
  made.className = worn;
  made.append(...inside);
  return made;
}

/**
 * A symbol of the drawing.
 * @param {string} href
 */
function sign(href, worn = "", x = 0, y = 0) {
  const use = document.createElementNS(SVG, "use");
  for (const [name, value] of Object.entries({ href: `#${href}`, class: worn, x, y })) {
    use.setAttribute(name, String(value));
  }
  return use;
}

/**
 * A small picture of a card, or of its back.
 * @param {string} name
 * @param {number} seat whose card lies face down; 0: it is turned up
 */
function picture(name, seat = 0) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `board makabana mini${seat ? ` seat-${seat}` : ""}`);
  svg.setAttribute("viewBox", "-1 -1 42 46");
  svg.setAttribute("aria-hidden", "true");
  if (seat) svg.append(sign("mb-back"), sign(`mb-mark-${seat}`, "on-seat", 20, 22));
  else svg.append(sign(`mb-card-${name}`));
  return svg;
}

/** The end of a round. News that come meanwhile are queued, and shown afterwards. */
class Reveal {
  /**
   * @param {Table} table
   * @param {RevealData} data
   * @param {TableView[]} queue
   */
  constructor(table, data, queue) {
    this.table = table;
    this.data = data;
    this.queue = queue;
    this.at = -1; // the project revealed last
    this.live = data.live;
    this.timer = 0;
    this.rows = data.turned.map((one) => this.row(one));
    find("reveal")?.remove();
    const summary = make("summary", "", make("h2", "", text("reveal")));
    const panel = make("details", "card reveal fold", summary, make("ol", "turned", ...this.rows));
    Object.assign(panel, { id: "reveal", open: true });
    document.querySelector(".part-project")?.after(panel);
  }

  /** @param {TurnedProject} one */
  row(one) {
    const mark = make("span", `seat-mark seat-${one.seat} makabana-mark`);
    mark.ariaHidden = "true";
    const cards = make("span", "cards", ...one.cards.map((card, k) => picture(card, k ? one.seat : 0)));
    return make("li", "later", mark, make("b", "", one.name), cards, make("span", "ended", text("reveal_later")));
  }

  begin() {
    const { composer, state, board } = this.table;
    composer?.cancelHover();
    Object.assign(state, { isActive: false, chosen: [], prefix: [] });
    this.table.hideBubble();
    board?.draw({ island: this.live });
    board?.render();
    get("table").classList.add("revealing");
    this.next();
  }

  /** Reveal one more project. */
  next() {
    clearTimeout(this.timer);
    if (++this.at >= this.data.turned.length) return this.finish();
    const one = this.data.turned[this.at];
    this.turn(this.at);
    this.live = Object.fromEntries(Object.entries({ ...this.live, ...one.live }).filter(([, markup]) => markup));
    this.table.board?.draw({ island: this.live });
    for (const id of Object.keys(one.live)) if (id.startsWith("on-")) this.land(id);
    this.showWords(one);
    this.timer = setTimeout(() => this.next(), EACH);
  }

  /**
   * Animate a piece that lands on its place.
   * @param {string} id
   */
  land(id) {
    const element = find(id);
    element?.classList.add("dropped");
    element?.addEventListener("animationend", () => element.classList.remove("dropped"), { once: true });
  }

  /** @param {number} at */
  turn(at) {
    const one = this.data.turned[at];
    const row = this.rows[at];
    row.className = `${one.is_done ? "done" : "failed"}${at === this.at ? " now" : ""}`;
    row.querySelector(".cards")?.replaceChildren(...one.cards.map((card) => picture(card)));
    const ended = row.querySelector(".ended");
    if (ended) ended.textContent = `${one.is_done ? "✓" : "✕"} ${one.words}`;
    if (at) this.rows[at - 1].classList.remove("now");
  }

  turnAll() {
    for (const at of this.rows.keys()) this.turn(at);
    for (const row of this.rows) row.classList.remove("now");
  }

  /** @param {TurnedProject} one */
  showWords(one) {
    const cut = one.words.search(/[:.]/) + 1;
    const place = get("prompt-text");
    place.replaceChildren(make("b", "", one.words.slice(0, cut)), one.words.slice(cut));
    place.append(make("small", "", text("reveal_now", { n: this.at + 1, all: this.data.turned.length })));
    get("prompt").classList.remove("waiting");
    const focused = document.activeElement?.id;
    get("actions").replaceChildren(
      this.button("reveal-skip", "reveal_skip", "plain", () => this.finish()),
      this.button("reveal-next", "reveal_next", "primary", () => this.next()),
    );
    if (focused === "reveal-next") find(focused)?.focus();
  }

  /**
   * @param {string} id
   * @param {string} key
   * @param {string} worn
   * @param {() => void} doing
   */
  button(id, key, worn, doing) {
    const made = make("button", `button ${worn}`, text(key));
    Object.assign(made, { id, type: "button" });
    made.addEventListener("click", doing);
    return made;
  }

  /** Reveal the rest at once, and continue with the game. */
  finish() {
    clearTimeout(this.timer);
    this.turnAll();
    get("table").classList.remove("revealing");
    if (NARROW.matches) find("reveal")?.removeAttribute("open");
    reveal = null;
    if (page.is_public || !this.queue.length) return this.table.cover("?seat=0");
    for (const news of this.queue) this.table.show(news);
  }
}

/** @type {Reveal | null} */
let reveal = null;
/** @type {TableView[] | null} news that wait for the reveal's data */
let waiting = null;

/** @param {Facts | null | undefined} facts */
const roundOf = (facts) => /** @type {MakabanaFacts | null | undefined} */ (facts)?.round ?? 0;

/** @param {Table} table */
const roundShown = ({ state }) => roundOf((state.drawing ?? page.drawing)?.facts);

/**
 * @param {Table} table
 * @param {TableView} news
 */
function endsRound(table, news) {
  const round = roundShown(table);
  if (!round || page.stage !== "playing") return false;
  return news.stage === "over" || roundOf(news.drawing?.facts) > round;
}

/** @returns {Promise<RevealData | null>} */
async function loadReveal() {
  const invitation = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
  const answer = await fetch(`/table/${page.table}/reveal${invitation}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * Hold back the news of the next round until the end of the last is revealed.
 * @param {Table} table
 * @param {TableView} news
 */
function holdNews(table, news) {
  const queue = waiting ?? reveal?.queue;
  if (queue) {
    queue.push(news);
    return true;
  }
  if (!endsRound(table, news)) return false;
  if (page.is_asked || (page.is_public && STILL.matches))
    table.cover("?seat=0#reveal"); // the reveal is public
  else begin(table, news);
  return true;
}

/**
 * @param {Table} table
 * @param {TableView} news
 */
async function begin(table, news) {
  const round = roundShown(table);
  waiting = [news];
  const data = await loadReveal();
  const queue = waiting;
  waiting = null;
  if (data?.number !== round) {
    for (const one of queue) table.show(one);
    return;
  }
  reveal = new Reveal(table, data, queue);
  if (STILL.matches) reveal.finish();
  else reveal.begin();
}

/**
 * Reveal the round on a shared device, which was covered after its last Tiki.
 * @param {Table} table
 */
async function beginHere(table) {
  history.replaceState(null, "", location.pathname + location.search);
  const data = await loadReveal();
  if (!data) return;
  reveal = new Reveal(table, data, []);
  if (!STILL.matches) return reveal.begin();
  reveal.turnAll();
  reveal = null;
}

/** The cards that one chooses from lie over the page: bring the island above them, and fold the last round's end. */
async function showCards() {
  find("reveal")?.removeAttribute("open");
  if (!NARROW.matches) return;
  const { bringIntoSight } = await import("./sight.js");
  const cards = document.querySelector(".part-project > svg");
  bringIntoSight(document.querySelectorAll(".part-island > svg"), (cards?.clientHeight ?? 0) * ABOVE_ACTIONS);
}

/**
 * @param {Table} table
 * @returns {Plugin}
 */
const makabana = (table) => ({ holdNews: (news) => holdNews(table, news), onPart: showCards });

plugIn(makabana);
fitPictures();
if (location.hash === "#reveal" && table?.board) beginHere(table);
