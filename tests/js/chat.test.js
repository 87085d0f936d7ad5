// The chat of a table: what others say is noticed, once, and what oneself says is not.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { openPage } from "./dom.js";

const PAGE = { texts: { guest: "guest", said: "{who}: {words}", away: "away" } };
const document = openPage(`
  <div id="strip-1"><svg class="face" id="face-ada"></svg></div><div id="strip-2"><svg class="face"></svg></div>
  <section id="talk"><ul id="messages"></ul></section><p id="toast"></p><link id="icon">
  <script type="application/json" id="page">${JSON.stringify(PAGE)}</script>`);
const { Chat, react } = await import("../../src/ludotheque/web/static/js/chat.js");
const get = (id) => document.getElementById(id);

const heard = (number, seat, text, reaction = null) => ({
  number,
  at: 1,
  person: seat === 1 ? "Ada" : "Bob",
  is_guest: false,
  seat,
  text,
  reaction,
});

let asked;
function answering(...messages) {
  asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => messages };
  };
}

describe("messages at a table", { concurrency: false }, () => {
  let chat;
  beforeEach(() => {
    get("messages").replaceChildren();
    get("toast").textContent = "";
    get("talk").classList.remove("open");
    chat = new Chat(get("messages"), { table: "t", own: [1], lang: "fr" }, 0);
  });

  it("says who said what, with their face, and asks for them in the reader's language", async () => {
    answering(heard(1, 2, "Hello!"));
    await chat.loadUntil(1);
    assert.deepEqual(asked, ["/api/tables/t/messages?after=0&lang=fr"]);
    assert.equal(get("messages").textContent, "Bob Hello!");
    assert.ok(get("messages").querySelector("li .face"));
    assert.equal(get("toast").textContent, "Bob: Hello!");
  });

  it("notices nothing that oneself has said", async () => {
    answering(heard(1, 1, "Hello!"));
    await chat.loadUntil(1);
    assert.equal(get("toast").textContent, "");
  });

  it("shortens what is long, and is silent for whoever reads along", async () => {
    answering(heard(1, 2, "x".repeat(200)));
    await chat.loadUntil(1);
    assert.equal(get("toast").textContent, `Bob: ${"x".repeat(79)}…`);
    get("toast").textContent = "";
    get("talk").classList.add("open");
    answering(heard(2, 2, "You see this."));
    await chat.loadUntil(2);
    assert.equal(get("toast").textContent, "");
  });

  it("shows a reaction at the strip of whoever said it", async () => {
    answering(heard(1, 2, "Bien joué !", "well_played"));
    await chat.loadUntil(1);
    assert.equal(get("strip-2").querySelector(".reaction").textContent, "Bien joué !");
    assert.equal(get("strip-1").querySelector(".reaction"), null);
    assert.ok(get("messages").firstElementChild.classList.contains("reacted"));
  });

  it("asks once for a message, however often it is announced", async () => {
    answering(heard(1, 2, "Hello!"));
    await Promise.all([chat.loadUntil(1), chat.loadUntil(1)]);
    assert.equal(asked.length, 1);
    assert.equal(get("messages").children.length, 1);
  });

  it("sends a reaction as a command, and says why one is refused", async () => {
    const sent = [];
    const connection = (answer) => ({ request: async (command) => sent.push(command) && answer });
    const button = { value: "oops" };
    assert.equal(await react(connection({ kind: "done", number: 4 }), "t", button), 4);
    assert.deepEqual(sent, [{ kind: "react", table: "t", reaction: "oops" }]);
    assert.equal(await react(connection({ kind: "error", text: "Too often." }), "t", button), null);
    assert.match(get("toast").textContent, /Too often\./);
  });
});
