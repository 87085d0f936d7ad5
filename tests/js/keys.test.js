// One list of keys: what the scripts handle is what `?` shows, in words of the house.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { openPage } from "./dom.js";

openPage('<main id="table"></main>');
const { actionOf, isKey, KEYS } = await import("../../src/ludotheque/web/static/js/site.js");
const { linesOf } = await import("../../src/ludotheque/web/static/js/keys_sheet.js");

const WEB = new URL("../../src/ludotheque/web/", import.meta.url);
const scripts = Object.fromEntries(
  readdirSync(new URL("static/js/", WEB)).map((name) => [
    name,
    readFileSync(new URL(`static/js/${name}`, WEB), "utf8"),
  ]),
);
const every = Object.values(scripts).join("\n");
const listed = new Set(Object.values(KEYS).flatMap(({ keys }) => keys));

describe("the list of keys", () => {
  it("has every key that a script handles", () => {
    for (const [name, script] of Object.entries(scripts)) {
      for (const [, key] of script.matchAll(/\bevent\.key [!=]== "([^"]+)"/g))
        assert.ok(listed.has(key), `${name}: ${key}`);
      assert.ok(!/\[event\.key\]/.test(script), `${name} looks a key up in a list of its own: ask actionOf of site.js`);
    }
  });

  it("has no key that no script handles", () => {
    for (const action of Object.keys(KEYS)) {
      assert.match(every, new RegExp(`"${action}"|\\b${action}: (?:\\(\\) =>|true|\\[)`), action);
    }
  });

  it("says in words what each key does", () => {
    const texts = readFileSync(new URL("script_texts.py", WEB), "utf8");
    for (const action of Object.keys(KEYS)) assert.ok(texts.includes(`"key_${action}": say(`), action);
  });

  it("shows the keys of a kind of page, those that do the same in one line", () => {
    const signs = (kind) => linesOf(kind).flatMap(({ names }) => names);
    assert.ok(signs("table").includes("?") && signs("table").includes("Esc") && !signs("table").includes("+"));
    assert.ok(signs("over").includes("+") && !signs("over").includes("↑"));
  });

  it("is what a key press is compared with", () => {
    assert.ok(isKey({ key: " " }, "choose") && !isKey({ key: "x" }, "choose"));
    assert.equal(actionOf({ key: "Home" }, { first: 1, last: 2 }), 1);
    assert.equal(actionOf({ key: "x" }, { first: 1, last: 2 }), undefined);
  });
});
