// The board: lit elements, composing by clicks and keys, and pictures that change in place.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { BOARD, drawing, openPage } from "./dom.js";

openPage("");
const { Board, drawLive } = await import("../../src/ludotheque/web/static/js/board.js");
const { defaults } = await import("../../src/ludotheque/web/static/js/state.js");

let document, state, board, heard;

beforeEach(() => {
  document = openPage(BOARD);
  heard = [];
  const tell = (what) => (given) => heard.push([what, given]);
  state = defaults();
  board = new Board(document.getElementById("table"), state, {
    text: (key, values) => `${key} ${JSON.stringify(values)}`,
    onComposed: tell("composed"),
    onDropped: tell("dropped"),
    onAgain: tell("again"),
    onPartial: () => heard.push(["partial"]),
    onCleared: () => heard.push(["cleared"]),
    onHover: tell("hover"),
    onIllegal: tell("illegal"),
    onRender: () => {},
  });
  board.set(drawing(), true);
});

const element = (id) => document.getElementById(id);
const lit = () => [...document.querySelectorAll(".lit")].map((one) => one.id);
const click = (id) => element(id).dispatchEvent(new Event("click", { bubbles: true }));
const key = (id, name) =>
  element(id).dispatchEvent(Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key: name }));

describe("choosing", () => {
  it("lights the piece first, then its places", () => {
    assert.deepEqual(lit(), ["m1"]);
    click("m1");
    assert.deepEqual(lit(), ["cell-b", "cell-c"]);
    assert.equal(element("m1").classList.contains("chosen"), true);
  });

  it("reports the steps once the path is complete", () => {
    click("m1");
    click("cell-c");
    assert.deepEqual(heard, [["partial"], ["composed", ["a-c"]]]);
  });

  it("clears a piece that is chosen again, and reports a complete step again", () => {
    click("m1");
    click("m1");
    assert.deepEqual(heard.at(-1), ["cleared"]);
    click("m1");
    click("cell-b");
    click("cell-b");
    assert.deepEqual(heard.at(-1), ["again", ["a-b"]]);
  });

  it("reports an illegal attempt at an element that can't be chosen", () => {
    click("m2");
    assert.deepEqual(heard, [["illegal", "d"]]);
    click("m1");
    click("cell-a");
    assert.deepEqual(heard.at(-1), ["illegal", "a-a"]);
  });

  it("does nothing while another seat is to move", () => {
    board.set(drawing(), false);
    click("m1");
    assert.deepEqual(heard, []);
    assert.deepEqual(lit(), []);
  });

  it("keeps the selection through news that leave it legal", () => {
    click("m1");
    board.set(drawing(), true);
    assert.deepEqual(state.chosen, ["m1"]);
    board.set(drawing({ elements: { m1: { name: "a" } } }), true);
    assert.deepEqual(state.chosen, []);
  });
});

describe("accessible names", () => {
  it("are the words of the only step, or the number of steps", () => {
    state.labels = { "a-b": "Marble to b.", "a-c": "Marble to c." };
    state.elements.get("m1").label = "Marble on a";
    board.render();
    assert.equal(element("m1").getAttribute("aria-label"), 'moves {"name":"Marble on a","n":2}');
    click("m1");
    assert.equal(element("cell-c").getAttribute("aria-label"), "Marble to c.");
    assert.equal(element("m1").getAttribute("aria-pressed"), "true");
    assert.equal(element("m2").hasAttribute("tabindex"), false);
  });
});

describe("names for screen readers", () => {
  it("are never an id or a step's notation, even before any words have come", () => {
    click("m1");
    for (const id of ["m1", "cell-b", "cell-c"]) {
      assert.match(element(id).getAttribute("aria-label"), /^(choice|moves)/);
      assert.doesNotMatch(element(id).getAttribute("aria-label"), /cell-|a-b|a-c|m1/);
    }
  });

  it("follow the game: the board's own changes with every picture", () => {
    board.set(drawing({ title: "Round 1: Red is to act." }), true);
    board.set(drawing({ title: "Round 2: Blue is to act." }), true);
    assert.equal(element("stage").getAttribute("aria-label"), "Round 2: Blue is to act.");
  });
});

describe("keys", () => {
  it("choose with Enter and space", () => {
    key("m1", "Enter");
    key("cell-b", " ");
    assert.deepEqual(heard.at(-1), ["composed", ["a-b"]]);
  });

  it("move the focus to the nearest element in the arrow's direction", () => {
    click("m1");
    assert.equal(board.nearest(element("cell-b"), [1, 0]).id, "cell-c");
    assert.equal(board.nearest(element("cell-b"), [-1, 0]).id, "m1");
    assert.equal(board.nearest(element("cell-b"), [0, 1]), null);
  });
});

describe("pictures", () => {
  const live = () => document.getElementById("live-board");

  it("change in place: the same element gets other attributes", () => {
    const marble = element("m1");
    drawLive(document, { board: { m1: '<circle id="m1" cx="9"/>' } });
    assert.equal(element("m1"), marble);
    assert.equal(marble.getAttribute("cx"), "9");
    assert.equal(marble.hasAttribute("data-at"), false);
  });

  it("drop removed elements, and keep the others in order", () => {
    drawLive(document, { board: { m2: '<circle id="m2"/>', m3: '<circle id="m3"/>', m1: '<circle id="m1"/>' } });
    assert.deepEqual(
      [...live().children].map((one) => one.id),
      ["m2", "m3", "m1"],
    );
  });

  it("replace an element whose tag changes", () => {
    drawLive(document, { board: { m1: '<rect id="m1"/>' } });
    assert.equal(element("m1").localName, "rect");
  });

  it("show a preview, and then the position again", () => {
    board.preview(drawing({ live: { board: { ghost: '<circle id="ghost"/>' } } }));
    assert.notEqual(element("ghost"), null);
    board.preview(null);
    assert.equal(element("ghost"), null);
    assert.notEqual(element("m1"), null);
  });

  it("keep the dragged element under the finger", () => {
    element("m1").classList.add("dragged");
    element("m1").setAttribute("style", "translate: 3px");
    drawLive(document, { board: { m1: '<circle id="m1" class="marble last"/>' } });
    assert.equal(element("m1").classList.contains("dragged"), true);
    assert.equal(element("m1").getAttribute("style"), "translate: 3px");
  });
});
