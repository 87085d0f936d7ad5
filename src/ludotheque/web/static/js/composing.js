// Composing at the table: what is chosen is shown before it is done, offered where it can't be taken back, and sent once.

import { carriesOn } from "./hand.js";
import { find, page, setting, text, toast } from "./site.js";

const SOON = 60; // milliseconds that a mouse rests before a preview is asked for

// What a button says, in the words of a kind of step or of the game where these have their own.
function wording(key, step = "") {
  const own = [`${key}_${step.split(":")[0]}`, `${key}_${page.game}`].find((one) => one in page.texts);
  return text(own ?? key, { name: step });
}

export class Composing {
  constructor(table) {
    this.table = table;
    this.pending = null; // steps that wait to be confirmed
    this.sent = null; // steps that were sent and not answered
    this.previews = new Map(); // by steps: what they would do
    this.looksFirst = []; // kinds of steps that a first tap of a finger shows, as a mouse does by resting on them
    this.lying = null; // the drawing of what is composed so far, and not played
    this.words = ""; // and what is said of it
    this.mirrored = []; // steps that are drawn as buttons
  }

  get board() {
    return this.table.board;
  }

  // The steps that are composed and not played yet, if they still can be after the news.
  composition(news) {
    const { board } = this;
    if (!this.table.isMine || this.sent || !news.waited_for?.includes(this.table.seat)) return null;
    const steps =
      this.pending ?? (board.chosen.length ? board.whole() : null) ?? (board.first.length ? board.first : null);
    return steps && (news.number === this.table.number || news.legal?.includes(steps[0])) ? steps : null;
  }

  // News came: what was offered stays offered, also while it is previewed anew; after what was sent, all begins anew.
  keep(steps, number, before) {
    if (this.sent && number !== before) Object.assign(this.board, { chosen: [], first: [] });
    if (this.sent?.until <= number) this.sent = null;
    this.previews.clear();
    this.lying = null;
    this.words = "";
    const isOffered = this.pending !== null;
    this.pending = isOffered ? steps : null;
    return isOffered;
  }

  // Nothing that is still to come counts any more.
  forget() {
    this.rest();
    this.sent = null;
  }

  // What steps would do; asked once for each.
  async look(steps) {
    const key = steps.join(" ");
    if (!this.previews.has(key)) {
      this.previews.set(
        key,
        this.table.line.ask({
          kind: "preview",
          table: page.table,
          steps,
          seat: this.table.seat,
          lang: page.lang,
          wants: ["drawing"],
        }),
      );
    }
    const shown = await this.previews.get(key);
    if (!shown) this.previews.delete(key);
    return shown;
  }

  // What a hand rests on is shown, if it lies there for a moment; then what was shown before.
  hovered(steps) {
    this.rest();
    if (this.pending && !this.board.hand.holding) return;
    if (!steps) {
      if (!this.isPreviewing) return;
      this.isPreviewing = false;
      this.board.preview(this.lying);
      this.tellPreview(this.words);
      this.showActions();
      return;
    }
    this.wanted = steps;
    this.resting = setTimeout(async () => {
      const number = this.table.number,
        shown = await this.look(steps);
      if (shown?.kind !== "preview" || this.wanted !== steps || number !== this.table.number) return;
      this.isPreviewing = true;
      this.board.preview(shown.drawing);
      this.tellPreview(shown.words);
    }, SOON);
  }

  rest() {
    clearTimeout(this.resting);
    this.wanted = null;
  }

  // What is chosen is a whole: it is played at once, or first offered where it can't be taken back.
  async composed(steps, isOffered = false, isDropped = false) {
    this.rest();
    if (this.pending && this.board.sets.size) this.pending = steps; // what is confirmed is what lies there now
    this.showActions();
    const number = this.table.number,
      chosen = String(this.board.chosen),
      shown = await this.look(steps);
    if (number !== this.table.number || chosen !== String(this.board.chosen)) return; // it has gone on meanwhile
    if (!shown) return isPart(this.table.news.parts, steps) ? this.partly() : this.offer(steps, "");
    if (shown.kind === "error") return this.table.refuse(shown, null);
    if (isPart(this.table.news.parts, steps)) {
      this.board.goOn(steps);
      this.lying = shown.drawing;
      this.board.preview(this.lying);
      this.pending = null;
      this.partly(shown.words);
      return;
    }
    const isSet = this.board.sets.size > 0,
      isOpen = isSet || isOffered || (isDropped && carriesOn(this.board, shown.drawing, steps));
    const isBlind = this.board.isTouched && this.looksFirst.includes(steps[0].split(":")[0]);
    if (!isOpen && (!(shown.must_confirm || isBlind) || !setting("confirm"))) return this.play(steps);
    this.lying = shown.drawing;
    this.board.preview(this.lying);
    this.offer(steps, isSet ? "" : shown.words);
    if (isSet) find("announce").textContent = shown.words;
  }

