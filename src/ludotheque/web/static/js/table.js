// The table: hears what happens, shows it, and tells whose turn it is. Steps are composed in composing.js; what is needed
// only now and then is loaded when it is first asked for.

import { Board } from "./board.js";
import { Composing } from "./composing.js";
import { callAttention, find, page, text, toast } from "./site.js";
import { Line } from "./socket.js";

const WANTS = ["drawing", "words"];
const PATIENCE = 8000; // milliseconds for a page to come
const CALM = 600; // milliseconds that a step is looked at before the next is shown
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const sound = async (name) => (await import("./sound.js")).sound(name);

export { text };

class Table {
  constructor() {
    this.number = this.said = page.number;
    this.heardMessages = page.messages; // the number of the last one in the list
    this.seat = page.seat;
    this.news = page.news;
    this.coming = []; // news that are to be shown
    this.shownAt = -Infinity;
    this.composing = new Composing(this);
    this.board = find("table") ? new Board(find("table"), this.hooks()) : null;
    this.line = new Line({ opened: () => this.opened(), lost: () => this.lost(), heard: (news) => this.heard(news) });
    this.clock = setInterval(() => this.tick(), 500);
    this.heardAt = performance.now();
    this.listen();
    this.tick();
    this.readWords();
    this.composing.mirror();
  }

  // What the board tells of hands.
  hooks() {
    const { composing } = this;
    return {
      text,
      composed: (steps) => composing.composed(steps),
      dropped: (steps) => composing.composed(steps, false, true),
      again: (steps) => composing.confirm(steps),
      partly: () => composing.partly(),
      cleared: () => composing.cleared(),
      hovered: (steps) => composing.hovered(steps),
      refused: (name, element) => this.refused(name, element),
    };
  }

  get isMine() {
    return page.stage !== "over" && this.seat !== null && (this.news.waited_for ?? []).includes(this.seat);
  }

  get pending() {
    return this.composing.pending;
  }

  get sent() {
    return this.composing.sent;
  }

  play(steps) {
    return this.composing.play(steps);
  }

  showActions() {
    this.composing.showActions();
  }

  // What is asked only now and then comes when it is.
  async ask(what, ...given) {
    const { Asking } = await import("./asking.js").catch(() => ({}));
    if (!Asking) {
      toast(text("away"));
      return;
    }
    this.asking ??= new Asking(this);
    await this.asking[what](...given);
  }

  // ---- the line

  opened() {
    find("table")?.classList.remove("away");
    if (this.wasLost) toast(text("back"));
    this.wasLost = false;
    this.watch();
    if (this.sent) this.composing.send(this.sent); // under the same id: it is played once
  }

  watch() {
    const seat = { seat: (this.board && this.seat) ?? 0 }; // 0: what everybody may see; seats may still be drawn by lot
    const invitation = page.invitation ? { invitation: page.invitation } : {};
    this.line.say({
      kind: "watch",
      table: page.table,
      after: this.number,
      wants: WANTS,
      lang: page.lang,
      ...seat,
      ...invitation,
    });
  }

  lost() {
    if (!this.wasLost) toast(text("away"));
    this.wasLost = true;
    find("table")?.classList.add("away");
  }

