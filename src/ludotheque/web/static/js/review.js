// A finished game's page: the replay, sharing a moment, chat, and news of a rematch.

import { drawLive } from "./board.js";
import { Chat, react } from "./chat.js";
import { setMark } from "./receipt.js";
import { Replay } from "./replay.js";
import {
  actionOf,
  explainOnDemand,
  field,
  find,
  findForm,
  fitPictures,
  get,
  isIn,
  isKey,
  pageData,
  seam,
  setUpCopying,
  toast,
} from "./site.js";
import { Connection } from "./socket.js";
import { loadSpeed, pauseAt, speedBeside, storeSpeed } from "./speed.js";

/** @import { ReviewPage, TableMessage } from "./wire.js" */

const page = /** @type {ReviewPage} */ (pageData);
const ADDRESS_DELAY = 250; // milliseconds
const invited = page.invitation ? `&invitation=${encodeURIComponent(page.invitation)}` : "";

function theme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return document.documentElement.dataset.theme || (isDark ? "dark" : "light");
}

/** @param {string} id */
const link = (id) => /** @type {HTMLAnchorElement} */ (get(id));

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (get(id));

/** @param {string} id */
const select = (id) => /** @type {HTMLSelectElement} */ (get(id));

class Review {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.shown = page.ply; // the moment shown
    this.timer = 0; // of the automatic replay
    this.addressTimer = 0;
    this.graph = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (find("graph")));
    this.speed = loadSpeed();
    this.isLong = false; // the words of a step are shown to their end
    get("go-to").hidden = get("go-play").hidden = get("speed").hidden = false;
    select("speed").value = String(this.speed);
    this.listen();
    this.cutWords();
    this.readAddress();
    this.mark();
  }

  /** Show the moment in the address. */
  readAddress() {
    const found = location.hash.match(/^#ply=(\d{1,6})$/);
    if (found) this.go(Number(found[1]));
  }

  /** @param {number} moment */
  go(moment, isPlaying = false) {
    if (!isPlaying) this.stop();
    const next = Math.max(0, Math.min(this.replay.last, moment));
    if (next === this.shown) return;
    this.shown = next;
    drawLive(get("after"), this.replay.picture(next));
    const words = get("replay-words");
    words.textContent = this.replay.words[next] || (next ? "" : (words.dataset.first ?? ""));
    this.cutWords();
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddress(), ADDRESS_DELAY);
    this.mark();
  }

  /** Keep the bar's height: longer words are cut, and a button shows the rest. */
  cutWords() {
    const [words, button] = [get("replay-words"), get("read-on")];
    words.classList.add("cut");
    const isCut = words.scrollHeight > words.clientHeight + 1;
    words.classList.toggle("cut", isCut && !this.isLong);
    button.hidden = !isCut;
    button.setAttribute("aria-expanded", String(this.isLong));
  }

  /** Write the moment into the address; delayed, since browsers limit the rate. */
  writeAddress() {
    const search = location.search.replace(/([?&])ply=\d+&?/, "$1").replace(/[?&]$/, "");
    const hash = this.shown === this.replay.last ? "" : `#ply=${this.shown}`;
    history.replaceState(null, "", `/table/${page.table}${search}${hash}`);
  }

  // ---- the parts of the page that depend on the moment

  mark() {
    const at = this.shown;
    const where = get("where");
    where.textContent = (where.dataset.text ?? "").replace("#", String(at));
    input("go-to").value = String(at);
    get("go-to").setAttribute("aria-valuetext", where.textContent);
    this.markWays(at);
    this.markSharing(at, at === this.replay.last);
    this.markStory(at);
    this.markGraph(at);
  }

  /** @param {number} at */
  markWays(at) {
    const { last } = this.replay;
    const ways = {
      "go-first": 0,
      "go-back": Math.max(0, at - 1),
      "go-forward": Math.min(last, at + 1),
      "go-last": last,
    };
    for (const [id, to] of Object.entries(ways)) {
      link(id).href = `/table/${page.table}?ply=${to}${invited}`;
      if (to === at) get(id).setAttribute("aria-disabled", "true");
      else get(id).removeAttribute("aria-disabled");
    }
  }

  /**
   * @param {number} at
   * @param {boolean} isEnd
   */
  markSharing(at, isEnd) {
    const from = /** @type {HTMLFormElement} */ (get("from"));
    field(from, "ply").value = String(at);
    input("play-from").disabled = isEnd;
    const { end = "", here = "" } = get("from-where").dataset;
    get("from-where").textContent = isEnd ? end : here.replace("#", String(at));
    input("link").value = (get("link").dataset.address ?? "") + (isEnd ? "" : `#ply=${at}`);
    for (const id of ["png", "svg"]) link(id).href = `${link(id).dataset.address}${at}&theme=${theme()}`;
  }

  /** @param {number} at */
  markStory(at) {
    const list = get("moments");
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    const item = items.find((one) => Number(one.dataset.ply) >= at && at > 0);
    for (const one of items) one.classList.toggle("now", one === item);
    if (!item) {
      list.scrollTop = 0;
      return;
    }
    const above = item.offsetTop;
    const isSeen = above >= list.scrollTop && above + item.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!isSeen) list.scrollTop = above - list.clientHeight / 2;
  }

  /** The scale of the chart's plies, from `left` to `right`. */
  get graphScale() {
    const { left, right, last } = this.graph?.dataset ?? {};
    return { left: Number(left), right: Number(right), last: Number(last) };
  }

  /** @param {number} at */
  markGraph(at) {
    if (!this.graph) return;
    const { left, right, last } = this.graphScale;
    get("graph-now").setAttribute("transform", `translate(${left + ((right - left) * at) / last} 0)`);
  }

  // ---- automatic replay

  play() {
    if (this.timer) return this.stop();
    if (this.shown === this.replay.last) this.go(0, true);
    this.wait();
    this.showPlaying(true);
  }

  /** Show the next step after a pause, and so on to the end. */
  wait() {
    this.timer = setTimeout(() => {
      this.go(this.shown + 1, true);
      if (this.shown === this.replay.last) this.stop();
      else this.wait();
    }, pauseAt(this.speed));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    select("speed").value = String(speed);
    storeSpeed(speed);
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.wait();
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const button = get("go-play");
    const { pause = "", play = "" } = button.dataset;
    button.classList.toggle("playing", isPlaying);
    button.setAttribute("aria-label", isPlaying ? pause : play);
    get("replay-words").setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  // ---- input

  listen() {
    const ways = {
      "go-first": () => 0,
      "go-back": () => this.shown - 1,
      "go-forward": () => this.shown + 1,
      "go-last": () => this.replay.last,
    };
    for (const [id, to] of Object.entries(ways)) {
      get(id).addEventListener("click", (event) => {
        event.preventDefault();
        this.go(to());
      });
    }
    get("go-to").addEventListener("input", () => this.go(Number(input("go-to").value)));
    get("go-play").addEventListener("click", () => this.play());
    get("speed").addEventListener("change", () => this.setSpeed(Number(select("speed").value)));
    get("read-on").addEventListener("click", () => {
      this.isLong = !this.isLong;
      this.cutWords();
    });
    addEventListener("resize", () => this.cutWords());
    get("moments").addEventListener("click", (event) => this.clickStory(event));
    this.graph?.addEventListener("click", (event) => this.clickGraph(event));
    document.addEventListener("keydown", (event) => this.key(event));
    explainOnDemand(find("after"), page.explained, { game: page.game, release: () => {} });
    addEventListener("hashchange", () => this.readAddress());
  }

  /** @param {MouseEvent} event */
  clickStory(event) {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(Number(item.dataset.ply));
    document.querySelector(".stage .part")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {MouseEvent} event */
  clickGraph(event) {
    if (!this.graph) return;
    const box = this.graph.getBoundingClientRect();
    const scale = this.graph.viewBox.baseVal.width / box.width;
    const { left, right, last } = this.graphScale;
    this.go(Math.round((((event.clientX - box.left) * scale - left) / (right - left)) * last));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isIn(event, "input, select, textarea, .menu")) return;
    if (isKey(event, "play") && isIn(event, "button, a, summary")) return;
    const doing = actionOf(event, {
      earlier: () => this.go(this.shown - 1),
      later: () => this.go(this.shown + 1),
      first: () => this.go(0),
      last: () => this.go(this.replay.last),
      play: () => this.play(),
      faster: () => this.setSpeed(speedBeside(this.speed, 1)),
      slower: () => this.setSpeed(speedBeside(this.speed, -1)),
    });
    if (!doing) return;
    event.preventDefault();
    doing();
  }
}

