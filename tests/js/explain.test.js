// What explains itself: found by its id, its definition or its class, also where nothing takes a click.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { openPage, pointer, wait } from "./dom.js";

const EXPLAINED = {
  worker: { text: "A worker.", rule: "send.1" },
  "#white": { text: "A white marble." },
  "#jr-small-food": { text: "Food." },
  ".tag": { text: "The size of the group." },
  cell: { text: "A cell." },
};
const PICTURE = `<main id="table"><section>
  <button id="tool" title="Take my last step back" data-at="200 0"></button>
  <svg data-part="board"><use id="m3" href="#white" data-at="0 0"/><rect id="worker-1-3" data-at="50 0"/>
  <g class="tag white" data-at="100 0"></g><rect id="nothing" data-at="150 0"/></svg></section></main>`;

let document = openPage(PICTURE);
const { Explainer, keyOf, thingAt, thingsIn } = await import("../../src/ludotheque/web/static/js/explain.js");

let explainer, released;

beforeEach(() => {
  document = openPage(PICTURE);
  Object.assign(globalThis, { innerWidth: 360, innerHeight: 640 });
  globalThis.requestAnimationFrame = (doing) => doing();
  globalThis.Element.prototype.scrollIntoView = () => {};
  released = 0;
  explainer = new Explainer(document.getElementById("table"), EXPLAINED, { game: "g", release: () => released++ });
});

const find = (id) => document.getElementById(id);
const shown = () => (find("explained").hidden ? null : find("explained").querySelector("span").textContent.trim());
const key = (name) => document.dispatchEvent(Object.assign(new Event("keydown", { bubbles: true }), { key: name }));

describe("what explains an element", () => {
  it("is under its id, or the beginning of it, under its definition, or under its class", () => {
    assert.equal(keyOf(find("worker-1-3"), EXPLAINED), "worker");
    assert.equal(keyOf(find("m3"), EXPLAINED), "#white");
    assert.equal(keyOf(document.querySelector(".tag"), EXPLAINED), ".tag");
    assert.equal(keyOf(find("nothing"), EXPLAINED), null);
  });

  it("is found by its place, whatever takes clicks there", () => {
    assert.equal(thingsIn(document.body, EXPLAINED).length, 3);
    assert.equal(thingAt(document.body, EXPLAINED, 55, 5).words, "A worker.");
    assert.equal(thingAt(document.body, EXPLAINED, 155, 5), null);
  });
});

describe("explanations", () => {
  it("come with a key, one after another and back, and go with Escape", () => {
    key("i");
    assert.equal(shown(), "A white marble.");
    key("i");
    assert.equal(shown(), "A worker.");
    assert.equal(find("explained").querySelector("a").dataset.rule, "send.1");
    key("I");
    assert.equal(shown(), "A white marble.");
    key("Escape");
    assert.equal(shown(), null);
  });

  it("come where a finger stays, and end the press that would become a drag; a tap asks nothing", async () => {
    const press = () => find("worker-1-3").dispatchEvent(pointer("pointerdown", 55, 5, { pointerType: "touch" }));
    press();
    globalThis.window.dispatchEvent(pointer("pointerup", 55, 5, { pointerType: "touch" }));
    await wait(560);
    assert.deepEqual([shown(), released], [null, 0]);
    press();
    await wait(560);
    assert.deepEqual([shown(), released], ["A worker.", 1]);
  });

  it("tell a finger also what has a title", async () => {
    find("tool").dispatchEvent(pointer("pointerdown", 205, 5, { pointerType: "touch" }));
    await wait(560);
    assert.equal(shown(), "Take my last step back");
    assert.ok(explainer.shown);
  });
});
