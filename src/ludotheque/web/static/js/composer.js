// Composes a choice, at a table and in a lesson alike: steps chosen on the board are previewed, confirmed
// if they can't be taken back, and played once. On a slow line the page says what it knows before the preview has come, and
// keeps a confirmation that is quicker than that.

import { Board } from "./board.js";
import { canExtend, completeSteps, kindOf, readElements } from "./state.js";

/** @import { ErrorMessage, FirstDrawing, LiveDrawing } from "./wire.js" */
/** @import { BoardHooks, Drawn } from "./board.js" */
/** @import { State } from "./state.js" */

/**
 * The effect of steps.
 * @typedef {object} Preview
 * @property {LiveDrawing} drawing
 * @property {string} words
 * @property {boolean} mustConfirm it has to be confirmed
 * @property {boolean} isPart more parts must follow
 */

/** @typedef {Pick<ErrorMessage, "error" | "text" | "rule">} Problem a refusal */

/**
 * The page that a choice is composed on.
 * @typedef {object} ComposerHost
 * @property {BoardHooks["text"]} text
 * @property {(steps: string[]) => Promise<Preview | Problem | null>} ask for a preview; null if none comes
 * @property {(steps: string[]) => boolean} isPart more parts must follow, for steps without a preview
 * @property {(steps: string[]) => void} play
 * @property {(problem: Problem, element: Drawn | null) => void} refuse
 * @property {() => boolean} mustAsk irrevocable steps have to be confirmed
 * @property {(words: string) => void} describe show the composition in words; "" removes them
 * @property {(words: string) => void} announce to screen readers only
 * @property {() => void} showOffer `pending` or the selection has changed
 * @property {() => void} onOffered steps wait for confirmation
 * @property {() => void} onCleared
 * @property {() => void} onRender the board has changed
 * @property {(steps: string[]) => void} onPart the first part of a choice is composed
 */

const HOVER_DELAY = 60; // milliseconds that a mouse rests before a preview is requested
export const SLOW = 120; // milliseconds without a preview until the page says what it knows

/** @implements {BoardHooks} */
export class Composer {
  /**
   * @param {HTMLElement} root of the board
   * @param {State} state
   * @param {ComposerHost} host
   */
  constructor(root, state, host) {
    this.state = state;
    this.host = host;
    this.text = host.text;
    /** @type {Map<string, Promise<Preview | Problem | null>>} by steps */
    this.previews = new Map();
    /** @type {string[]} kinds of steps that a finger's first tap previews, as a resting mouse does */
    this.previewsFirst = [];
    this.generation = 0; // grows with each position: earlier requests are stale
    this.timer = 0;
    this.slowTimer = 0;
    /** @type {string[] | null} */
    this.hovered = null;
    this.board = new Board(root, state, this);
  }

  // ---- the position

  /**
   * Begin with the board that is in the page.
   * @param {FirstDrawing} drawing
   * @param {boolean} isActive
   */
  begin(drawing, isActive) {
    Object.assign(this.state, { isActive, sets: drawing.sets, attempt: drawing.attempt });
    readElements(this.state, drawing.elements);
    this.board.render();
  }

  /**
   * The composed steps that are not played yet.
   * @returns {string[] | null}
   */
  get composition() {
    const { state } = this;
    const chosen = state.chosen.length ? completeSteps(state) : null;
    return state.pending ?? chosen ?? (state.prefix.length ? state.prefix : null);
  }

  /**
   * Show another position, or the same again, and compose `steps` on it.
   * @param {LiveDrawing} drawing
   * @param {boolean} isActive
   * @param {string[] | null} [steps]
   */
  reconcile(drawing, isActive, steps = null, isNew = true) {
    const { state } = this;
    const isOffered = state.pending !== null && steps !== null;
    if (isNew) this.generation++;
    if (isNew || !steps) this.endAwaiting();
    this.previews = new Map();
    Object.assign(state, { previewDrawing: null, words: "", isHovering: false, pending: isOffered ? steps : null });
    this.board.set(drawing, isActive, steps !== null);
    if (steps) this.compose(steps, { isOffered });
  }

  /** Ignore all answers that are still to come. */
  invalidate() {
    this.cancelHover();
    this.endAwaiting();
    this.generation++;
    this.state.inFlight = null;
  }

  /**
   * The preview of steps, cached per position.
   * @param {string[]} steps
   */
  async loadPreview(steps) {
    const { previews } = this;
    const key = steps.join(" ");
    const asked = previews.get(key) ?? this.host.ask(steps);
    previews.set(key, asked);
    const found = await asked;
    if (!found) previews.delete(key);
    return found;
  }

  // ---- callbacks of the board

  /** @param {string[]} steps */
  onComposed(steps) {
    this.compose(steps);
  }

  /** @param {string[]} steps */
  onDropped(steps) {
    return this.compose(steps, { isDropped: true });
  }

  /** @param {string[]} steps */
  onAgain(steps) {
    if (!this.confirm()) this.compose(steps);
  }

  /** Confirm what is composed: at once, or as soon as its preview comes. Returns whether there was anything. */
  confirm() {
    const { state } = this;
    if (state.pending) this.play(state.pending);
    else if (state.awaited) state.isAgreed = true;
    else return false;
    this.host.showOffer();
    return true;
  }

  onPartial(words = "") {
    const { state } = this;
    this.endAwaiting();
    state.pending = null;
    if (!state.prefix.length) state.previewDrawing = null;
    const isHalf = state.chosen.length > 0 && !state.partitions.size && !state.prefix.length;
    this.describe(words || (isHalf ? this.text("where_to") : ""));
    this.host.showOffer();
  }