  // One more tap plays it.
  offer(steps, words) {
    this.pending = steps;
    this.words = words;
    this.tellPreview(words);
    this.showActions();
    find("confirm")?.focus({ preventScroll: true, focusVisible: false });
  }

  confirm(steps) {
    if (this.pending) this.play(this.pending);
    else this.composed(steps);
  }

  partly(words = "") {
    this.pending = null;
    if (!this.board.first.length) this.lying = null;
    const isHalf = this.board.chosen.length > 0 && !this.board.sets.size && !this.board.first.length;
    this.words = words || (isHalf ? text("where_to") : "");
    this.tellPreview(this.words);
    this.showActions();
  }

  cleared() {
    this.rest();
    this.pending = this.lying = null;
    this.isPreviewing = false;
    this.words = "";
    this.tellPreview("");
    this.showActions();
    this.table.hideBubble();
    find("hint-said").hidden = true;
  }

  tellPreview(words) {
    const place = find("prompt-text");
    let small = place.querySelector("small");
    if (!words) {
      small?.remove();
      return;
    }
    if (!small) {
      small = document.createElement("small");
      place.append(small);
    }
    small.textContent = words;
  }

  // A button that was there stays the same element: one that goes between a press and its release would lose the click.
  showActions() {
    const actions = find("actions"),
      buttons = [];
    const add = (id, label, worn, doing) => {
      const button =
        actions.querySelector(`[id="${CSS.escape(id)}"]`) ??
        Object.assign(document.createElement("button"), { id, type: "button" });
      button.className = `button ${worn}`;
      button.onclick = doing;
      if (button.textContent !== label) button.textContent = label;
      buttons.push(button);
    };
    const isComposing = this.board && (this.board.chosen.length > 0 || this.board.first.length > 0);
    if (this.table.isMine && isComposing && !this.sent)
      add("put-back", wording("put_back", [...this.board.sets.keys()][0]), "plain", () => this.board.clear());
    if (this.pending && !this.sent)
      add("confirm", wording("confirm", this.pending[0]), "primary", () => this.play(this.pending));
    for (const one of isComposing ? [] : this.mirrored)
      add(`bar-${one.step}`, one.label, "", () => this.board.choose(one.id));
    const held = document.activeElement?.closest("#actions")?.querySelector(":focus")?.id;
    const isSame = buttons.length === actions.children.length && buttons.every((one, n) => one === actions.children[n]);
    if (!isSame) actions.replaceChildren(...buttons);
    if (held && !isSame) find(held)?.focus();
  }

  // Steps that are drawn as buttons in a bar are real buttons here: large, and in the order of the page.
  mirror() {
    this.mirrored = [];
    for (const element of document.querySelectorAll(".part.bar [data-steps]")) {
      const step = element.dataset.steps;
      if (this.table.isMine) this.mirrored.push({ id: element.id, step, label: element.textContent.trim() });
    }
    if (this.board) {
      this.board.isActive = this.table.isMine;
      this.board.dress();
    }
    if (find("actions")) this.showActions();
  }

  async play(steps) {
    if (this.sent) return;
    this.sent = {
      kind: "play",
      table: page.table,
      seen: this.table.number,
      steps,
      seat: this.table.seat,
      id: crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now(),
    };
    this.pending = null;
    this.showActions();
    this.send(this.sent);
  }

  async send(message) {
    if (!this.table.line.isOpen) {
      toast(text("away"));
      return;
    }
    const answer = await this.table.line.ask(message);
    if (this.sent !== message) return;
    if (!answer) {
      if (this.table.line.isOpen) this.send(message);
      return;
    } // nothing came: the same again
    if (!answer.ok || answer.number <= this.table.number) this.sent = null;
    else {
      // its news is on the way: until then nothing is lit anew
      message.until = answer.number;
      Object.assign(this.board, { chosen: [], first: [] });
      this.words = "";
      this.tellPreview("");
    }
    if (answer.ok) {
      this.showActions();
    } else {
      this.board.clear();
      this.table.refuse(answer, null);
    }
  }
}

// Whether steps are only the first part of a choice.
function isPart(parts, steps) {
  let rest = parts ?? {};
  for (const step of steps) rest = Array.isArray(rest) ? {} : (rest[step] ?? {});
  return Array.isArray(rest) ? rest.length > 0 : Object.keys(rest).length > 0;
}