  heard(message) {
    if (message.kind === "table" && message.table === page.table) this.hear(message);
    else if (message.kind === "error" && !message.id && message.table === page.table) {
      if (message.error === "forbidden")
        this.reload({}); // the seat is somebody else's by now, and no news come for it
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
    const early = this.shownAt + CALM - performance.now(),
      isNews = this.coming[0].number > this.number;
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
    if (!document.dispatchEvent(new CustomEvent("arriving", { cancelable: true, detail: { news, table: this } })))
      return;
    if (news.stage !== page.stage) return this.reload(news);
    if (!this.board) {
      if (news.number > this.number) this.reload(news);
      return;
    }
    const { composing } = this,
      before = this.number,
      wasMine = this.isMine,
      composed = composing.composition(news);
    if (this.isShared(news)) return this.cover();
    this.news = news;
    this.number = news.number;
    this.heardAt = performance.now();
    const isOffered = composing.keep(composed, news.number, before);
    if (news.number !== before) find("hint-said").hidden = true;
    this.board.set(news.drawing, this.isMine, composed !== null);
    if (composed) composing.composed(composed, isOffered);
    composing.mirror();
    this.tellLog(news.entries);
    this.showPrompt();
    this.showSeats();
    this.tick();
    this.showAsk();
    document.dispatchEvent(new CustomEvent("news", { detail: { news, before, table: this } }));
    this.board.hand.goOn();
    if (news.number > before) sound(this.isMine && !wasMine ? "turn" : "step");
    if (find("by-words") && !this.isMine) find("by-words").hidden = true;
    if (this.isMine && this.told !== this.number) this.ask("learnWords");
    callAttention(this.isMine && document.hidden, this.isMine && !wasMine ? text("your_turn") : "", location.pathname);
  }

  // A form is on its way, and may bring a cookie back: no news shall call it off by leading elsewhere.
  leaveBe() {
    this.reloading = true;
    setTimeout(() => {
      this.reloading = false;
      this.watch();
    }, PATIENCE);
  }

  // The table begins, or is over: another page shows that.
  reload(news) {
    if (news.stage === "over") sound("end");
    if (this.reloading) return;
    this.reloading = true;
    // not reload(): on a page that a form led to, that would send the form again
    const invited = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
    setTimeout(() => location.replace(`/table/${page.table}${invited}`), news.stage === "over" ? 900 : 0);
    if (news.drawing && this.board) {
      this.board.set(news.drawing, false);
      this.tellLog(news.entries);
    }
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
    return news.entries.some(
      (one) =>
        one.seat === this.seat &&
        one.number > this.number &&
        (one.kind === "play" || one.kind === "sealed") &&
        !one.withdrawn,
    );
  }

  // Nothing of a seat's own stays in the page before the next player looks.
  cover(where = "") {
    if (this.reloading) return;
    this.reloading = true;
    this.board?.hand.end?.(); // what is held lies outside of the page
    this.composing.forget();
    this.number = NaN; // answers that still come are for nobody
    find("main").replaceChildren();
    location.replace(`/table/${page.table}${where}`);
  }

  // ---- what the page says

  showPrompt() {
    const place = find("prompt-text"),
      words = this.news.prompt ?? "";
    const cut = words.search(/[:.?!]/) + 1;
    const lead = document.createElement("b");
    lead.textContent = words.slice(0, cut);
    if (page.own.length > 1 && this.isMine) lead.prepend(`${this.nameOf(this.seat)} · `);
    place.replaceChildren(lead, words.slice(cut));
    find("prompt").classList.toggle("waiting", !this.isMine);
    this.showActions();
    this.showRights();
  }

  // What may be done now, as the house says.
  showRights() {
    const { can } = this.news;
    const offered = {
      "take-back": can.take_back || can.is_granted,
      "ask-back": can.ask_back,
      "ask-end": can.ask_end,
      "call-off": can.cancel,
    };
    for (const [id, isOffered] of Object.entries(offered)) if (find(id)) find(id).disabled = !isOffered;
    if (find("hint")) find("hint").hidden = !can.hint;
  }

  showSeats() {
    for (const seat of this.news.seats) {
      const strip = find(`strip-${seat.seat}`);
      strip.classList.toggle("to-move", seat.is_waited_for);
      const quick = strip.querySelector(".quick");
      if (quick) quick.hidden = !seat.is_quick;
      const score = this.news.scores?.[seat.seat - 1]?.total;
      if (score !== undefined) strip.querySelector(".score").textContent = score;
    }
  }

  // A question of somebody's, a bot that came to no move, new messages.
  showAsk() {
    const place = find("asked"),
      { ask } = this.news;
    if (place) {
      const isOpen = ask && !ask.agreed.includes(this.seat) && this.seat;
      place.hidden = !isOpen;
      find("asking").hidden = !ask || isOpen;
      if (isOpen) {
        place.elements.number.value = ask.number;
        place.elements.seat.value = this.seat;
        place.querySelector("p").textContent = text(ask.what === "end" ? "asks_end" : "asks_back", {
          who: this.nameOf(ask.seat),
        });
      }
    }
    const stuck = (this.news.bots ?? []).some((one) => one.error);
    if (find("wake")) find("wake").hidden = !stuck;
    if (this.news.messages > this.heardMessages) this.ask("hearMessages");
    const warming = find("warming");
    warming.hidden = !this.news.is_compiling;
    warming.textContent = text("warming", { n: this.news.compiled });
  }

  nameOf(seat) {
    return find(`strip-${seat}`)?.querySelector(".name").textContent ?? "";
  }

  tick() {
    const gone = (performance.now() - this.heardAt) / 1000;
    for (const seat of this.news.seats ?? []) {
      const place = find(`strip-${seat.seat}`)?.querySelector(".clock");
      if (!place) continue;
      place.hidden = seat.left === null;
      if (seat.left === null) continue;
      const left = seat.runs_in === null ? seat.left : Math.max(0, seat.left - Math.max(0, gone - seat.runs_in));
      place.textContent = clockText(left);
      place.classList.toggle("low", left < 30);
    }
  }

  tellLog(entries) {
    const log = find("log");
    for (const entry of entries) {
      if (entry.kind !== "play" && entry.kind !== "sealed") continue;
      let item = log.querySelector(`[data-number="${entry.number}"]`);
      if (entry.withdrawn) {
        item?.remove();
        continue;
      }
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
    const said = entries
      .filter((entry) => entry.number > this.said)
      .flatMap((entry) => entry.words ?? [])
      .join(" ");
    this.said = Math.max(this.said, ...entries.map((entry) => entry.number));
    if (said) find("announce").textContent = said;
  }

  // The page came with every choice in words. Where choices have parts, each is asked for by itself.
  readWords() {
    const options = [...(find("choice")?.options ?? [])];
    if (!this.isMine || !options.length || options.some((one) => one.value.includes(" "))) return;
    this.told = page.number;
    this.board.labels = Object.fromEntries(options.map((one) => [one.value, one.textContent]));
  }

  // ---- what can't be

  async refused(name, element) {
    const shown = await this.line.ask({
      kind: "preview",
      table: page.table,
      steps: [name],
      seat: this.seat,
      lang: page.lang,
      wants: ["drawing"],
    });
    if (shown?.kind === "error") this.refuse(shown, element);
  }

  async refuse(error, element) {
    const { showBubble } = await import("./bubble.js").catch(() => ({}));
    if (showBubble) showBubble(error, element);
    else toast(error.text);
  }

  hideBubble() {
    const bubble = find("bubble");
    if (bubble) bubble.hidden = true;
  }

  // ---- hands

  listen() {
    if (page.isAsked) history.replaceState(null, "", location.pathname); // whoever loads it anew has to ask again
    if (page.isAsked)
      addEventListener("pageshow", (event) => {
        if (event.persisted) this.cover();
      });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
      if (event.key === "Escape") {
        this.hideBubble();
        this.board?.clear();
      }
      if (event.key === "Enter" && this.pending && !event.target.closest("button, a, [tabindex]"))
        this.play(this.pending);
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest("#bubble, svg")) this.hideBubble();
    });
    document.addEventListener("visibilitychange", () => callAttention(this.isMine && document.hidden));
    document.addEventListener("submit", (event) => {
      if (!event.defaultPrevented) this.leaveBe();
    });
    find("take-back")?.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("takeBack", event.target);
    });
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
    find("say")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("say", event.target.elements.text);
    });
    find("hint")?.addEventListener("click", () => this.ask("hint"));
    if (find("look-back")) find("look-back").hidden = false;
    find("look-back")?.addEventListener("click", () => this.ask("lookBack"));
    find("log")?.addEventListener("click", (event) => this.ask("lookBack", event.target.closest("li")?.dataset.number));
    if (this.board && this.isMine) this.showPrompt();
  }
}

function clockText(seconds) {
  const whole = Math.floor(seconds),
    hours = Math.floor(whole / 3600),
    minutes = Math.floor((whole % 3600) / 60);
  const pad = (number) => String(number).padStart(2, "0");
  if (hours >= 48) return text("days", { n: Math.floor(hours / 24) });
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

if (page.stage !== "over" || page.own.length) window.table = new Table();
