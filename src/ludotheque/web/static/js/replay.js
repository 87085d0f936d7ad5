// A game step by step: the first picture, and for each step only what changed.

/** @import { ReplayFrames } from "./wire.js" */
/** @import { Facts } from "./state.js" */
/** @import { Live } from "./board.js" */

export class Replay {
  /**
   * @param {string} address
   * @returns {Promise<Replay | null>} null if there is none
   */
  static async load(address) {
    const answer = await fetch(address).catch(() => null);
    return answer?.ok ? new Replay(await answer.json()) : null;
  }

  /** @param {ReplayFrames} data */
  constructor({ frames, words, orders, moments, facts }) {
    this.frames = frames;
    this.words = words;
    this.orders = orders;
    this.moments = moments; // by number of an entry: the moment after it
    /** @type {(Facts | null)[]} */
    this.facts = facts;
    /** @type {Map<string, string>} by id: the markup at a moment */
    this.live = new Map();
    this.at = -1;
  }

  get last() {
    return this.frames.length - 1;
  }

  /**
   * The pictures at a moment, part by part, as a board draws them.
   * @param {number} moment
   * @returns {Live}
   */
  picture(moment) {
    if (moment < this.at) {
      this.live.clear();
      this.at = -1;
    }
    while (this.at < moment) this.change(this.frames[++this.at]);
    /** @type {Live} */
    const parts = {};
    for (const [part, order] of Object.entries(this.orders)) {
      parts[part] = Object.fromEntries(
        order.flatMap((id) => (this.live.has(id) ? [[id, this.live.get(id) ?? ""]] : [])),
      );
    }
    return parts;
  }

  /** @param {Record<string, string | null>} frame */
  change(frame) {
    for (const [id, markup] of Object.entries(frame)) {
      if (markup) this.live.set(id, markup);
      else this.live.delete(id);
    }
  }
}
