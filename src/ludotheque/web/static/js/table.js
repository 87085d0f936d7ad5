// The table's page: receives news and shows them. Steps are composed in composer.js; rarely used modules
// are loaded on first use. A game's own script adds to it by `plugIn`.

import { Composer } from "./composer.js";
import { Receipt, showMark } from "./receipt.js";
import {
  callAttention,
  explainOnDemand,
  field,
  find,
  findForm,
  get,
  isIn,
  isKey,
  pageData,
  seam,
  setting,
  setUpCopying,
  setUpFolds,
  store,
  stored,
  takeFocus,
  text,
  toast,
} from "./site.js";
import { Connection } from "./socket.js";
import { defaults, isPart } from "./state.js";

/** @import { PlayEntry, RemarkView, SealedEntry, TablePage, TableView } from "./wire.js" */
/** @import { ComposerHost, Problem } from "./composer.js" */
/** @import { Drawn } from "./board.js" */
/** @import { Facts, InFlight } from "./state.js" */
/** @import { Acts } from "./acts.js" */
/** @import { Chat } from "./chat.js" */
/** @import { Clocks } from "./clocks.js" */
/** @import { History } from "./history.js" */
/** @import { Log } from "./log.js" */
/** @import { NewsQueue } from "./news_queue.js" */

/**
 * A game's additions to the table's page: each function is called if it is there.
 * @typedef {object} Plugin
 * @property {string[]} [previewsFirst] kinds of steps that a finger's first tap previews
 * @property {(news: TableView) => boolean} [holdNews] before news are shown; true holds them back: the game shows them later, by `table.show`
 * @property {(news: TableView, before: number) => void} [onNews] after news are shown; `before` is the last entry shown before them
 * @property {(steps: string[]) => void} [onPart] the first part of a choice is composed
 * @property {() => void} [onOffer] the buttons below the prompt may have changed
 * @property {(facts: Facts | null) => void} [onRender] the board has changed; `facts` are its new ones
 */

export const page = /** @type {TablePage} */ (pageData);

/** @type {import("./wire.js").WatchCommand["wants"]} */
const WANTS = ["drawing", "words", "faces"];
const PATIENCE = 8000; // milliseconds for a page to load
const AGAIN = 2000; // milliseconds until bytes that did not reach the house are sent again

/** @param {"step" | "turn" | "end"} name */
const sound = async (name) => (await import("./sound.js")).sound(name);

const NARROW = matchMedia("(max-width: 59.99em)");

/** @implements {ComposerHost} */
export class Table {
  constructor() {
    const { number, seat, news } = page;
    this.state = defaults({ number, seat, news, announced: number, heardAt: performance.now(), printed: page.printed });
    /** @type {Plugin} */
    this.plugin = {};
    /** @type {Acts | null} */
    this.acts = null;
    /** @type {Chat | null} */
    this.chat = null;
    /** @type {History | null} */
    this.history = null;
    /** @type {typeof import("./rules.js") | null} once the rulebook's drawer was opened */
    this.rules = null;
    /** @type {Promise<NewsQueue | null> | null} */
    this.newsQueue = null;
    /** @type {Promise<Log | null> | null} */
    this.log = null;
    /** @type {Promise<Clocks | null> | null} */
    this.clocks = null;
    /** @type {{ id: string, step: string, label: string }[]} steps drawn as buttons */
    this.barSteps = [];
    this.latest = news; // the last news heard, which may not be shown yet: clocks run by them
    this.isSkipping = false; // the rest of the news is shown at once
    const root = find("table");
    this.composer = root && page.drawing ? new Composer(root, this.state, this) : null;
    this.receipt = page.own.length ? Receipt.of(page.table) : null;
    if (!this.receipt) Receipt.find(page.table)?.release();
    find("lost-bytes")?.addEventListener("submit", () => this.receipt?.release());
    this.isOpening = false; // this browser's bytes are on their way to the house
    this.hear({ ...news, number: this.receipt?.stored.number ?? 0 });
    this.connection = new Connection({
      onOpen: () => this.onOpen(),
      onLost: () => this.onLost(),
      onMessage: (message) => this.onMessage(message),
    });
    this.listen();
    this.showClocks();
    this.showUnread(page.messages);
    this.begin();
  }

