// A game step by step: the first picture, and for each step only what changed.

export class Replay {
  static async load(address) {
    const answer = await fetch(address).catch(() => null);
    return answer?.ok ? new Replay(await answer.json()) : null;
  }

  constructor({ frames, words, orders, moments }) {
    this.frames = frames;
    this.words = words;
    this.orders = orders;
    this.moments = moments; // by number of an entry: the moment after it
    this.live = new Map();
    this.at = -1;
  }

  get last() {
    return this.frames.length - 1;
  }

  // The pictures at a moment, part by part, as a board draws them.
  picture(moment) {
    if (moment < this.at) {
      this.live.clear();
      this.at = -1;
    }
    while (this.at < moment) {
      for (const [id, markup] of Object.entries(this.frames[++this.at])) {
        if (markup) this.live.set(id, markup);
        else this.live.delete(id);
      }
    }
    const parts = {};
    for (const [part, order] of Object.entries(this.orders)) {
      parts[part] = Object.fromEntries(order.filter((id) => this.live.has(id)).map((id) => [id, this.live.get(id)]));
    }
    return parts;
  }
}
