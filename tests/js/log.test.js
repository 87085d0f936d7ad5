// The log of a table: a line for each entry, in it each step with whose it is.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPage } from "./dom.js";

const PAGE = { table: "t", game: "mabula", stage: "over", number: 3, own: [], seat: null, texts: { read_on: "More" } };
const document = openPage(`
  <ol id="log"></ol><p id="announce"></p><link id="icon">
  <script type="application/json" id="page">${JSON.stringify(PAGE)}</script>`);
const { Log } = await import("../../src/ludotheque/web/static/js/log.js");
const log = new Log({ announced: 3 });
const list = document.getElementById("log");

const entry = (number, told, more = {}) => ({
  kind: "play",
  number,
  seat: told[0].seat,
  told,
  words: told.map(({ words }) => words.join(" ")),
  withdrawn: false,
  ...more,
});
const step = (seat, ...words) => ({ seat, words });

describe("a table's log", { concurrency: false }, () => {
  it("has the newest entry first, and each step with its seat's mark", () => {
    log.update([entry(4, [step(1, "Ada pushes.")]), entry(5, [step(2, "Bo digs."), step(1, "Ada eats.")])]);
    assert.deepEqual(
      [...list.children].map((one) => one.dataset.number),
      ["5", "4"],
    );
    const marks = [...list.firstElementChild.querySelectorAll(".seat-mark")].map((one) => one.className);
    assert.deepEqual(marks, ["seat-mark seat-2 mabula-mark", "seat-mark seat-1 mabula-mark"]);
    assert.equal(document.getElementById("announce").textContent, "Ada pushes. Bo digs. Ada eats.");
  });

  it("folds what is longer than three sentences, and loses nothing", () => {
    log.update([entry(6, [step(1, "One.", "Two.", "Three.", "Four.", "Five.")])]);
    const said = list.firstElementChild;
    assert.equal(said.querySelectorAll("p").length, 5);
    assert.equal(said.querySelectorAll("details p").length, 2);
    assert.equal(said.querySelector("summary").textContent, "More");
  });

  it("removes what is withdrawn", () => {
    log.update([entry(6, [step(1, "One.")], { withdrawn: true })]);
    assert.equal(list.firstElementChild.dataset.number, "5");
  });
});