  /** Begin with the board in the page's markup. */
  begin() {
    if (!this.composer || !page.drawing) return;
    this.composer.begin(page.drawing, this.isMine);
    this.readLabels();
    this.readBar();
    if (this.isMine) this.showPrompt();
    if (this.wasAway) find("since-count")?.click();
    this.showSince();
    this.showRest();
    this.showChoices();
    this.showGlance();
    const release = () => this.board?.drag.end?.();
    explainOnDemand(find("table"), page.explained, { game: page.game, release });
  }

  /** On a phone the board may lie under a bar when one's turn comes. */
  async showChoices() {
    if (!NARROW.matches || !this.isMine) return;
    (await load(import("./sight.js")))?.bringChoicesIntoSight();
  }

  get board() {
    return this.composer?.board ?? null;
  }

  get isMine() {
    const { seat, news } = this.state;
    return page.stage !== "over" && seat !== null && (news?.waited_for ?? []).includes(seat);
  }

  /** @returns {TableView} */
  get news() {
    return this.state.news ?? page.news;
  }

  // ---- the connection

  onOpen() {
    const { state } = this;
    find("table")?.classList.remove("away");
    if (state.isLost) toast(text("back"));
    state.isLost = false;
    this.watch();
    if (state.inFlight) this.send(state.inFlight); // under the same id: played once
  }

  watch() {
    const { state } = this;
    this.connection.send({
      kind: "watch",
      table: page.table,
      after: Math.min(state.number, this.receipt?.stored.number ?? state.number),
      wants: WANTS,
      lang: page.lang,
      seat: (this.composer && state.seat) ?? 0, // 0: a spectator; seats may still be drawn by lot
      ...(page.invitation ? { invitation: page.invitation } : {}),
    });
  }

  onLost() {
    if (!this.state.isLost) toast(text("away"));
    this.state.isLost = true;
    find("table")?.classList.add("away");
  }

  /** @param {import("./wire.js").Outgoing} message */
  onMessage(message) {
    if (message.kind === "table" && message.table === page.table) {
      this.hear(message);
      this.latest = message;
      this.state.heardAt = performance.now();
      this.queue(message);
    }
    if (message.kind !== "error" || message.id || message.table !== page.table) return;
    if (message.error === "forbidden")
      this.reload(); // another player has the seat by now, and no news come for it
    else toast(message.text);
  }

  // ---- fair chance

  /**
   * Note in the receipt what the house says, and open this browser's bytes once all have sat down.
   * @param {TableView} news
   */
  hear(news) {
    if (!this.receipt) return;
    this.receipt.hear(news);
    showMark(this.receipt, news);
    if (this.isOpening || !this.receipt.opening(news).length) return;
    this.isOpening = true;
    this.openBytes(this.receipt, news);
  }

  /**
   * @param {Receipt} receipt
   * @param {TableView} news
   */
  async openBytes(receipt, news) {
    if (await receipt.open(news)) return this.reload();
    showMark(receipt, news);
    setTimeout(() => this.openBytes(receipt, news), AGAIN);
  }

  // ---- news

  /**
   * Show news one after another. As long as none has brought anything new, there is nothing to wait for.
   * @param {TableView} news
   */
  async queue(news) {
    if (!this.newsQueue && news.number <= this.state.number) return this.showUnlessHeld(news);
    this.newsQueue ??= load(import("./pace.js")).then((found) => found?.queueOf(this) ?? null);
    const queue = await this.newsQueue;
    if (queue) queue.add(news);
    else this.showUnlessHeld(news);
  }

  /** @param {TableView} news */
  showUnlessHeld(news) {
    if (!this.plugin.holdNews?.(news)) this.show(news);
  }

  /** @param {TableView} news */
  show(news) {
    const { state } = this;
    if (news.stage !== page.stage) this.reload(news);
    else if (this.composer) this.update(news, this.composer);
    else if (news.number > state.number && !this.receipt?.opening(news).length) this.reload(news);
  }

  /**
   * @param {TableView} news
   * @param {Composer} composer
   */
  update(news, composer) {
    const { state } = this;
    const before = state.number;
    const wasMine = this.isMine;
    const steps = this.compositionAfter(news, composer);
    if (this.mustCover(news)) return this.cover();
    this.followTurn(news);
    this.store(news, before);
    if (news.drawing) composer.reconcile(news.drawing, this.isMine, steps, news.number !== before);
    if (news.number !== before) get("hint-said").hidden = true;
    this.readBar();
    this.updateLog(news);
    this.showPrompt();
    this.showSeats();
    this.showClocks();
    this.showSince();
    this.showNotices();
    if (news.number !== before) this.history?.end(false);
    this.hearRemarks(news.remarks.filter((one) => one.number > before));
    this.plugin.onNews?.(news, before);
    this.rules?.markRule(news.rule_now);
    if (news.number !== before && !composer.composition) this.showChoices();
    composer.board.drag.continueAfterDrop();
    if (news.number > before && !this.isSkipping) sound(this.isMine && !wasMine ? "turn" : "step");
    this.updateLabels();
    callAttention(this.isMine && document.hidden, this.isMine && !wasMine ? text("your_turn") : "", location.pathname);
  }

