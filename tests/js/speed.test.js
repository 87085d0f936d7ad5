// The speed of a replay that plays by itself.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage("");
const { loadSpeed, pauseAt, speedBeside, storeSpeed } = await import("../../src/ludotheque/web/static/js/speed.js");

describe("the speed of a replay", () => {
  it("is normal at first, and a step then takes nine tenths of a second", () => {
    assert.equal(loadSpeed(), 1);
    assert.equal(pauseAt(1), 900);
  });

  it("doubles and halves the pause", () => {
    assert.deepEqual([pauseAt(2), pauseAt(0.5)], [450, 1800]);
  });

  it("goes up and down by keys, and no further than its ends", () => {
    assert.deepEqual([speedBeside(1, 1), speedBeside(2, 1)], [2, 2]);
    assert.deepEqual([speedBeside(1, -1), speedBeside(0.5, -1)], [0.5, 0.5]);
  });

  it("is remembered, and an unknown one is the normal one", () => {
    const kept = new Map();
    globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, one) => kept.set(key, one) };
    storeSpeed(0.5);
    assert.equal(loadSpeed(), 0.5);
    kept.set("ludotheque.speed", "17");
    assert.equal(loadSpeed(), 1);
  });
});
