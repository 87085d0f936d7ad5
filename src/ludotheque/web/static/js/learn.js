// A lesson: steps are composed on the board as at a table, and the house judges them. What is done is ticked here alone.

import { Board } from "./board.js";
import { carriesOn } from "./hand.js";

const PROGRESS = "ludotheque.learned";
const SOON = 60; // milliseconds that a mouse rests before a preview is asked for
const find = (id) => document.getElementById(id);

function learned(game) {
  try {
    return JSON.parse(localStorage.getItem(PROGRESS) ?? "{}")[game] ?? [];
  } catch {
    return [];
  }
}

function tick(game, lesson) {
  try {
    const all = JSON.parse(localStorage.getItem(PROGRESS) ?? "{}");
    all[game] = [...new Set([...(all[game] ?? []), lesson])];
    localStorage.setItem(PROGRESS, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing shows no ticks
  }
}

// The list of lessons: ticks, and the button leads to the first that is left.
function showCourse(list) {
  const done = learned(list.dataset.game);
  const links = [...list.querySelectorAll("[data-lesson]")];
  for (const link of links) link.querySelector(".tick").hidden = !done.includes(link.dataset.lesson);
  const next = links.find((link) => !done.includes(link.dataset.lesson));
  if (next) find("begin").href = next.href;
}

class Lesson {
  constructor(page) {
    this.page = page;
    this.steps = page.steps;
    this.pending = null;
    this.lying = null; // the drawing of what is composed so far, and not played
    this.board = new Board(find("table"), {
      text: (key, values) => this.text(key, values),
      composed: (steps) => this.composed(steps),
      dropped: (steps) => this.composed(steps, true),
      again: (steps) => this.play(steps),
      partly: () => this.partly(),
      cleared: () => this.cleared(),
      hovered: (steps) => this.hovered(steps),
      refused: (name, element) => this.refused(name, element),
    });
    this.show(page);
    find("play").addEventListener("click", () => this.pending && this.play(this.pending));
    find("put-back").addEventListener("click", () => this.board.clear());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.board.clear();
      if (event.key === "Enter" && this.pending && !event.target.closest("a, button, select, summary, [role=button]"))
        this.play(this.pending);
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest("#bubble, svg")) find("bubble").hidden = true;
    });
  }

  text(key, values = {}) {
    return (this.page.texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  async ask(what, steps) {
    const address = `/learn/${this.page.game}/${this.page.lesson}/${what}`;
    const body = JSON.stringify({ steps: this.steps, new: steps });
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    }).catch(() => null);
    return answer?.headers.get("content-type")?.includes("json") ? answer.json() : null;
  }

  // What steps would do; asked once for each.
  look(steps) {
    const key = steps.join(" ");
    if (!this.looks.has(key)) this.looks.set(key, this.ask("preview", steps));
    return this.looks.get(key);
  }

  // A whole step lies there: play it. One that has a second part waits for it, and a cut for a confirming tap.
  async composed(steps, isDropped = false) {
    const shown = await this.look(steps);
    if (!shown?.drawing) return;
    if (shown.is_half) {
      this.board.goOn(steps);
      this.lying = shown.drawing;
      this.board.preview(this.lying);
    } else if (this.board.sets.size || (isDropped && carriesOn(this.board, shown.drawing, steps))) {
      this.lying = shown.drawing;
      this.board.preview(this.lying);
      this.offer(steps);
    } else {
      this.play(steps);
    }
  }

  offer(steps) {
    this.pending = steps;
    for (const id of ["play", "put-back"]) find(id).hidden = !steps;
    find("actions").hidden = !steps && find("onward").hidden;
    if (!steps) return;
    find("bubble").hidden = true;
    find("play").focus({ preventScroll: true, focusVisible: false });
  }

  partly() {
    if (!this.board.first.length) this.lying = null;
    this.offer(null);
  }

  cleared() {
    this.rest();
    this.lying = null;
    this.isPreviewing = false;
    this.offer(null);
  }

  hovered(steps) {
    this.rest();
    if (this.pending && !this.board.hand.holding) return;
    if (!steps) {
      if (this.isPreviewing) this.board.preview(this.lying);
      this.isPreviewing = false;
      return;
    }
    this.wanted = steps;
    this.resting = setTimeout(async () => {
      const { looks } = this,
        shown = await this.look(steps);
      if (!shown?.drawing || looks !== this.looks || this.wanted !== steps) return;
      this.isPreviewing = true;
      this.board.preview(shown.drawing);
    }, SOON);
  }

  rest() {
    clearTimeout(this.resting);
    this.wanted = null;
  }

  async play(steps) {
    if (this.isSent) return;
    this.offer(null);
    find("bubble").hidden = true;
    this.rest();
    this.isSent = true;
    const found = await this.ask("try", steps);
    this.isSent = false;
    if (!found) return;
    this.show(found);
    if (found.state === "missed") this.board.clear();
  }

  show(found) {
    this.steps = found.steps;
    this.looks = new Map();
    this.isPreviewing = false;
    this.lying = null;
    const isDone = found.state === "done";
    this.board.labels = Object.fromEntries(found.choices);
    this.board.set(found.drawing, !isDone);
    this.board.hand.goOn();
    const verdict = find("verdict"),
      place = find("verdict-text");
    verdict.className = `prompt ${found.state.replace(" ", "-")}`;
    place.textContent = found.text || found.prompt;
    place.nextElementSibling?.remove();
    find("onward").hidden = !isDone;
    find("actions").hidden = !isDone;
    this.list(found.choices);
    if (!isDone) return;
    tick(this.page.game, this.page.lesson);
    find("onward").querySelector(".primary").focus();
  }

  // The same choices in words, for those who would rather read.
  list(choices) {
    const form = find("by-words");
    if (!form) return;
    form.hidden = choices.length === 0;
    form.elements.steps.value = this.steps.join(" ");
    form.elements.new.replaceChildren(...choices.map(([steps, words]) => new Option(words, steps)));
  }

  async refused(name, element) {
    element.classList.remove("refused");
    element.getBoundingClientRect();
    element.classList.add("refused");
    const found = await this.ask("preview", [name]);
    if (!found?.text) return;
    const bubble = find("bubble");
    bubble.textContent = `${found.text} `;
    if (found.rule) {
      const link = document.createElement("a");
      link.href = `/rules/${found.rule.replace("/", "#")}`;
      link.textContent = this.text("rule");
      bubble.append(link);
    }
    bubble.hidden = false;
    const box = element.getBoundingClientRect(),
      size = bubble.getBoundingClientRect();
    const left = Math.max(
      8,
      Math.min(box.left + box.width / 2 - 35, document.documentElement.clientWidth - size.width - 8),
    );
    bubble.style.left = `${left + scrollX}px`;
    bubble.style.top = `${Math.max(8, box.top - size.height - 12) + scrollY}px`;
  }
}

const list = document.querySelector(".course");
if (list) showCourse(list);
const page = find("page");
if (page) new Lesson(JSON.parse(page.textContent));
