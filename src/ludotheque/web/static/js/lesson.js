// A lesson: steps are composed as at a table, and the server judges them. Only this browser stores which are done.

import { Composer } from "./composer.js";
import { explainOnDemand, field, find, findForm, get, isIn, isKey, pageData, seam, takeFocus, text } from "./site.js";
import { defaults } from "./state.js";

/** @import { LessonMessage, LessonPage, LessonPreview } from "./wire.js" */
/** @import { ComposerHost, Preview, Problem } from "./composer.js" */
/** @import { Drawn } from "./board.js" */

const PROGRESS = "ludotheque.learned";

/** @returns {Record<string, string[]>} by game: the finished lessons */
function progress() {
  try {
    return JSON.parse(localStorage.getItem(PROGRESS) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {string} lesson
 */
function tick(game, lesson) {
  const all = progress();
  all[game] = [...new Set([...(all[game] ?? []), lesson])];
  try {
    localStorage.setItem(PROGRESS, JSON.stringify(all));
  } catch {
    // without storage, no ticks
  }
}

/**
 * Tick the finished lessons, and link the button to the first unfinished one.
 * @param {HTMLElement} list
 */
function showCourse(list) {
  const done = progress()[list.dataset.game ?? ""] ?? [];
  const links = /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll("[data-lesson]")]);
  const isDone = (/** @type {HTMLElement} */ link) => done.includes(link.dataset.lesson ?? "");
  for (const link of links) {
    const mark = /** @type {HTMLElement | null} */ (link.querySelector(".tick"));
    if (mark) mark.hidden = !isDone(link);
  }
  const next = links.find((link) => !isDone(link));
  if (next) /** @type {HTMLAnchorElement} */ (get("begin")).href = next.href;
}

/** @implements {ComposerHost} */
class Lesson {
  /** @param {LessonPage} page */
  constructor(page) {
    this.page = page;
    this.steps = page.steps; // the accepted ones
    this.state = defaults({ printed: page.printed });
    this.composer = new Composer(get("table"), this.state, this);
    this.show(page);
    const { board } = this.composer;
    get("play").addEventListener("click", () => this.composer.confirm());
    get("put-back").addEventListener("click", () => board.clear());
    document.addEventListener("keydown", (event) => this.key(event));
    explainOnDemand(board.root, page.explained, { game: page.game, release: () => board.drag.end?.() });
    document.addEventListener("click", (event) => {
      if (!isIn(event, "#bubble, svg")) this.hideBubble();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { pending, awaited } = this.state;
    if (isKey(event, "clear")) this.composer.board.clear();
    const isElsewhere = isIn(event, "a, button, select, summary, [role=button]");
    if (isKey(event, "confirm") && (pending || awaited) && !isElsewhere) this.composer.confirm();
  }

  /**
   * Post steps to the server.
   * @param {"preview" | "try"} what
   * @param {string[]} steps
   */
  async post(what, steps) {
    const answer = await fetch(`/learn/${this.page.game}/${this.page.lesson}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ steps: this.steps, new: steps }),
    }).catch(() => null);
    return answer?.headers.get("content-type")?.includes("json") ? answer.json() : null;
  }

  /** @param {LessonMessage} found */
  show(found) {
    this.steps = found.steps;
    this.state.labels = Object.fromEntries(found.choices);
    this.composer.reconcile(found.drawing, found.state !== "done");
    this.composer.board.drag.continueAfterDrop();
    this.showVerdict(found);
    this.list(found.choices);
    if (found.state !== "done") return;
    tick(this.page.game, this.page.lesson);
    takeFocus(/** @type {HTMLElement | null} */ (get("onward").querySelector(".primary")));
  }

  /** @param {LessonMessage} found */
  showVerdict(found) {
    const place = get("verdict-text");
    get("verdict").className = `prompt ${found.state.replace(" ", "-")}`;
    place.textContent = found.text || found.prompt;
    place.nextElementSibling?.remove();
    get("onward").hidden = get("actions").hidden = found.state !== "done";
  }

  /**
   * List the choices in words.
   * @param {[steps: string, words: string][]} choices
   */
  list(choices) {
    const form = findForm("by-words");
    if (!form) return;
    form.hidden = choices.length === 0;
    field(form, "steps").value = this.steps.join(" ");
    field(form, "new").replaceChildren(...choices.map(([steps, words]) => new Option(words, steps)));
  }

  hideBubble() {
    get("bubble").hidden = true;
  }

  // ---- ComposerHost

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  text(key, values) {
    return text(key, values);
  }

  /**
   * @param {string[]} steps
   * @returns {Promise<Preview | Problem | null>}
   */
  async ask(steps) {
    /** @type {LessonPreview | Problem | null} */
    const found = await this.post("preview", steps);
    if (!found || "error" in found) return found;
    return { drawing: found.drawing, words: "", mustConfirm: false, isPart: found.is_half };
  }

  isPart() {
    return false;
  }

  /** @param {string[]} steps */
  async play(steps) {
    const { state } = this;
    state.inFlight = { steps };
    this.showOffer();
    this.hideBubble();
    /** @type {LessonMessage | null} */
    const found = await this.post("try", steps);
    state.inFlight = null;
    if (!found) return;
    this.show(found);
    if (found.state === "missed") this.composer.board.clear();
  }

  /**
   * @param {Problem} problem
   * @param {Drawn | null} element
   */
  async refuse(problem, element) {
    const { showBubble } = await import("./bubble.js");
    showBubble(problem, this.page.game, element, "_self");
  }

  /** A cut waits for confirmation, and so does a drop that can be extended; other steps are played at once. */
  mustAsk() {
    return false;
  }

  describe() {} // the verdict stays

  announce() {}

  showOffer() {
    const isOffered = this.state.pending !== null || this.state.isSlow;
    get("play").hidden = get("put-back").hidden = !isOffered;
    get("actions").hidden = !isOffered && get("onward").hidden;
  }

  onOffered() {
    this.hideBubble();
    takeFocus(get("play"));
  }

  onCleared() {}

  onRender() {}

  onPart() {}
}

const list = /** @type {HTMLElement | null} */ (document.querySelector(".course"));
if (list) showCourse(list);
if (find("page")) seam.lesson = new Lesson(/** @type {LessonPage} */ (pageData));