  /**
   * @param {TableView} news
   * @param {number} before
   */
  store(news, before) {
    const { state } = this;
    state.news = news;
    state.number = news.number;
    if (!state.inFlight) return;
    if (news.number !== before) Object.assign(state, { chosen: [], prefix: [] }); // start again
    if ((state.inFlight.until ?? Infinity) <= news.number) state.inFlight = null;
  }

  /**
   * The composed steps, if they are still legal after the news.
   * @param {TableView} news
   * @param {Composer} composer
   */
  compositionAfter(news, composer) {
    const { state } = this;
    if (!this.isMine || state.inFlight || !news.waited_for?.includes(state.seat ?? 0)) return null;
    const steps = composer.composition;
    return steps && (news.number === state.number || news.legal?.includes(steps[0])) ? steps : null;
  }

  /** A form post is in flight, and may bring a cookie: news must not navigate away and cancel it. */
  holdNavigation() {
    this.state.isLeaving = true;
    setTimeout(() => {
      this.state.isLeaving = false;
      this.watch();
    }, PATIENCE);
  }

  /**
   * Load the page of the table's new stage.
   * @param {TableView | null} [news]
   */
  reload(news = null) {
    const { state } = this;
    const isOver = news?.stage === "over";
    if (isOver) sound("end");
    if (state.isLeaving) return;
    state.isLeaving = true;
    // not reload(): on a page that a form led to, that would send the form again
    const invited = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
    setTimeout(() => location.replace(`/table/${page.table}${invited}`), isOver ? 900 : 0);
    if (!news?.drawing || !this.board) return;
    this.board.set(news.drawing, false);
    this.updateLog(news);
  }

  // ---- several seats at one device

  /**
   * Whether the page has to be covered before the next player looks.
   * @param {TableView} news
   */
  mustCover(news) {
    const { own, waited_for: waited } = news;
    if (own.length < 2 || !waited) return false;
    if (page.is_public) return waitedFor(own, news) !== waitedFor(own, page.news);
    if (page.is_asked) return !waited.includes(this.state.seat ?? 0) && this.hasPlayed(news);
    return page.has_secrets && (waited.length > 1 || this.nextSeat(news) !== null);
  }

  /**
   * The own seat that is to move while the page shows another one; null if there is none.
   * @param {TableView} news
   */
  nextSeat({ own, waited_for: waited }) {
    if (own.length < 2 || !waited || waited.includes(this.state.seat ?? 0)) return null;
    return own.find((seat) => waited.includes(seat)) ?? null;
  }

  /**
   * Where nothing is secret, show the view of the seat to move.
   * @param {TableView} news
   */
  followTurn(news) {
    const next = page.is_public || page.is_asked || page.has_secrets ? null : this.nextSeat(news);
    if (next !== null) this.switchSeat(next);
  }

  /** @param {number} seat */
  switchSeat(seat) {
    this.state.seat = seat;
    this.watch();
  }

  /** @param {TableView} news */
  hasPlayed({ entries }) {
    const { seat, number } = this.state;
    return entries.some((one) => isPlayed(one) && one.seat === seat && one.number > number && !one.withdrawn);
  }

  /** Remove a seat's view from the page before the next player looks. */
  cover(where = "") {
    const { state } = this;
    if (state.isLeaving) return;
    state.isLeaving = true;
    this.board?.drag.end?.(); // the floating copy lies outside of main
    this.composer?.invalidate();
    state.number = NaN; // ignore answers that still come
    get("main").replaceChildren();
    location.replace(`/table/${page.table}${where}`);
  }

  // ---- the parts of the page

