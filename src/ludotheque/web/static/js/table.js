// The table: hears what happens, composes and plays steps, and tells whose turn it is.

import { Board } from "./board.js";
import { callAttention, setting, toast } from "./site.js";
import { Line } from "./socket.js";

const page = JSON.parse(document.getElementById("page").textContent);
const find = (id) => document.getElementById(id);
const WANTS = ["drawing", "words"];
const PATIENCE = 8000; // milliseconds for a page to come
const CALM = 600; // milliseconds that a step is looked at before the next is shown
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SOON = 60; // milliseconds that a mouse rests before a preview is asked for

// Loaded when something is first heard.
const sound = async (name) => (await import("./sound.js")).sound(name);

export function text(key, values = {}) {
  return (page.texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// What a button says, in the words of a kind of step or of the game where these have their own.
function wording(key, step = "") {
  const own = [`${key}_${step.split(":")[0]}`, `${key}_${page.game}`].find((one) => one in page.texts);
  return text(own ?? key, { name: step });
}

class Table {
  constructor() {
    this.number = this.said = page.number;
    this.heardMessages = page.messages; // the number of the last one in the list
    this.seat = page.seat;
    this.news = page.news;
    this.pending = null; // steps that wait to be confirmed
    this.sent = null; // steps that were sent and not answered
    this.previews = new Map();
    this.coming = []; // news that are to be shown
    this.shownAt = -Infinity;
    this.looksFirst = []; // kinds of steps that a first tap of a finger shows, as a mouse does by resting on them
    this.board = !find("table") ? null : new Board(find("table"), {
      text,
      composed: (steps) => this.composed(steps),
      again: (steps) => this.confirm(steps),
      partly: () => this.partly(),
      cleared: () => this.cleared(),
      hovered: (steps) => this.hovered(steps),
      refused: (name, element) => this.refused(name, element),
    });
    this.line = new Line({ opened: () => this.opened(), lost: () => this.lost(), heard: (news) => this.heard(news) });
    this.clock = setInterval(() => this.tick(), 500);
    this.heardAt = performance.now();
    this.listen();
    this.tick();
    this.mirror();
  }

  get isMine() {
    return page.stage !== "over" && this.seat !== null && (this.news.waited_for ?? []).includes(this.seat);
  }

  // ---- the line

  opened() {
    find("table")?.classList.remove("away");
    if (this.wasLost) toast(text("back"));
    this.wasLost = false;
    this.watch();
    if (this.sent) this.send(this.sent); // under the same id: it is played once
  }

  watch() {
    const seat = { seat: (this.board && this.seat) ?? 0 }; // 0: what everybody may see; seats may still be drawn by lot
    const invitation = page.invitation ? { invitation: page.invitation } : {};
    this.line.say({ kind: "watch", table: page.table, after: this.number, wants: WANTS, lang: page.lang, ...seat, ...invitation });
  }

  lost() {
    if (!this.wasLost) toast(text("away"));
    this.wasLost = true;
    find("table")?.classList.add("away");
  }

  heard(message) {
    if (message.kind === "table" && message.table === page.table) this.hear(message);
    else if (message.kind === "error" && !message.id && message.table === page.table) {
      if (message.error === "forbidden") this.reload({}); // the seat is somebody else's by now, and no news come for it
      else toast(message.text);
    }
  }

  // ---- what has happened

  // One thing after another: whoever has just moved sees it before the answer to it.
  hear(news) {
    this.coming.push(news);
    if (this.coming.length === 1) this.showNext();
  }

  showNext() {
    const early = this.shownAt + CALM - performance.now(), isNews = this.coming[0].number > this.number;
    const wait = isNews && early > 0 && !STILL.matches && !document.hidden ? early : 0;
    const show = () => {
      const news = this.coming[0];
      if (news.number > this.number) this.shownAt = performance.now();
      try {
        this.update(news);
      } finally {
        this.coming.shift();
        if (this.coming.length) this.showNext();
      }
    };
    if (wait) setTimeout(show, wait);
    else show();
  }

  update(news) {
    // A game may show something first, in its own time; then it hands the news back.
    if (!document.dispatchEvent(new CustomEvent("arriving", { cancelable: true, detail: { news, table: this } }))) return;
    if (news.stage !== page.stage) return this.reload(news);
    if (!this.board) { if (news.number > this.number) this.reload(news); return; }
    const before = this.number, wasMine = this.isMine, composed = this.composition(news);
    if (this.isShared(news)) return this.cover();
    if (this.sent && news.number !== before) Object.assign(this.board, { chosen: [], first: [] }); // it was sent: what comes next begins anew
    if (this.sent?.until <= news.number) this.sent = null;
    this.news = news;
    this.number = news.number;
    this.heardAt = performance.now();
    const isOffered = this.pending !== null;
    this.previews.clear();
    this.pending = isOffered ? composed : null; // what is offered stays offered, also while it is previewed anew
    if (news.number !== before) find("hint-said").hidden = true;
    this.board.set(news.drawing, this.isMine, composed !== null);
    if (composed) this.composed(composed, isOffered);
    this.mirror();
    this.tellLog(news.entries);
    this.showPrompt();
    this.showSeats();
    this.tick();
    this.showAsk();
    document.dispatchEvent(new CustomEvent("news", { detail: { news, before, table: this } }));
    if (news.number > before) sound(this.isMine && !wasMine ? "turn" : "step");
    if (find("by-words") && !this.isMine) find("by-words").hidden = true;
    if (this.isMine && this.told !== this.number) this.learnWords();
    callAttention(this.isMine && document.hidden, this.isMine && !wasMine ? text("your_turn") : "", location.pathname);
  }

  // The steps that are composed and not played yet, if they still can be after the news.
  composition(news) {
    const { board, seat } = this;
    if (!this.isMine || this.sent || !news.waited_for?.includes(seat)) return null;
    const steps = this.pending ?? (board.chosen.length ? board.whole() : null) ?? (board.first.length ? board.first : null);
    return steps && (news.number === this.number || news.legal?.includes(steps[0])) ? steps : null;
  }

  // A form is on its way, and may bring a cookie back: no news shall call it off by leading elsewhere.
  leaveBe() {
    this.reloading = true;
    setTimeout(() => { this.reloading = false; this.watch(); }, PATIENCE);
  }

  // The table begins, or is over: another page shows that.
  reload(news) {
    if (news.stage === "over") sound("end");
    if (this.reloading) return;
    this.reloading = true;
    // not reload(): on a page that a form led to, that would send the form again
    const invited = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
    setTimeout(() => location.replace(`/table/${page.table}${invited}`), news.stage === "over" ? 900 : 0);
    if (news.drawing && this.board) { this.board.set(news.drawing, false); this.tellLog(news.entries); }
  }

  // Several seats of this device: where nothing is secret, the view is that of the seat to move.
  isShared(news) {
    if (news.own.length < 2 || !news.waited_for) return false;
    const waited = (heard) => news.own.filter((one) => heard.waited_for?.includes(one)).join();
    if (page.isPublic) return waited(news) !== waited(page.news);
    if (page.isAsked) return !news.waited_for.includes(this.seat) && this.hasPlayed(news);
    if (page.hasSecrets && news.waited_for.length > 1) return true;
    if (news.waited_for.includes(this.seat)) return false;
    const next = news.own.find((one) => news.waited_for.includes(one));
    if (!next) return false;
    if (page.hasSecrets) return true;
    this.seat = next;
    this.watch();
    return false;
  }

  hasPlayed(news) {
    return news.entries.some((one) => one.seat === this.seat && one.number > this.number && (one.kind === "play" || one.kind === "sealed") && !one.withdrawn);
  }

  // Nothing of a seat's own stays in the page before the next player looks.
  cover(where = "") {
    if (this.reloading) return;
    this.reloading = true;
    clearTimeout(this.resting);
    this.sent = null;
    this.number = NaN; // answers that still come are for nobody
    find("main").replaceChildren();
    location.replace(`/table/${page.table}${where}`);
  }

  showPrompt() {
    const place = find("prompt-text"), words = this.news.prompt ?? "";
    const cut = words.search(/[:.?!]/) + 1;
    const lead = document.createElement("b");
    lead.textContent = words.slice(0, cut);
    if (page.own.length > 1 && this.isMine) lead.prepend(`${this.nameOf(this.seat)} · `);
    place.replaceChildren(lead, words.slice(cut));
    find("prompt").classList.toggle("waiting", !this.isMine);
    this.showActions();
    const back = find("take-back");
    if (back) back.disabled = !this.news.take_back && !this.canAskBots;
    const hint = find("hint");
    if (hint) hint.hidden = !this.isMine || Boolean(this.news.rated);
  }

  // Bots agree to whatever is asked: against them alone, anything of mine can be taken back.
  get canAskBots() {
    const { seats, ask } = this.news, others = (seats ?? []).filter((one) => one.seat !== this.seat);
    const mine = find("log")?.querySelector(`li .seat-mark.seat-${this.seat}`);
    return Boolean(mine) && !ask && others.every((one) => one.holder?.holds === "bot");
  }

  showSeats() {
    for (const seat of this.news.seats) {
      const strip = find(`strip-${seat.seat}`);
      strip.classList.toggle("to-move", seat.is_waited_for);
      const score = this.news.scores?.[seat.seat - 1]?.total;
      if (score !== undefined) strip.querySelector(".score").textContent = score;
    }
  }

  // A question of somebody's, a bot that came to no move, new messages.
  showAsk() {
    const place = find("asked"), { ask } = this.news;
    if (place) {
      const isOpen = ask && !ask.agreed.includes(this.seat) && this.seat;
      place.hidden = !isOpen;
      find("asking").hidden = !ask || isOpen;
      if (isOpen) {
        place.elements.number.value = ask.number;
        place.elements.seat.value = this.seat;
        place.querySelector("p").textContent = text(ask.what === "end" ? "asks_end" : "asks_back", { who: this.nameOf(ask.seat) });
      }
    }
    const stuck = (this.news.bots ?? []).some((one) => one.error);
    if (find("wake")) find("wake").hidden = !stuck;
    if (this.news.messages > this.heardMessages) this.hearMessages();
    if (this.news.is_compiling && !this.saidCompiling) { this.saidCompiling = true; toast(text("compiling")); }
  }

  nameOf(seat) {
    return find(`strip-${seat}`)?.querySelector(".name").textContent ?? "";
  }

  async hearMessages() {
    const list = find("messages");
    if (!list) return;
    const answer = await fetch(`/api/tables/${page.table}/messages?after=${this.heardMessages}`).catch(() => null);
    if (!answer?.ok) return;
    for (const message of await answer.json()) {
      if (message.number <= this.heardMessages) continue;
      this.heardMessages = message.number;
      const item = document.createElement("li"), name = document.createElement("b");
      name.textContent = message.person;
      item.append(name, ` ${message.text}`);
      list.append(item);
    }
    list.scrollTop = list.scrollHeight;
  }

  tick() {
    const gone = (performance.now() - this.heardAt) / 1000;
    for (const seat of this.news.seats ?? []) {
      const place = find(`strip-${seat.seat}`)?.querySelector(".clock");
      if (!place) continue;
      place.hidden = seat.left === null;
      if (seat.left === null) continue;
      const left = Math.max(0, seat.left - (seat.is_waited_for ? Math.max(0, gone - (seat.forgiven ?? 0)) : 0));
      place.textContent = clockText(left);
      place.classList.toggle("low", left < 30);
    }
  }

  tellLog(entries) {
    const log = find("log");
    for (const entry of entries) {
      if (entry.kind !== "play" && entry.kind !== "sealed") continue;
      let item = log.querySelector(`[data-number="${entry.number}"]`);
      if (entry.withdrawn) { item?.remove(); continue; }
      if (!item) {
        item = document.createElement("li");
        item.dataset.number = entry.number;
        const mark = document.createElement("span");
        mark.className = `seat-mark seat-${entry.seat} ${page.game}-mark`;
        mark.ariaHidden = "true";
        item.append(mark, document.createElement("span"));
        const after = [...log.children].find((one) => Number(one.dataset.number) < entry.number);
        log.insertBefore(item, after ?? null);
      }
      item.lastElementChild.textContent = (entry.words ?? []).join(" ") || text("secret");
    }
    for (const item of log.children) item.classList.toggle("now", item === log.firstElementChild);
    const said = entries.filter((entry) => entry.number > this.said).flatMap((entry) => entry.words ?? []).join(" ");
    this.said = Math.max(this.said, ...entries.map((entry) => entry.number));
    if (said) find("announce").textContent = said;
  }

  // What every step would do, in words: for those who listen, and for who plays by words.
  async learnWords() {
    const seat = this.seat ? `&seat=${this.seat}` : "";
    const answer = await fetch(`/api/tables/${page.table}?wants=told&after=${this.number}&lang=${page.lang}${seat}`).catch(() => null);
    if (!answer?.ok) return;
    const { told, number, parts } = await answer.json();
    if (number !== this.number || !told) return;
    this.told = number;
    this.board.labels = told;
    this.board.dress();
    this.fillWords(told, parts ?? {});
  }

  fillWords(told, parts) {
    const form = find("by-words");
    if (!form) return;
    form.hidden = !this.isMine;
    form.elements.seen.value = this.number;
    const options = [];
    for (const step of this.news.legal ?? []) {
      for (const steps of wholes(step, parts[step])) {
        const option = document.createElement("option");
        option.value = steps.join(" ");
        option.textContent = steps.map((one) => told[one] ?? one).join(" ");
        options.push(option);
      }
    }
    form.elements.steps.replaceChildren(...options);
    if (options[0]) options[0].selected = true;
    const where = find("words-where");
    if (where && this.news.words) where.replaceChildren(...this.news.words.split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  }

  // ---- composing

  async look(steps) {
    const key = steps.join(" ");
    if (!this.previews.has(key)) {
      this.previews.set(key, this.line.ask({ kind: "preview", table: page.table, steps, seat: this.seat, lang: page.lang, wants: ["drawing"] }));
    }
    const shown = await this.previews.get(key);
    if (!shown) this.previews.delete(key);
    return shown;
  }

  hovered(steps) {
    clearTimeout(this.resting);
    if (this.pending) return;
    if (!steps) {
      if (this.isPreviewing) { this.isPreviewing = false; this.board.preview(null); this.showActions(); }
      return;
    }
    this.resting = setTimeout(async () => {
      const number = this.number, shown = await this.look(steps);
      if (shown?.kind !== "preview" || this.pending || number !== this.number) return;
      this.isPreviewing = true;
      this.board.preview(shown.drawing);
      this.tellPreview(shown.words);
    }, SOON);
  }

  async composed(steps, isOffered = false) {
    clearTimeout(this.resting);
    if (this.pending && this.board.sets.size) this.pending = steps; // what is confirmed is what lies there now
    this.showActions();
    const number = this.number, chosen = String(this.board.chosen), shown = await this.look(steps);
    if (number !== this.number || chosen !== String(this.board.chosen)) return; // it has gone on meanwhile
    if (!shown) return isPart(this.news.parts, steps) ? this.partly() : this.offer(steps, "");
    if (shown.kind === "error") return this.refuse(shown, null);
    if (isPart(this.news.parts, steps)) {
      this.board.goOn(steps);
      this.board.preview(shown.drawing);
      this.pending = null;
      this.partly(shown.words);
      return;
    }
    const isSet = [...this.board.sets.keys()].length > 0;
    const isBlind = this.board.isTouched && this.looksFirst?.includes(steps[0].split(":")[0]);
    if (shown.is_final || isSet || steps.length > 1 || isBlind || isOffered) {
      if (!setting("confirm") && !isSet && !isOffered) return this.play(steps);
      this.board.preview(shown.drawing);
      this.offer(steps, isSet ? "" : shown.words);
      if (isSet) find("announce").textContent = shown.words;
      return;
    }
    this.play(steps);
  }

  // One more tap plays it.
  offer(steps, words) {
    this.pending = steps;
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
    const isHalf = this.board.chosen.length > 0 && !this.board.sets.size && !this.board.first.length;
    this.tellPreview(words || (isHalf ? text("where_to") : ""));
    this.showActions();
  }

  cleared() {
    this.pending = null;
    this.isPreviewing = false;
    this.tellPreview("");
    this.showActions();
    this.hideBubble();
    find("hint-said").hidden = true;
  }

  tellPreview(words) {
    const place = find("prompt-text");
    let small = place.querySelector("small");
    if (!words) { small?.remove(); return; }
    if (!small) place.append(small = document.createElement("small"));
    small.textContent = words;
  }

  // A button that was there stays the same element: one that goes between a press and its release would lose the click.
  showActions() {
    const actions = find("actions"), buttons = [];
    const add = (id, label, worn, doing) => {
      const button = actions.querySelector(`[id="${CSS.escape(id)}"]`) ?? Object.assign(document.createElement("button"), { id, type: "button" });
      button.className = `button ${worn}`;
      button.onclick = doing;
      if (button.textContent !== label) button.textContent = label;
      buttons.push(button);
    };
    const isComposing = this.board && (this.board.chosen.length > 0 || this.board.first.length > 0);
    if (this.isMine && isComposing && !this.sent) add("put-back", wording("put_back", [...this.board.sets.keys()][0]), "plain", () => this.board.clear());
    if (this.pending && !this.sent) add("confirm", wording("confirm", this.pending[0]), "primary", () => this.play(this.pending));
    for (const one of isComposing ? [] : this.mirrored ?? []) add(`bar-${one.step}`, one.label, "", () => this.board.choose(one.id));
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
      if (this.isMine) this.mirrored.push({ id: element.id, step, label: element.textContent.trim() });
    }
    if (this.board && !this.isMine) this.board.isActive = false;
    this.board && (this.board.isActive = this.isMine);
    this.board?.dress();
    if (find("actions")) this.showActions();
  }

  async play(steps) {
    if (this.sent) return;
    this.sent = { kind: "play", table: page.table, seen: this.number, steps, seat: this.seat, id: crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now() };
    this.pending = null;
    this.showActions();
    this.send(this.sent);
  }

  async send(message) {
    if (!this.line.isOpen) { toast(text("away")); return; }
    const answer = await this.line.ask(message);
    if (this.sent !== message) return;
    if (!answer) { if (this.line.isOpen) this.send(message); return; } // nothing came: the same again
    if (answer.ok && this.number < answer.number) message.until = answer.number; // its news is on the way: until then nothing is lit anew
    else this.sent = null;
    if (answer.ok) {
      this.board.chosen = [];
      this.board.first = [];
      this.tellPreview("");
      this.showActions();
    } else {
      this.board.clear();
      this.refuse(answer, null);
    }
  }

  // ---- what can't be

  async refused(name, element) {
    const shown = await this.line.ask({ kind: "preview", table: page.table, steps: [name], seat: this.seat, lang: page.lang, wants: ["drawing"] });
    if (shown?.kind === "error") this.refuse(shown, element);
  }

  refuse(error, element) {
    const bubble = find("bubble");
    const words = document.createElement("span");
    words.textContent = `${error.error === "stale" ? text("stale") : error.text} `;
    bubble.replaceChildren(words);
    if (error.rule) {
      const link = Object.assign(document.createElement("a"), { textContent: text("rule"), target: "_blank", rel: "noopener" });
      link.href = `/rules/${page.game}#${error.rule.split("/").at(-1)}`;
      bubble.append(link);
    }
    const at = (element ?? find("prompt")).getBoundingClientRect();
    bubble.hidden = false;
    const width = bubble.offsetWidth, left = Math.min(Math.max(8, at.left + at.width / 2 - 36), innerWidth - width - 8);
    const above = at.top - bubble.offsetHeight - 12, isBelow = above < 4;
    bubble.classList.toggle("below", isBelow);
    bubble.style.setProperty("--at", `${Math.min(Math.max(14, at.left + at.width / 2 - left - 7), width - 28)}px`);
    bubble.style.left = `${left + scrollX}px`;
    bubble.style.top = `${(isBelow ? at.bottom + 12 : above) + scrollY}px`;
    if (element) { element.classList.remove("refused"); void element.getBoundingClientRect(); element.classList.add("refused"); }
    clearTimeout(this.bubbling);
    this.bubbling = setTimeout(() => this.hideBubble(), 9000);
  }

  hideBubble() {
    const bubble = find("bubble");
    if (bubble) bubble.hidden = true;
  }

  // ---- other doings

  listen() {
    if (page.isAsked) history.replaceState(null, "", location.pathname); // whoever loads it anew has to ask again
    if (page.isAsked) addEventListener("pageshow", (event) => { if (event.persisted) this.cover(); });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
      if (event.key === "Escape") { this.hideBubble(); this.board?.clear(); }
      if (event.key === "Enter" && this.pending && !event.target.closest("button, a, [tabindex]")) this.play(this.pending);
    });
    document.addEventListener("click", (event) => { if (!event.target.closest("#bubble, svg")) this.hideBubble(); });
    document.addEventListener("visibilitychange", () => callAttention(this.isMine && document.hidden));
    document.addEventListener("submit", (event) => { if (!event.defaultPrevented) this.leaveBe(); });
    for (const form of document.querySelectorAll("form[data-api]")) form.addEventListener("submit", (event) => this.submit(event, form));
    find("by-words")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = event.target.elements.steps.value;
      if (chosen && this.isMine) this.play(chosen.split(" "));
    });
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const field = find(button.dataset.copy);
        field.select();
        await navigator.clipboard?.writeText(field.value).catch(() => {});
        toast(text("copied"));
      });
    }
    find("say")?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = event.target.elements.text, said = field.value.trim();
      if (!said) return;
      const answer = await this.post("messages", { text: said });
      if (answer?.error) this.refuse(answer, field);
      else if (answer) { field.value = ""; this.hearMessages(); }
    });
    find("hint")?.addEventListener("click", () => this.hint());
    if (find("look-back")) find("look-back").hidden = false;
    find("look-back")?.addEventListener("click", () => this.lookBack());
    find("log")?.addEventListener("click", (event) => this.lookBack(event.target.closest("li")?.dataset.number));
    if (this.board && this.isMine) this.showPrompt();
  }

  async submit(event, form) {
    event.preventDefault();
    const body = this.seat ? { seat: this.seat } : {};
    let answer = form.dataset.api === "back" && !this.news.take_back ? null : await this.post(form.dataset.api, body);
    if (form.dataset.api === "back" && !answer?.ok && this.canAskBots) {
      const last = find("log").querySelector(`li:has(.seat-mark.seat-${this.seat})`);
      answer = await this.post("ask", { ...body, what: "back", entry: Number(last.dataset.number) });
    }
    if (answer && !answer.ok) this.refuse(answer, form);
  }

  async post(what, body) {
    const answer = await fetch(`/api/tables/${page.table}/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    }).catch(() => null);
    if (!answer?.headers.get("content-type")?.includes("json")) { toast(text("away")); return null; }
    return answer.json();
  }

  // The moments so far; what is needed for that comes when it is asked for.
  async lookBack(number) {
    const { Back } = await import("./back.js");
    this.back ??= new Back(this, page);
    this.back.begin(number);
  }

  async hint() {
    this.tellPreview(text("hint_asked"));
    const answer = await this.post("hint", this.seat ? { seat: this.seat } : {});
    if (!answer) return this.tellPreview("");
    if (answer.error) { this.tellPreview(""); return this.refuse(answer, find("hint")); }
    if (answer.number !== this.number) return;
    const shown = await this.look(answer.steps);
    if (answer.number !== this.number || this.sent) return; // it has gone on meanwhile
    this.board.adopt(answer.steps[0]);
    if (shown?.drawing) this.board.preview(shown.drawing);
    this.offer(answer.steps, answer.words.join(" "));
    find("hint-why").textContent = answer.reason.join(" ");
    find("hint-said").hidden = !answer.reason.length;
  }
}

// Every way to go on from a step whose choice has parts.
function* wholes(step, rest) {
  if (!rest || (Array.isArray(rest) && !rest.length)) { yield [step]; return; }
  for (const next of Array.isArray(rest) ? rest : Object.keys(rest)) {
    for (const more of wholes(next, Array.isArray(rest) ? null : rest[next])) yield [step, ...more];
  }
}

// Whether steps are only the first part of a choice.
function isPart(parts, steps) {
  let rest = parts ?? {};
  for (const step of steps) rest = Array.isArray(rest) ? (rest.includes(step) ? {} : {}) : rest[step] ?? {};
  return Array.isArray(rest) ? rest.length > 0 : Object.keys(rest).length > 0;
}

function clockText(seconds) {
  const whole = Math.floor(seconds), hours = Math.floor(whole / 3600), minutes = Math.floor((whole % 3600) / 60);
  const pad = (number) => String(number).padStart(2, "0");
  if (hours >= 48) return text("days", { n: Math.floor(hours / 24) });
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

if (page.stage !== "over" || page.own.length) window.table = new Table();
