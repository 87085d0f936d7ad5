// Clocks of a table: in the line that is always in sight, large when few seconds are left, said once.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { openPage } from "./dom.js";

const TEXTS = { seconds_left: "{n} seconds", minutes_left: "{n} minutes", days: "{n} d" };
const places = [1, 2].map((n) =>
  ["strip", "turn"].map((at) => `<p id="${at}-${n}"><b class="clock"></b></p>`).join(""),
);
const document = openPage(`${places.join("")}<link id="icon">
  <script type="application/json" id="page">${JSON.stringify({ texts: TEXTS })}</script>`);
globalThis.setInterval = () => 0;
const { Clocks, leftOf } = await import("../../src/ludotheque/web/static/js/clocks.js");

const seat = (number, left, more = {}) => ({ seat: number, left, runs_in: 0, warnings: [30, 10], ...more });
const clockAt = (id) => document.querySelector(`#${id} .clock`);
let said = [];
let table;
let clocks;

/** Show the clocks as the server sees them now. */
function show(...seats) {
  table.latest = { own: [1], seats };
  table.state.heardAt = performance.now();
  clocks.show();
}

describe("clocks", { concurrency: false }, () => {
  beforeEach(() => {
    said = [];
    table = { latest: null, state: { heardAt: 0 }, announce: (words) => said.push(words) };
    clocks = new Clocks(table);
  });

  it("stand beside each seat and above the prompt, and count down after the lag", () => {
    show(seat(1, 100.9), seat(2, 61, { runs_in: null }));
    for (const at of ["strip", "turn"]) {
      assert.equal(clockAt(`${at}-1`).textContent, "1:40");
      assert.equal(clockAt(`${at}-2`).textContent, "1:01");
    }
    assert.equal(leftOf(seat(1, 100, { runs_in: 0.5 }), 10.5), 90);
    assert.equal(leftOf(seat(1, 100, { runs_in: null }), 10.5), 100);
  });

  it("are large from the server's first warning on", () => {
    show(seat(1, 31), seat(2, 29));
    assert.equal(clockAt("turn-1").classList.contains("low"), false);
    assert.equal(clockAt("turn-2").classList.contains("low"), true);
    show(seat(1, 31, { warnings: [60] }), seat(2, 5, { warnings: [] }));
    assert.equal(clockAt("turn-1").classList.contains("low"), true);
    assert.equal(clockAt("turn-2").classList.contains("low"), false);
  });

  it("say each warning of an own clock once, and again after it has grown", () => {
    for (const left of [40, 29.5, 28, 9.4, 9, 45, 20]) show(seat(1, left), seat(2, 3));
    assert.deepEqual(said, ["30 seconds", "10 seconds", "20 seconds"]);
  });

  it("say nothing of a clock that does not run, and minutes of a slow one", () => {
    show(seat(1, 20, { runs_in: null }));
    assert.deepEqual(said, []);
    show(seat(1, 3000, { warnings: [3600, 600] }));
    assert.deepEqual(said, ["50 minutes"]);
  });
});