  showPrompt() {
    const words = this.news.prompt ?? "";
    const cut = words.search(/[:.?!]/) + 1;
    const lead = document.createElement("b");
    lead.textContent = words.slice(0, cut);
    if (page.own.length > 1 && this.isMine) lead.prepend(`${this.nameOf(this.state.seat)} · `);
    get("prompt-text").replaceChildren(lead, words.slice(cut));
    get("prompt").classList.toggle("waiting", !this.isMine);
    get("prompt").classList.remove("unfolded");
    this.showOffer();
    this.showRights();
    this.showRest();
  }

  /** Where the words of the prompt, or of the step that is looked back at, are longer than their place: offer the rest. */
  showRest() {
    const more = find("prompt-more");
    const [bar, words] = this.wordsShown();
    const isUnfolded = bar.classList.contains("unfolded");
    const isCut = [bar, words].some((one) => one.scrollHeight > one.clientHeight + 4);
    more?.classList.toggle("needed", isUnfolded || isCut);
    more?.setAttribute("aria-expanded", String(isUnfolded));
  }

  /**
   * The prompt and its words; while looking back, those of the bar in its place.
   * @returns {[HTMLElement, HTMLElement]}
   */
  wordsShown() {
    const past = find("looking-back");
    const words = past?.hidden === false ? past.querySelector("p") : null;
    return past && words ? [past, words] : [get("prompt"), get("prompt-text")];
  }

  /** Enable the buttons of the acts that the server allows. */
  showRights() {
    const { can } = this.news;
    const offered = {
      "take-back": can.take_back || can.is_granted,
      "ask-back": can.ask_back,
      hint: can.hint,
    };
    for (const [id, isOffered] of Object.entries(offered)) {
      const button = /** @type {HTMLButtonElement | null} */ (find(id));
      if (button) button.disabled = !isOffered;
    }
    this.showFinalActs();
  }

  /** Offer the acts that end something only while they are possible. */
  showFinalActs() {
    const { can } = this.news;
    const offered = { resign: can.resign, "ask-end": can.ask_end, "call-off": can.cancel, leave: can.leave };
    for (const [id, isOffered] of Object.entries(offered)) {
      const button = find(id);
      if (button) button.hidden = !isOffered;
    }
    const end = find("ask-end");
    if (end) end.textContent = text(can.ends_at_once ? "end_here" : "ask_end");
    const form = find("final-acts");
    if (form) form.hidden = !Object.values(offered).some(Boolean);
  }

  showSeats() {
    const { seats, scores, own } = this.news;
    for (const seat of seats) {
      const turn = find(`turn-${seat.seat}`);
      if (turn) turn.hidden = !seat.is_waited_for && !(own.includes(seat.seat) && seat.left !== null);
      turn?.classList.toggle("to-move", seat.is_waited_for);
      const strip = get(`strip-${seat.seat}`);
      strip.classList.toggle("to-move", seat.is_waited_for);
      showPlayer(strip, seat.player);
      const name = turn?.querySelector(".turn-name");
      if (name) name.textContent = this.nameOf(seat.seat);
      showPresence(strip, seat.is_here);
      const quick = /** @type {HTMLElement | null} */ (strip.querySelector(".quick"));
      if (quick) quick.hidden = !seat.is_quick;
      const total = scores?.[seat.seat - 1]?.total;
      const score = strip.querySelector(".score");
      if (score && total !== undefined) score.textContent = String(total);
    }
  }

  /** Show a pending request, a stuck bot, compiling, and new messages. */
  showNotices() {
    const { bots, is_compiling, compiled, messages } = this.news;
    this.showRequest();
    const wake = find("wake");
    if (wake) wake.hidden = !bots.some((one) => one.error);
    const warming = get("warming");
    warming.hidden = !is_compiling;
    warming.textContent = text("warming", { n: compiled });
    this.loadMessages(messages);
  }

  /** @param {RemarkView[]} remarks */
  async hearRemarks(remarks) {
    if (!remarks.length) return;
    const found = await load(import("./remarks.js"));
    if (found) toast(found.inWords(remarks, (seat) => this.nameOf(seat)));
  }

  showRequest() {
    const { seat } = this.state;
    const { ask } = this.news;
    const form = findForm("asked");
    if (!form) return;
    const isOpen = ask !== null && seat !== null && !ask.agreed.includes(seat);
    form.hidden = !isOpen;
    get("asking").hidden = !ask || isOpen;
    if (!isOpen) return;
    field(form, "number").value = String(ask.number);
    field(form, "seat").value = String(seat);
    const said = form.querySelector("p");
    const key = ask.what === "end" ? "asks_end" : "asks_back";
    if (said) said.textContent = text(key, { who: this.nameOf(ask.seat) });
  }