/** Chat and rematch news for the game's players. */
class PlayersFeed {
  constructor() {
    const list = find("messages");
    this.chat = list ? new Chat(list, page, page.messages) : null;
    this.rematch = page.rematch;
    this.connection = new Connection({
      onOpen: () => this.watch(),
      onLost: () => {},
      onMessage: (message) => {
        if (message.kind === "table" && message.table === page.table) this.onNews(message);
      },
    });
    const form = findForm("say");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.talk(field(form, "text"));
    });
    findForm("react")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.react(/** @type {HTMLButtonElement} */ (event.submitter));
    });
  }

  watch() {
    const { table, number, lang } = page;
    this.connection.send({ kind: "watch", table, after: number, wants: [], lang, seat: 0 });
  }

  /** @param {TableMessage} news */
  onNews({ messages, rematch }) {
    this.chat?.loadUntil(messages);
    if (!rematch || rematch === this.rematch) return;
    this.rematch = rematch;
    this.showWay();
  }

  /** Somebody has made the next game's table: show the way there, as the house words it. */
  async showWay() {
    const answer = await fetch(location.pathname + location.search).catch(() => null);
    const fresh =
      answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("next");
    if (!fresh) return;
    get("next").replaceWith(document.importNode(fresh, true));
    toast(get("rematch").textContent ?? "");
  }

  /** @param {HTMLButtonElement} button */
  async react(button) {
    const number = await react(this.connection, page.table, button);
    if (number) this.chat?.loadUntil(number);
  }

  /** @param {HTMLInputElement} words */
  async talk(words) {
    const said = words.value.trim();
    if (!said) return;
    const reply = await this.connection.request({ kind: "talk", table: page.table, text: said });
    if (reply?.kind === "done") {
      words.value = "";
      this.chat?.loadUntil(reply.number);
    } else if (reply?.kind === "error") toast(reply.text);
  }
}

/** Check the game's chance against this browser's receipt, and say what came out. */
async function checkChance() {
  const mark = find("fair-mark");
  const query = page.invitation ? `?invitation=${encodeURIComponent(page.invitation)}` : "";
  const { checkGame } = await import("./fairness_check.js");
  const { receipt, verdict } = await checkGame(page.table, query, page.stage);
  if (!mark || !verdict || verdict.grade === "open") return;
  setMark(mark, receipt?.isWrong || verdict.grade === "unfair" ? "wrong" : verdict.grade);
}

fitPictures();
setUpCopying();
if (find("rating-note")?.hasAttribute("data-pending"))
  import("./late_ratings.js").then(({ loadRatings }) => loadRatings());
if (page.own.length) new PlayersFeed();
if (find("replay")) {
  const replay = await Replay.load(`/table/${page.table}/replay.json?lang=${page.lang}${invited}`);
  if (replay) seam.review = new Review(replay);
}
if (page.own.length && find("replay")) checkChance();
