// Composing a choice, at a table and in a lesson alike: what is chosen on the board is shown before it is done, offered
// where it can't be taken back, and handed on once.

import { Board } from "./board.js";
import { canExtend, completeSteps, kindOf, readElements } from "./state.js";

/** @import { ErrorMessage, FirstDrawing, LiveDrawing } from "./wire.js" */
/** @import { BoardHooks, Drawn } from "./board.js" */
/** @import { State } from "./state.js" */

/**
 * What steps would do.
 * @typedef {object} Preview
 * @property {LiveDrawing} drawing
 * @property {string} words
 * @property {boolean} mustConfirm it is offered before it is played
 * @property {boolean} isPart more parts have to follow
 */

/** @typedef {Pick<ErrorMessage, "error" | "text" | "rule">} Problem why something can't be */

/**
 * Where a choice is composed.
 * @typedef {object} ComposerHost
 * @property {BoardHooks["text"]} text
 * @property {(steps: string[]) => Promise<Preview | Problem | null>} ask what steps would do; null when nothing comes
 * @property {(steps: string[]) => boolean} isPart the same of steps of which nothing came
 * @property {(steps: string[]) => void} play
 * @property {(problem: Problem, element: Drawn | null) => void} refuse
 * @property {() => boolean} mustAsk people want to be asked before what can't be taken back
 * @property {(words: string) => void} describe what is said of what is composed; "" takes it away
 * @property {(words: string) => void} announce say something to those who listen alone
 * @property {() => void} showOffer `state` has another `pending`, or something else is chosen
 * @property {() => void} onOffered steps wait to be confirmed
 * @property {() => void} onCleared
 * @property {() => void} onRender the board shows something else
 * @property {(steps: string[]) => void} onPart the first part of a choice is composed
 */

const HOVER_DELAY = 60; // milliseconds that a mouse rests before a preview is asked for

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
    /** @type {Map<string, Promise<Preview | Problem | null>>} by steps: what they would do */
    this.previews = new Map();
    /** @type {string[]} kinds of steps that a first tap of a finger shows, as a mouse does by resting on them */
    this.previewsFirst = [];
    this.generation = 0; // grows with each position: what was asked before it is stale
    this.timer = 0;
    /** @type {string[] | null} */
    this.hovered = null;
    this.board = new Board(root, state, this);
  }

  // ---- the position

  /**
   * Take the board that is in the page already.
   * @param {FirstDrawing} drawing
   * @param {boolean} isActive
   */
  begin(drawing, isActive) {
    Object.assign(this.state, { isActive, sets: drawing.sets, attempt: drawing.attempt });
    readElements(this.state, drawing.elements);
    this.board.render();
  }

  /**
   * The steps that are composed and not played yet.
   * @returns {string[] | null}
   */
  get composition() {
    const { state } = this;
    const chosen = state.chosen.length ? completeSteps(state) : null;
    return state.pending ?? chosen ?? (state.prefix.length ? state.prefix : null);
  }

  /**
   * Show another position, or the same again. `steps` are composed once more if they still can be.
   * @param {LiveDrawing} drawing
   * @param {boolean} isActive
   * @param {string[] | null} [steps]
   */
  reconcile(drawing, isActive, steps = null, isNew = true) {
    const { state } = this;
    const isOffered = state.pending !== null && steps !== null;
    if (isNew) this.generation++;
    this.previews = new Map();
    Object.assign(state, { previewDrawing: null, words: "", isHovering: false, pending: isOffered ? steps : null });
    this.board.set(drawing, isActive, steps !== null);
    if (steps) this.compose(steps, { isOffered });
  }

  /** Nothing that is still to come counts any more. */
  invalidate() {
    this.cancelHover();
    this.generation++;
    this.state.inFlight = null;
  }

  /**
   * What steps would do; asked once for each.
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

  // ---- what the board tells

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
    if (this.state.pending) this.play(this.state.pending);
    else this.compose(steps);
  }

  onPartial(words = "") {
    const { state } = this;
    state.pending = null;
    if (!state.prefix.length) state.previewDrawing = null;
    const isHalf = state.chosen.length > 0 && !state.partitions.size && !state.prefix.length;
    this.describe(words || (isHalf ? this.text("where_to") : ""));
    this.host.showOffer();
  }

  onCleared() {
    this.cancelHover();
    Object.assign(this.state, { pending: null, previewDrawing: null, isHovering: false });
    this.describe("");
    this.host.showOffer();
    this.host.onCleared();
  }

  /**
   * What a hand rests on is shown, if it lies there for a generation; then what was shown before.
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

  // ---- what is composed

  /**
   * Steps are complete: they are played at once, or first offered where they can't be taken back.
   * @param {string[]} steps
   */
  async compose(steps, { isOffered = false, isDropped = false } = {}) {
    const { state, host, generation } = this;
    this.cancelHover();
    if (state.pending && state.partitions.size) state.pending = steps; // what is confirmed is what lies there now
    host.showOffer();
    const chosen = String(state.chosen);
    const found = await this.loadPreview(steps);
    if (generation !== this.generation || chosen !== String(state.chosen)) return; // it has gone on meanwhile
    if (!found) return host.isPart(steps) ? this.onPartial() : this.offer(steps, "");
    if ("error" in found) return host.refuse(found, null);
    if (found.isPart) return this.continueWith(steps, found);
    const isOpen = isOffered || state.partitions.size > 0 || (isDropped && canExtend(state, found.drawing, steps));
    const isBlind = state.isTouch && this.previewsFirst.includes(kindOf(steps[0]));
    if (isOpen || ((found.mustConfirm || isBlind) && host.mustAsk())) this.propose(steps, found);
    else this.play(steps);
  }

  /**
   * A first part is composed: the next can be chosen.
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
   * Show what steps would do, and offer them.
   * @param {string[]} steps
   * @param {Preview} found
   */
  propose(steps, found) {
    this.state.previewDrawing = found.drawing;
    this.board.preview(found.drawing);
    const isCut = this.state.partitions.size > 0; // its halves are words enough
    this.offer(steps, isCut ? "" : found.words);
    if (isCut) this.host.announce(found.words);
  }

  /**
   * One more tap plays it.
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
    this.state.pending = null;
    this.host.play(steps);
  }
}