  /** @param {number | null} seat */
  nameOf(seat) {
    return find(`strip-${seat}`)?.querySelector(".name")?.textContent ?? "";
  }

  /** Load the clocks if the table has any: they run by themselves. */
  async showClocks() {
    if (this.news.seats.every((one) => one.left === null)) return;
    this.clocks ??= load(import("./clocks.js")).then((found) => found && new found.Clocks(this));
    (await this.clocks)?.show();
  }

  /** Say how much others have done since one's own last move, once all of it is shown. */
  showSince() {
    const count = find("since-count");
    const many = this.news.since?.entries.length ?? 0;
    if (!count) return;
    count.hidden = many < 2 || find("skip-news")?.hidden === false;
    count.textContent = text("since", { n: many });
    if (!document.hidden) store(`ludotheque.seen.${page.table}`, String(this.state.number));
  }

  /** Whether more than one thing has happened since this browser last showed the table, to somebody who had moved. */
  get wasAway() {
    const { since } = this.news;
    const seen = Number(stored(`ludotheque.seen.${page.table}`) ?? 0);
    return since !== null && since.number > 0 && since.entries.filter((number) => number > seen).length > 1;
  }

  /** @param {TableView} news */
  async updateLog({ entries }) {
    if (!entries.some(isPlayed)) return;
    this.log ??= load(import("./log.js")).then((found) => found && new found.Log(this.state));
    (await this.log)?.update(entries);
  }

  /** Read the steps' words from the page's form, unless choices have several parts. */
  readLabels() {
    const select = /** @type {HTMLSelectElement | null} */ (find("choice"));
    const options = [...(select?.options ?? [])];
    if (!this.isMine || !options.length || options.some((one) => one.value.includes(" "))) return;
    this.state.labelledAt = page.number;
    this.state.labels = Object.fromEntries(options.map((one) => [one.value, one.textContent ?? ""]));
    this.board?.render();
  }

  async updateLabels() {
    const choosing = find("choosing");
    if (choosing && !this.isMine) choosing.hidden = true;
    if (!this.isMine || this.state.labelledAt === this.state.number) return;
    const found = await load(import("./words.js"));
    await found?.loadLabels(this);
  }

  // ---- ComposerHost

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  text(key, values) {
    return text(key, values);
  }

  /** @param {string[]} steps */
  async ask(steps) {
    const shown = await this.connection.request({
      kind: "preview",
      table: page.table,
      steps,
      seat: this.state.seat,
      lang: page.lang,
      wants: ["drawing"],
    });
    if (shown?.kind === "error") return shown;
    if (shown?.kind !== "preview" || !shown.drawing) return null;
    const { drawing, words, must_confirm } = shown;
    return { drawing, words, mustConfirm: must_confirm, isPart: this.isPart(steps) };
  }

  /** @param {string[]} steps */
  isPart(steps) {
    return isPart(this.news.parts ?? {}, steps);
  }

  /** @param {string[]} steps */
  play(steps) {
    const { state } = this;
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
    state.inFlight = { kind: "play", table: page.table, seen: state.number, steps, seat: state.seat, id };
    this.showOffer();
    this.send(state.inFlight);
  }

  /** @param {InFlight} sent */
  async send(sent) {
    const { state, connection, composer } = this;
    if (!connection.isOpen) return toast(text("away"));
    const { until: _, ...message } = sent;
    const answer = await connection.request(/** @type {import("./wire.js").PlayCommand} */ (message));
    if (state.inFlight !== sent) return;
    if (!answer) {
      if (connection.isOpen) this.send(sent); // no reply: retry
      return;
    }
    if (answer.kind !== "answer" || !answer.ok) {
      state.inFlight = null;
      this.board?.clear();
      if (answer.kind === "answer" || answer.kind === "error") this.refuse(problemOf(answer), null);
      return;
    }
    const { number = 0 } = answer;
    if ((number ?? 0) <= state.number) {
      state.inFlight = null;
    } else {
      sent.until = number ?? undefined; // its news is on the way: until then nothing is lit
      Object.assign(state, { chosen: [], prefix: [] });
      composer?.describe("");
    }
    this.showOffer();
  }

  /**
   * @param {Problem} problem
   * @param {Drawn | null} element
   */
  async refuse(problem, element) {
    const bubble = await import("./bubble.js").catch(() => null);
    if (bubble) bubble.showBubble(problem, page.game, element);
    else toast(problem.text);
  }

