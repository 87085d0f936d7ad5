// The question before an act that can't be undone.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { openPage } from "./dom.js";

const PAGE = `
  <form id="final-acts"><button id="resign" value="resign">Resign</button></form>
  <div id="toast"></div><script type="application/json" id="page">{"texts": {"away": "No connection."}}</script>`;
const QUESTION = `<main><section id="sure"><h1>Resign?</h1><form><a id="sure-no">Play on</a>
  <button id="sure-yes" name="what" value="resign">Resign</button></form></section></main>`;

openPage(PAGE);
const { askFirst } = await import("../../src/ludotheque/web/static/js/sure.js");
const real = globalThis.setTimeout;
let document, asked, timers;

beforeEach(() => {
  document = openPage(PAGE);
  [asked, timers] = [[], []];
  document.defaultView.HTMLElement.prototype.focus ??= () => {};
  globalThis.setTimeout = (doing) => timers.push(doing);
  answer(QUESTION);
});

/** What the house answers; null: there is no connection. */
function answer(html) {
  globalThis.fetch = async (address) => {
    asked.push(address);
    if (html === null) throw new TypeError("no connection");
    return { text: async () => `<!doctype html><html><body>${html}</body></html>` };
  };
}

const ask = () =>
  askFirst(document.getElementById("final-acts"), document.getElementById("resign"), "/table/t/sure?what=resign");
const isAsked = () => document.getElementById("sure") !== null && document.getElementById("final-acts").hidden;

describe("the question before a final act", { concurrency: false }, () => {
  it("takes the place of the buttons, as the house asks it", async () => {
    await ask();
    assert.deepEqual(asked, ["/table/t/sure?what=resign"]);
    assert.ok(isAsked());
  });

  it("takes no yes from the second half of a double click", async () => {
    await ask();
    assert.ok(document.getElementById("sure-yes").disabled);
    for (const doing of timers) doing();
    assert.ok(!document.getElementById("sure-yes").disabled);
  });

  it("goes away with no or Escape, and the buttons are back", async () => {
    for (const event of [
      () => new Event("click", { bubbles: true, cancelable: true }),
      () => Object.assign(new Event("keydown", { bubbles: true }), { key: "Escape" }),
    ]) {
      await ask();
      document.getElementById("sure-no").dispatchEvent(event());
      assert.ok(!isAsked());
      assert.ok(!document.getElementById("final-acts").hidden);
    }
  });

  it("is not asked when the house says that it is too late", async () => {
    answer('<main><p class="problem">Too late.</p></main>');
    await ask();
    assert.ok(!isAsked());
    assert.equal(document.getElementById("toast").textContent, "Too late.");
  });

  it("is not asked without a connection", async () => {
    answer(null);
    await ask();
    assert.ok(!isAsked());
    assert.equal(document.getElementById("toast").textContent, "No connection.");
  });
});

process.on("exit", () => {
  globalThis.setTimeout = real;
});
