// News of a table, shown one after another at a chosen pace.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage("");
const { NewsQueue } = await import("../../src/ludotheque/web/static/js/news_queue.js");

/** A queue with a clock of the test's own, and what it has shown: numbers of news, and when. */
function queueOf({ pace = "brisk", isHurried = false, letters = 0 } = {}) {
  const shown = [];
  const timers = [];
  const told = [];
  let time = 0;
  const queue = new NewsQueue(
    {
      show: ({ number }) => shown.push([number, time]),
      isNew: ({ number }) => number > (shown.at(-1)?.[0] ?? 0),
      letters: () => letters,
      pace: () => pace,
      isHurried: () => isHurried,
      onWaiting: (isWaiting) => told.push(isWaiting),
    },
    (doing, after) => timers.push({ doing, at: time + after }),
    () => time,
  );
  const run = () => {
    for (let one = timers.shift(); one; one = timers.shift()) {
      time = one.at;
      one.doing();
    }
    return shown.at(-1)?.[1] ?? 0;
  };
  const add = (...numbers) => {
    for (const number of numbers) queue.add({ number });
  };
  return { queue, shown, told, add, run };
}

const ROUND = Array.from({ length: 13 }, (_, k) => k + 1);
const numbers = ({ shown }) => shown.map(([number]) => number);

describe("a queue of news", () => {
  it("shows the first at once, the others one by one and in order", () => {
    const it = queueOf();
    it.add(1, 2, 3);
    assert.deepEqual(numbers(it), [1]);
    assert.deepEqual(it.told, [true]);
    it.run();
    assert.deepEqual(numbers(it), [1, 2, 3]);
    assert.deepEqual(it.told, [true, false]);
  });

  it("shows a whole round at once if that is the pace", () => {
    const it = queueOf({ pace: "at_once" });
    it.add(...ROUND);
    assert.deepEqual(numbers(it), ROUND);
    assert.deepEqual(it.told, []);
  });

  it("takes at most about four seconds for a brisk round, and longer for a calm one", () => {
    const [brisk, calm] = [queueOf(), queueOf({ pace: "calm", letters: 40 })];
    brisk.add(...ROUND);
    calm.add(...ROUND);
    const [quick, slow] = [brisk.run(), calm.run()];
    assert.ok(quick > 2000 && quick <= 4500, String(quick));
    assert.ok(slow > 20_000, String(slow));
  });

  it("gives a calm reader more time for more words, up to a limit", () => {
    const spans = [0, 60, 5000].map((letters) => {
      const it = queueOf({ pace: "calm", letters });
      it.add(1, 2);
      return it.run();
    });
    assert.ok(spans[0] < spans[1] && spans[1] < spans[2]);
    assert.equal(spans[2], 4000);
  });

  it("hurries while an own clock runs, also a calm reader", () => {
    const it = queueOf({ pace: "calm", letters: 40, isHurried: true });
    it.add(...ROUND);
    assert.ok(it.run() <= 2500);
  });

  it("shows the rest at once when it is skipped, and goes on as before", () => {
    const it = queueOf({ pace: "calm" });
    it.add(1, 2, 3, 4);
    it.queue.skip();
    assert.deepEqual(numbers(it), [1, 2, 3, 4]);
    assert.deepEqual(it.told, [true, false]);
    it.add(5, 6);
    assert.deepEqual(numbers(it), [1, 2, 3, 4, 5]);
    it.run();
    assert.deepEqual(numbers(it), [1, 2, 3, 4, 5, 6]);
  });

  it("does not wait for news that bring nothing new", () => {
    const it = queueOf();
    it.add(1, 1, 1);
    assert.deepEqual(numbers(it), [1, 1, 1]);
  });
});
