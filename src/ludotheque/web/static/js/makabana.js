// Maka Bana at the table: the end of a round is shown project by project, and a phone sees less of the sea.

import { text } from "./table.js";

const page = JSON.parse(document.getElementById("page").textContent);
const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const EACH = 1400; // milliseconds for a project
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

function make(name, worn = "", ...inside) {
  const made = document.createElement(name);
  made.className = worn;
  made.append(...inside);
  return made;
}

// A small picture of the drawing's own: a card, or its back.
function picture(name, seat = 0) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `board makabana mini${seat ? ` seat-${seat}` : ""}`);
  svg.setAttribute("viewBox", "-1 -1 42 46");
  svg.setAttribute("aria-hidden", "true");
  const uses = seat ? [["mb-back"], [`mb-mark-${seat}`, "on-seat", 20, 22]] : [[`mb-card-${name}`]];
  for (const [href, worn = "", x = 0, y = 0] of uses) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${href}`);
    use.setAttribute("class", worn);
    use.setAttribute("x", x);
    use.setAttribute("y", y);
    svg.append(use);
  }
  return svg;
}

// The end of a round. What happens meanwhile is kept, and shown when it is over.
class Reveal {
  constructor(table, told, news) {
    this.table = table;
    this.told = told;
    this.kept = news ? [news] : [];
    this.at = -1;
    this.live = told.live;
    this.show();
  }

  show() {
    find("reveal")?.remove();
    this.rows = this.told.turned.map((one) => this.row(one));
    const list = make("ol", "turned");
    list.append(...this.rows);
    const summary = make("summary", "", make("h2", "", text("reveal")));
    this.panel = make("details", "card reveal", summary, list);
    this.panel.id = "reveal";
    this.panel.open = true;
    document.querySelector(".part-project").after(this.panel);
  }

  row(one) {
    const mark = make("span", `seat-mark seat-${one.seat} makabana-mark`);
    mark.ariaHidden = "true";
    const cards = make("span", "cards", ...one.cards.map((card, k) => picture(card, k ? one.seat : 0)));
    return make("li", "later", mark, make("b", "", one.name), cards, make("span", "ended", text("reveal_later")));
  }

  begin() {
    const { board } = this.table;
    this.table.composing.rest();
    board.isActive = false;
    board.chosen = [];
    board.first = [];
    this.table.hideBubble();
    board.draw({ island: this.live });
    board.dress();
    find("table").classList.add("revealing");
    this.next();
  }

  // Turn up one more project.
  next() {
    clearTimeout(this.timer);
    if (++this.at >= this.told.turned.length) return this.finish();
    const one = this.told.turned[this.at];
    this.turn(this.at);
    this.live = { ...this.live };
    for (const [id, markup] of Object.entries(one.live)) {
      if (markup) this.live[id] = markup;
      else delete this.live[id];
    }
    this.table.board.draw({ island: this.live });
    for (const id of Object.keys(one.live)) if (id.startsWith("on-")) this.drop(id);
    this.say(one);
    this.timer = setTimeout(() => this.next(), EACH);
  }

  drop(id) {
    const element = find(id);
    element?.classList.add("dropped");
    element?.addEventListener("animationend", () => element.classList.remove("dropped"), { once: true });
  }

  turn(at) {
    const one = this.told.turned[at],
      row = this.rows[at];
    row.className = `${one.is_done ? "done" : "failed"}${at === this.at ? " now" : ""}`;
    row.querySelector(".cards").replaceChildren(...one.cards.map((card) => picture(card)));
    row.querySelector(".ended").textContent = `${one.is_done ? "✓" : "✕"} ${one.words}`;
    if (at) this.rows[at - 1].classList.remove("now");
  }

  turnAll() {
    this.rows.forEach((_, at) => {
      this.turn(at);
    });
    for (const row of this.rows) row.classList.remove("now");
  }

  say(one) {
    const cut = one.words.search(/[:.]/) + 1,
      place = find("prompt-text");
    place.replaceChildren(make("b", "", one.words.slice(0, cut)), one.words.slice(cut));
    place.append(make("small", "", text("reveal_now", { n: this.at + 1, all: this.told.turned.length })));
    find("prompt").classList.remove("waiting");
    const button = (id, key, worn, doing) => {
      const made = make("button", `button ${worn}`, text(key));
      Object.assign(made, { id, type: "button" });
      made.addEventListener("click", doing);
      return made;
    };
    const held = document.activeElement?.id;
    find("actions").replaceChildren(
      button("reveal-skip", "reveal_skip", "plain", () => this.finish()),
      button("reveal-next", "reveal_next", "primary", () => this.next()),
    );
    if (held === "reveal-next") find(held).focus();
  }

  // All of it at once, and on with the game.
  finish() {
    clearTimeout(this.timer);
    this.turnAll();
    find("table").classList.remove("revealing");
    reveal = null;
    if (page.isPublic || !this.kept.length) return this.table.cover("?seat=0");
    passing = true;
    for (const news of this.kept) this.table.update(news);
    passing = false;
  }
}

let reveal = null,
  passing = false,
  asked = null;

const roundOf = (markup) => Number(/data-round="(\d+)"/.exec(markup ?? "")?.[1] ?? 0);
const roundHere = () => Number(find("round-name")?.dataset.round ?? 0);

function endsRound(news) {
  if (!roundHere() || page.stage !== "playing") return false;
  return news.stage === "over" || roundOf(news.drawing?.live.round?.["round-name"]) > roundHere();
}

async function fetchReveal() {
  const invitation = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
  const answer = await fetch(`/table/${page.table}/reveal${invitation}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