  hideBubble() {
    const bubble = find("bubble");
    if (bubble) bubble.hidden = true;
  }

  mustAsk() {
    return setting("confirm");
  }

  /** @param {string} words */
  describe(words) {
    const place = get("prompt-text");
    const old = place.querySelector("small");
    if (!words) {
      old?.remove();
      return;
    }
    const small = old ?? document.createElement("small");
    if (!old) place.append(small);
    small.textContent = words;
    this.showRest();
  }

  /** @param {string} words */
  announce(words) {
    if (words) get("announce").textContent = words;
  }

  onOffered() {
    takeFocus(find("confirm"));
  }

  onCleared() {
    this.hideBubble();
    get("hint-said").hidden = true;
  }

  /** @param {string[]} steps */
  onPart(steps) {
    this.plugin.onPart?.(steps);
  }

  onRender() {
    const { preview, drawing } = this.state;
    this.plugin.onRender?.((preview ?? drawing ?? page.drawing)?.facts ?? null);
  }

  /** Show the buttons below the prompt, reusing those that are there: replacing a pressed one would lose its click. */
  showOffer() {
    const actions = find("actions");
    if (!actions) return;
    const buttons = this.buttons().map(([id, label, worn, doing]) => {
      const known = actions.querySelector(`[id="${CSS.escape(id)}"]`);
      const button = /** @type {HTMLButtonElement} */ (known ?? document.createElement("button"));
      Object.assign(button, { id, type: "button", className: `button ${worn}`, onclick: doing });
      if (button.textContent !== label) button.textContent = label;
      return button;
    });
    const focused = document.activeElement?.closest("#actions") ? document.activeElement.id : "";
    const isSame = buttons.length === actions.children.length && buttons.every((one, n) => one === actions.children[n]);
    if (!isSame) actions.replaceChildren(...buttons);
    if (!isSame && focused) find(focused)?.focus();
    this.plugin.onOffer?.();
  }

  /** @returns {[id: string, label: string, worn: string, doing: () => void][]} */
  buttons() {
    const { state, composer } = this;
    if (!composer) return [];
    const { pending } = state;
    const isComposing = state.chosen.length > 0 || state.prefix.length > 0;
    /** @type {[string, string, string, () => void][]} */
    const found = [];
    if (this.isMine && isComposing && !state.inFlight) {
      const [set] = state.partitions.keys();
      found.push(["put-back", wording("put_back", set), "plain", () => composer.board.clear()]);
    }
    const offered = pending ?? (state.isSlow ? state.awaited : null);
    if (offered && !state.inFlight) {
      const worn = state.isAgreed ? "primary agreed" : "primary";
      found.push(["confirm", wording("confirm", offered[0]), worn, () => composer.confirm()]);
    }
    if (isComposing) return found;
    for (const { id, step, label } of this.barSteps) {
      found.push([`bar-${step}`, label, "", () => composer.board.choose(id)]);
    }
    return found;
  }

  /** Turn the steps drawn in a bar into HTML buttons: large, and in the page's order. */
  readBar() {
    const { state } = this;
    this.barSteps = [];
    const drawn = this.isMine ? document.querySelectorAll(".part.bar [id]") : [];
    for (const element of drawn) {
      const { steps } = state.elements.get(element.id) ?? {};
      if (!steps?.length) continue;
      this.barSteps.push({ id: element.id, step: steps.join(" "), label: element.textContent?.trim() ?? "" });
    }
    this.showOffer();
  }

  // ---- modules loaded on first use

  /** @returns {Promise<Acts | null>} */
  async loadActs() {
    const found = await load(import("./acts.js"));
    if (found) this.acts ??= new found.Acts(this);
    return this.acts;
  }

  /** @param {number} newest the number of the last message */
  async loadMessages(newest) {
    const list = find("messages");
    this.showUnread(newest);
    if (!list || newest <= page.messages) return;
    const found = await load(import("./chat.js"));
    if (found) this.chat ??= new found.Chat(list, page, page.messages);
    this.chat?.loadUntil(newest);
  }

  /**
   * Show a dot while there are messages that were not read in this browser: an open sheet is read.
   * @param {number} newest the number of the last message
   */
  showUnread(newest) {
    const dot = find("unread");
    if (!dot) return;
    const key = `ludotheque.read.${page.table}`;
    if (find("talk")?.classList.contains("open")) store(key, String(newest));
    dot.hidden = newest <= Number(stored(key) ?? 0);
  }