  onCleared() {
    this.cancelHover();
    this.endAwaiting();
    Object.assign(this.state, { pending: null, previewDrawing: null, isHovering: false });
    this.describe("");
    this.host.showOffer();
    this.host.onCleared();
  }

  /**
   * Preview the steps under a resting pointer after a delay; with null, end that preview.
   * @param {string[] | null} steps
   */
  onHover(steps) {
    this.cancelHover();
    if (this.state.pending && !this.state.held) return;
    if (!steps) {
      this.endHover();
      return;
    }
    this.hovered = steps;
    this.timer = setTimeout(() => this.showHover(steps), HOVER_DELAY);
  }

  /**
   * @param {string} attempt
   * @param {Drawn} element
   */
  async onIllegal(attempt, element) {
    const found = await this.host.ask([attempt]);
    if (found && "error" in found) this.host.refuse(found, element);
  }

  onRender() {
    this.host.onRender();
  }

  // ---- hovering

  /** @param {string[]} steps */
  async showHover(steps) {
    const { generation } = this;
    const found = await this.loadPreview(steps);
    if (!found || "error" in found || this.hovered !== steps || generation !== this.generation) return;
    this.state.isHovering = true;
    this.board.preview(found.drawing);
    this.host.describe(found.words);
  }

  endHover() {
    const { state } = this;
    if (!state.isHovering) return;
    state.isHovering = false;
    this.board.preview(state.previewDrawing);
    this.host.describe(state.words);
    this.host.showOffer();
  }

  cancelHover() {
    clearTimeout(this.timer);
    this.hovered = null;
  }

  // ---- the composition

  /**
   * Steps are complete: they are played at once, or first offered where they can't be taken back.
   * @param {string[]} steps
   */
  async compose(steps, { isOffered = false, isDropped = false } = {}) {
    const { state, host, generation } = this;
    this.cancelHover();
    if (state.pending && state.partitions.size) state.pending = steps; // confirming plays the present halves
    this.awaitPreview(steps);
    host.showOffer();
    const chosen = String(state.chosen);
    const found = await this.loadPreview(steps);
    const isAgreed = state.awaited === steps && state.isAgreed;
    if (state.awaited === steps) this.endAwaiting();
    if (generation !== this.generation || chosen !== String(state.chosen)) return; // the state has changed meanwhile
    if (!found && isAgreed && !host.isPart(steps)) return this.play(steps);
    if (!found) return host.isPart(steps) ? this.onPartial() : this.offer(steps, "");
    if ("error" in found) return host.refuse(found, null);
    if (found.isPart) return this.continueWith(steps, found);
    const isOpen = isOffered || state.partitions.size > 0 || (isDropped && canExtend(state, found.drawing, steps));
    const isBlind = state.isTouch && this.previewsFirst.includes(kindOf(steps[0]));
    if (isAgreed) this.play(steps);
    else if (isOpen || ((found.mustConfirm || isBlind) && host.mustAsk())) this.propose(steps, found);
    else this.play(steps);
  }

  /**
   * The preview of steps is on its way: the board wears a mark, and if it takes long the page says what it knows.
   * @param {string[]} steps
   */
  awaitPreview(steps) {
    const { state, board } = this;
    const isAgreed = state.isAgreed && String(state.awaited) === String(steps);
    this.endAwaiting();
    Object.assign(state, { awaited: steps, isAgreed });
    board.root.classList.add("awaiting");
    this.slowTimer = setTimeout(() => this.showKnown(steps), SLOW);
  }

  /** @param {string[]} steps */
  showKnown(steps) {
    const { state, host } = this;
    state.isSlow = true;
    const words = steps.map((step) => state.labels[step] ?? "").join(" ");
    if (words.trim() && !state.partitions.size) this.describe(words);
    host.showOffer();
  }

  endAwaiting() {
    clearTimeout(this.slowTimer);
    Object.assign(this.state, { awaited: null, isSlow: false, isAgreed: false });
    this.board?.root.classList.remove("awaiting");
  }

  /**
   * A first part is composed: offer the next.
   * @param {string[]} steps
   * @param {Preview} found
   */
  continueWith(steps, found) {
    const { state, board } = this;
    const isNew = String(state.prefix) !== String(steps);
    board.continueAfter(steps);
    state.previewDrawing = found.drawing;
    board.preview(found.drawing);
    this.onPartial(found.words);
    if (isNew) this.host.onPart(steps);
  }

  /**
   * Show the preview of steps, and wait for confirmation.
   * @param {string[]} steps
   * @param {Preview} found
   */
  propose(steps, found) {
    this.state.previewDrawing = found.drawing;
    this.board.preview(found.drawing);
    const isCut = this.state.partitions.size > 0; // its halves describe it well enough
    this.offer(steps, isCut ? "" : found.words);
    if (isCut) this.host.announce(found.words);
  }

  /**
   * Wait for confirmation: one more tap plays the steps.
   * @param {string[]} steps
   * @param {string} words
   */
  offer(steps, words) {
    this.state.pending = steps;
    this.describe(words);
    this.host.showOffer();
    this.host.onOffered();
  }

  /** @param {string} words */
  describe(words) {
    this.state.words = words;
    this.host.describe(words);
  }

  /** @param {string[]} steps */
  play(steps) {
    if (this.state.inFlight) return;
    this.cancelHover();
    this.endAwaiting();
    this.state.pending = null;
    this.host.play(steps);
  }
}
