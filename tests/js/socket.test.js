// The connection: refs, silence, and reconnecting.

import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { openPage, settle } from "./dom.js";

openPage("");
const { Connection } = await import("../../src/ludotheque/web/static/js/socket.js");

const real = { setTimeout, clearTimeout, setInterval };
let sockets, timers, connection, heard;

/** A socket whose other end is the test. */
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  openPage("");
  [sockets, timers, heard] = [[], [], []];
  globalThis.WebSocket = FakeSocket;
  globalThis.setTimeout = (doing, after) => timers.push({ doing, after });
  globalThis.clearTimeout = (id) => {
    if (id) timers[id - 1].doing = () => {};
  };
  globalThis.setInterval = () => 0;
  connection = new Connection({
    onOpen: () => heard.push("open"),
    onLost: () => heard.push("lost"),
    onMessage: (message) => heard.push(message.kind),
  });
  sockets[0].open();
});

after(() => Object.assign(globalThis, real));

/** Run the last timer; returns its delay. */
function pass() {
  const { doing, after } = timers.at(-1);
  doing();
  return after;
}

describe("an answer", () => {
  it("resolves its request, by its ref", async () => {
    const [first, second] = [connection.request({ kind: "ping" }), connection.request({ kind: "ping" })];
    const [one, other] = sockets[0].sent.map((message) => message.ref);
    assert.notEqual(one, other);
    sockets[0].tell({ kind: "pong", ref: other, at: 2 });
    sockets[0].tell({ kind: "pong", ref: one, at: 1 });
    assert.deepEqual([(await first).at, (await second).at], [1, 2]);
    assert.deepEqual(heard, ["open"]);
  });

  it("without a request goes to onMessage, and so do requested news", async () => {
    sockets[0].tell({ kind: "error", ref: "99" });
    const asked = connection.request({ kind: "watch", table: "t" });
    sockets[0].tell({ kind: "table", ref: sockets[0].sent[0].ref });
    assert.equal((await asked).kind, "table");
    assert.deepEqual(heard, ["open", "error", "table"]);
  });

  it("is null without a connection", async () => {
    sockets[0].readyState = 3;
    assert.equal(await connection.request({ kind: "ping" }), null);
    assert.deepEqual(sockets[0].sent, []);
  });
});

describe("silence", () => {
  it("after a request closes the connection", async () => {
    const asked = connection.request({ kind: "ping" });
    assert.equal(pass(), 8000);
    assert.equal(await asked, null);
    assert.deepEqual(heard, ["open", "lost"]);
  });

  it("on one request does not, if another message came", async () => {
    const asked = connection.request({ kind: "ping" });
    sockets[0].tell({ kind: "table", ref: null });
    pass();
    assert.equal(await asked, null);
    assert.deepEqual(heard, ["open", "table"]);
  });
});

describe("a lost connection", () => {
  it("resolves waiting requests with null, and retries after half a second, one, two, at most eight", async () => {
    const asked = connection.request({ kind: "ping" });
    const waits = [];
    for (let tries = 0; tries < 6; tries++) {
      sockets.at(-1).onclose();
      waits.push(pass());
    }
    assert.equal(await asked, null);
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000]);
    sockets.at(-1).open();
    assert.equal(heard.at(-1), "open");
    sockets.at(-1).onclose();
    assert.equal(pass(), 500);
  });

  it("ignores its old socket", async () => {
    const [old] = sockets;
    const { onmessage } = old;
    connection.lose();
    assert.equal(old.onmessage, null);
    assert.notEqual(onmessage, null);
    assert.equal(old.readyState, 3);
  });

  it("is retried at once when the network is back", () => {
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    assert.equal(pass(), 0);
    assert.equal(sockets.length, 2);
  });

  it("uses TLS if the page does", async () => {
    location.protocol = "https:";
    connection.open();
    assert.equal(sockets.at(-1).address, "wss://house/api/socket");
    await settle;
  });
});