  /**
   * Open or close a sheet over the page; without its module, the link leads to its place.
   * @param {Event} event
   * @param {HTMLElement} opener
   */
  async toggleSheet(event, opener) {
    event.preventDefault();
    const found = await load(import("./sheet.js"));
    const sheet = find(opener.dataset.opens ?? "");
    if (sheet) found?.toggleSheet(opener, sheet);
    if (sheet?.id === "since") (await load(import("./since.js")))?.fillSheet(this);
    if (sheet?.id === "rules" && sheet.classList.contains("open")) this.showRules(this.news.rule_now);
    this.showUnread(Math.max(page.messages, this.news.messages));
  }

  /**
   * Show the rulebook's drawer at a paragraph.
   * @param {string | null | undefined} paragraph
   */
  async showRules(paragraph) {
    const [sheets, rules] = (await load(Promise.all([import("./sheet.js"), import("./rules.js")]))) ?? [];
    if (!sheets || !rules) return;
    if (!sheets.isOpen("rules")) sheets.openSheet(get("to-rules"), get("rules"));
    this.rules = rules;
    await rules.showRules(page.game, paragraph);
  }

  /** Show the card for a first game, until it has been closed once in this browser, or when it is asked for. */
  showGlance(isWanted = page.is_first_game && stored(`ludotheque.glance.${page.game}`) === null) {
    const card = find("glance");
    if (!card || !isWanted) return;
    card.hidden = false;
    get("glance-close").onclick = () => {
      card.hidden = true;
      store(`ludotheque.glance.${page.game}`, "true");
    };
  }

  /**
   * Links to a rule open the drawer at it.
   * @param {Event} event
   */
  followRule(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-rule]") : null;
    if (!link || !find("rules")) return;
    event.preventDefault();
    this.showRules(link.getAttribute("data-rule"));
  }

  /** @returns {Promise<History | null>} */
  async loadHistory() {
    const found = await load(import("./history.js"));
    if (found) this.history ??= new found.History(this);
    return this.history;
  }

  // ---- input

  listen() {
    if (page.is_asked) {
      history.replaceState(null, "", location.pathname); // a reload requires a new request
      addEventListener("pageshow", (event) => {
        if (event.persisted) this.cover();
      });
    }
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {
      if (!isIn(event, "#bubble, svg")) this.hideBubble();
    });
    document.addEventListener("visibilitychange", () => callAttention(this.isMine && document.hidden));
    document.addEventListener("submit", (event) => this.submit(event));
    setUpCopying();
    setUpFolds();
    this.listenToButtons();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { pending, awaited } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey || isIn(event, "input, select, textarea")) return;
    if (isKey(event, "clear")) {
      this.hideBubble();
      this.board?.clear();
    }
    const isOffered = pending !== null || awaited !== null;
    if (isKey(event, "confirm") && isOffered && !isIn(event, "button, a, [tabindex]")) this.composer?.confirm();
  }

  /**
   * Forms are for browsers without scripts: their acts go over the socket instead, and only forms that change the
   * session or the seats load another page.
   * @param {SubmitEvent} event
   */
  async submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    const isAct = button?.name === "what" && button.value !== "leave";
    if (form.matches("[data-sure]") && button) {
      event.preventDefault();
      return this.askFirst(form, button);
    }
    if (!isAct && !["by-words", "say", "react"].includes(form.id)) {
      if (!event.defaultPrevented) this.holdNavigation();
      return;
    }
    event.preventDefault();
    if (form.id === "by-words") return this.playWords(field(form, "steps").value);
    const acts = await this.loadActs();
    if (form.id === "say") acts?.talk(field(form, "text"));
    else if (form.id === "react" && button) acts?.react(button);
    else if (button?.id === "take-back") acts?.takeBack();
    else if (button) acts?.press(form, button);
  }

  /**
   * Ask before an act that can't be undone.
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   */
  async askFirst(form, button) {
    const asked = new URLSearchParams({ what: button.value });
    if (this.state.seat) asked.set("seat", String(this.state.seat));
    (await load(import("./sure.js")))?.askFirst(form, button, `/table/${page.table}/sure?${asked}`);
  }

  /** @param {string} chosen */
  playWords(chosen) {
    if (chosen && this.isMine) this.composer?.play(chosen.split(" "));
  }

  listenToButtons() {
    find("hint")?.addEventListener("click", async () => (await this.loadActs())?.hint());
    for (const id of ["look-back", "look-on"]) find(id)?.toggleAttribute("hidden", false);
    find("look-back")?.addEventListener("click", async () => (await this.loadHistory())?.back());
    find("look-on")?.addEventListener("click", () => this.history?.on());
    find("log")?.addEventListener("click", async (event) => {
      const item = event.target instanceof Element ? event.target.closest("li") : null;
      if (isIn(event, "summary")) return; // which unfolds
      (await this.loadHistory())?.begin(item?.dataset.number);
    });
    find("prompt-more")?.addEventListener("click", () => {
      this.wordsShown()[0].classList.toggle("unfolded");
      this.showRest();
    });
    document.addEventListener("click", (event) => this.followRule(event));
    for (const id of ["glance-rules", "to-glance"]) {
      const isCard = id === "to-glance";
      find(id)?.addEventListener("click", () => (isCard ? this.showGlance(true) : this.showRules("glance.1")));
    }
    find("hint-close")?.addEventListener("click", () => {
      get("hint-said").hidden = true;
    });
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
      one.addEventListener("click", (event) => this.toggleSheet(event, one));
    }
  }
}

