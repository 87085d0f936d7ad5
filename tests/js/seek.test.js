// A search for opponents that goes on from page to page: who comes by itself, who is asked, and who is led to the table.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPage, settle } from "./dom.js";

const CHIP = '<a id="seeking" hidden><b></b></a><div id="toast"></div><link id="icon">';
openPage(CHIP);
const { LOOKS, Search } = await import("../../src/ludotheque/web/static/js/seek.js");

let sent, went, kept, hooks, fetched;

/** Open a page of somebody who looks. */
function open(pathname, { isHidden = false } = {}) {
  const document = openPage(`${CHIP}<section id="seek"></section>`);
  [sent, went, kept, fetched] = [[], [], {}, []];
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  Object.assign(globalThis, {
    location: { pathname, assign: (to) => went.push(to), replace: (to) => went.push(to) },
    localStorage: {
      getItem: (key) => (key === "ludotheque.sound" ? "false" : null),
      setItem: (key, value) => (kept[key] = value),
    },
    fetch: async (address) => {
      fetched.push(address);
      return { ok: true, text: async () => '<section id="seek">Here</section>' };
    },
    setInterval: () => 0,
  });
  const search = new Search((given) => {
    hooks = given;
    return { send: (message) => sent.push(message) };
  });
  hooks.onOpen();
  return search;
}

const seek = (stage, more = {}) => ({
  kind: "seek",
  ref: null,
  stage,
  game: "mabula",
  offer: "usual",
  rated: "no",
  is_meanwhile: false,
  waited: 61,
  others: 0,
  party: null,
  table: null,
  ...more,
});
const party = { seats: 2, people: 2, come: 0, has_come: false, left: 12 };

describe("the page that waits", () => {
  it("follows the search, and comes at once when somebody is found", () => {
    open("/find");
    hooks.onMessage(seek("waiting"));
    hooks.onMessage(seek("found", { party }));
    assert.deepEqual(
      sent.map((one) => one.kind),
      ["follow_seek", "come"],
    );
  });

  it("comes only when it is looked at", () => {
    open("/find", { isHidden: true });
    hooks.onMessage(seek("found", { party }));
    assert.equal(sent.length, 1);
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    assert.equal(sent.at(-1).kind, "come");
  });

  it("leads to the table, and to the form when the search has ended", () => {
    open("/find");
    hooks.onMessage(seek("seated", { table: "t1" }));
    assert.deepEqual(went, ["/table/t1"]);
    open("/find");
    hooks.onMessage(seek("waiting"));
    hooks.onMessage(seek("none", { game: null }));
    assert.deepEqual([went, kept[LOOKS]], [["/find/mabula?ended=true"], ""]);
  });
});

describe("any other page", () => {
  it("shows how long the search lasts", () => {
    open("/table/bots");
    hooks.onMessage(seek("waiting"));
    const chip = document.getElementById("seeking");
    assert.deepEqual([chip.hidden, chip.textContent, kept[LOOKS]], [false, "1:01", "yes"]);
  });

  it("asks, and goes to the table only if its reader has come from there", async () => {
    open("/table/bots");
    hooks.onMessage(seek("found", { party }));
    await settle();
    assert.deepEqual([sent.length, document.getElementById("seek").textContent], [1, "Here"]);
    hooks.onMessage(seek("seated", { table: "t1" }));
    assert.deepEqual([went, document.getElementById("seek")], [[], null], "another tab has come");
    const search = open("/table/bots");
    search.come();
    hooks.onMessage(seek("seated", { table: "t1" }));
    assert.deepEqual(went, ["/table/t1"]);
  });
});