document.addEventListener("arriving", (event) => {
  const { news, table } = event.detail;
  if (passing || !table.board) return;
  if (asked) {
    event.preventDefault();
    asked.push(news);
    return;
  }
  if (reveal) {
    event.preventDefault();
    reveal.kept.push(news);
    return;
  }
  if (!endsRound(news)) return;
  event.preventDefault();
  if (page.isAsked || (page.isPublic && isStill.matches))
    table.cover("?seat=0#reveal"); // everybody may look at this
  else begin(table, news);
});

async function begin(table, news) {
  const round = roundHere();
  asked = [news];
  const told = await fetchReveal(),
    kept = asked;
  asked = null;
  if (!told || told.number !== round) {
    passing = true;
    for (const one of kept) table.update(one);
    passing = false;
    return;
  }
  reveal = new Reveal(table, told, null);
  reveal.kept = kept;
  if (isStill.matches) reveal.finish();
  else reveal.begin();
}

// After one's own last Tiki the device is everybody's again, and shows the end of the round first.
async function beginHere() {
  history.replaceState(null, "", location.pathname + location.search);
  const told = await fetchReveal();
  if (!told || !window.table?.board) return;
  reveal = new Reveal(window.table, told, null);
  if (!isStill.matches) return reveal.begin();
  reveal.turnAll();
  reveal = null;
}

// A phone sees less of the sea, so that every site can be touched.
const narrow = matchMedia("(max-width: 59.99em)");

function fit() {
  for (const svg of document.querySelectorAll("svg[data-narrow]")) {
    svg.dataset.wide ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", narrow.matches ? svg.dataset.narrow : svg.dataset.wide);
  }
}

// The cards to choose from come into sight when they are laid out.
function reach() {
  if (!narrow.matches) return;
  document
    .querySelector(".part-project")
    ?.scrollIntoView({ block: "end", behavior: isStill.matches ? "auto" : "smooth" });
}

const { board } = window.table ?? {};
if (board) {
  const goOn = board.goOn.bind(board);
  board.goOn = (steps) => {
    const isNew = String(board.first) !== String(steps);
    goOn(steps);
    if (isNew) reach();
  };
}

narrow.addEventListener("change", fit);
fit();
if (location.hash === "#reveal") beginHere();
