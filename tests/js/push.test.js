// Reminders in the browser: asked for on a click only, shown by the service worker, renewed and ended.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import vm from "node:vm";
import { openPage } from "./dom.js";

const STATIC = new URL("../../src/ludotheque/web/static/js/", import.meta.url);
const PAGE = `<div id="push" data-key="KEY" data-person="ada" data-cannot="cannot" data-denied="denied" data-failed="failed">
  <button id="push-begin" hidden>Tell me</button><p id="push-says">Also when ...</p></div>`;
const SUBSCRIPTION = { endpoint: "https://push.example/1", keys: { p256dh: "P", auth: "A" } };

let loads = 0;

/** A page whose browser answers `permission` when asked, with the script loaded; what happened is in `did`. */
async function load({
  permission = "default",
  granted = "granted",
  kept = "",
  subscription = null,
  status = 201,
} = {}) {
  const document = openPage(PAGE);
  const did = [];
  const made = { toJSON: () => SUBSCRIPTION, unsubscribe: async () => did.push("unsubscribed") };
  const pushManager = {
    subscribe: async (wanted) => {
      did.push(`subscribed ${wanted.applicationServerKey} ${wanted.userVisibleOnly}`);
      return made;
    },
    getSubscription: async () => (subscription ? made : null),
  };
  const registration = { pushManager };
  const serviceWorker = {
    register: async (address) => did.push(`registered ${address}`),
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker }, configurable: true });
  globalThis.Notification = {
    permission,
    requestPermission: async () => {
      did.push("asked");
      return granted;
    },
  };
  globalThis.PushManager = window.PushManager = class {};
  window.Notification = globalThis.Notification;
  globalThis.localStorage = { getItem: () => kept, setItem: (_key, value) => did.push(`kept ${value}`) };
  globalThis.location = {
    pathname: "/me",
    search: "",
    hash: "",
    assign: (address) => did.push(`to ${address}`),
    reload: () => did.push("reloaded"),
  };
  globalThis.fetch = async (address, sent) => {
    did.push(`sent ${address} ${sent.body}`);
    return { ok: status === 201, status };
  };
  loads += 1;
  await import(new URL(`push.js?${loads}`, STATIC).href);
  await settled();
  return { document, did };
}

const settled = () => new Promise((done) => setTimeout(done, 5));

describe("the button for reminders in this browser", () => {
  it("asks on a click only, subscribes with the house's key and tells the house", async () => {
    const { document, did } = await load();
    assert.equal(document.getElementById("push-begin").hidden, false);
    assert.deepEqual(did, []);
    document.getElementById("push-begin").click();
    await settled();
    const body = JSON.stringify({ endpoint: SUBSCRIPTION.endpoint, p256dh: "P", auth: "A" });
    assert.deepEqual(did, [
      "asked",
      "registered /worker.js",
      "subscribed KEY true",
      `sent /api/me/push ${body}`,
      "kept ada",
      "to /me?done=push#reminders",
    ]);
  });

  it("says so if the browser refuses, or the house", async () => {
    const refused = await load({ granted: "denied" });
    refused.document.getElementById("push-begin").click();
    await settled();
    assert.equal(refused.document.getElementById("push-says").textContent, "denied");
    const failed = await load({ status: 500 });
    failed.document.getElementById("push-begin").click();
    await settled();
    assert.equal(failed.document.getElementById("push-says").textContent, "failed");
    assert.ok(!failed.did.some((one) => one.startsWith("kept")));
  });

  it("is renewed after a new log-in of the same person, and of nobody else", async () => {
    const same = await load({ permission: "granted", kept: "ada", subscription: true });
    assert.equal(same.did.at(-1), "reloaded");
    const other = await load({ permission: "granted", kept: "bob", subscription: true });
    assert.deepEqual(other.did, []);
  });
});

/** The service worker, with what it listens to. */
function worker(pages = []) {
  const heard = {};
  const did = [];
  const self = {
    addEventListener: (name, does) => {
      heard[name] = does;
    },
    location: { origin: "https://games.example" },
    registration: { showNotification: async (title, shown) => did.push([title, shown]) },
    clients: { matchAll: async () => pages, openWindow: async (address) => did.push(["opened", address]) },
  };
  vm.runInNewContext(readFileSync(new URL("worker.js", STATIC), "utf8"), { self, URL, fetch: globalThis.fetch });
  const send = async (name, event) => {
    const waits = [];
    heard[name]({ ...event, waitUntil: (one) => waits.push(one) });
    await Promise.all(waits);
  };
  return { did, send };
}

describe("the service worker", () => {
  it("shows a reminder, one for each table, and opens the table of this house", async () => {
    const { did, send } = worker();
    const told = {
      title: "Your turn",
      body: "With Bob.",
      url: "https://elsewhere.example/table/t1?seat=2",
      tag: "turn t1",
    };
    await send("push", { data: { json: () => told } });
    const [title, shown] = did[0];
    assert.equal(title, "Your turn");
    assert.equal(shown.tag, "turn t1");
    assert.equal(shown.body, "With Bob.");
    await send("notificationclick", { notification: { close: () => {}, data: shown.data } });
    assert.deepEqual(did[1], ["opened", "https://games.example/table/t1?seat=2"]);
  });

  it("goes to a page that shows the table already", async () => {
    const page = { url: "https://games.example/table/t1", focus: async () => seen.push("focused") };
    const seen = [];
    const { did, send } = worker([page]);
    await send("notificationclick", { notification: { close: () => {}, data: { url: "/table/t1" } } });
    assert.deepEqual([seen, did], [["focused"], []]);
  });
});