/**
 * A module loaded on first use; null if it can't be loaded.
 * @template T
 * @param {Promise<T>} loading
 * @returns {Promise<T | null>}
 */
function load(loading) {
  return loading.catch(() => {
    toast(text("away"));
    return null;
  });
}

/**
 * A button's text: of the kind of step or of the game if there is one, else the common one.
 * @param {string} key
 */
function wording(key, step = "") {
  const own = [`${key}_${step.split(":")[0]}`, `${key}_${page.game}`].find((one) => one in page.texts);
  return text(own ?? key, { name: step });
}

/**
 * Whether an entry is a seat's steps.
 * @param {TableView["entries"][number]} entry
 * @returns {entry is PlayEntry | SealedEntry}
 */
export function isPlayed(entry) {
  return entry.kind === "play" || entry.kind === "sealed";
}

/**
 * The seats of `own` that are to move, as a text to compare.
 * @param {number[]} own
 * @param {TableView} news
 */
function waitedFor(own, news) {
  return own.filter((seat) => news.waited_for?.includes(seat)).join();
}

/**
 * @param {import("./wire.js").AnswerMessage | import("./wire.js").ErrorMessage} answer
 * @returns {Problem}
 */
function problemOf({ error, text: words, rule }) {
  return { error: error ?? "", text: words ?? "", rule };
}

/**
 * Show who plays in a strip: somebody may have another name by now, or have made room for a bot.
 * @param {HTMLElement} strip
 * @param {import("./wire.js").PlayerView | null | undefined} player
 */
function showPlayer(strip, player) {
  const name = strip.querySelector(".name");
  if (!player || !name) return;
  name.textContent = player.called;
  const level = strip.querySelector(".level");
  if (level && !page.own.includes(Number(strip.dataset.seat))) level.textContent = player.about && `${player.about} · `;
  const place = strip.querySelector(".face-place");
  if (place && player.face) {
    place.querySelector(".face")?.remove();
    place.insertAdjacentHTML("afterbegin", player.face);
  }
  const who = /** @type {HTMLElement | null} */ (strip.querySelector(".who"));
  if (who) who.title = player.line && `${player.called}: ${player.line}`;
}

/**
 * Show whether a strip's person has the table open now: by a full or an open circle, and in words.
 * @param {HTMLElement} strip
 * @param {boolean | null | undefined} isHere
 */
function showPresence(strip, isHere) {
  const sign = /** @type {HTMLElement | null} */ (strip.querySelector(".here"));
  if (!sign) return;
  sign.hidden = typeof isHere !== "boolean" || page.own.includes(Number(strip.dataset.seat));
  sign.classList.toggle("is-here", isHere === true);
  sign.title = text(isHere ? "here" : "not_here");
  if (sign.firstElementChild) sign.firstElementChild.textContent = sign.title;
}

/** The table of this page; null for a spectator of a finished game. */
export const table = page.stage !== "over" || page.own.length ? new Table() : null;
Object.assign(seam, { table, state: table?.state });

/**
 * Add a game's plugin to the table, if there is a board.
 * @param {(table: Table) => Plugin} make
 */
export function plugIn(make) {
  if (!table?.composer) return;
  table.plugin = make(table);
  table.composer.previewsFirst = table.plugin.previewsFirst ?? [];
  table.onRender();
}
