// The connection to the server: reconnects by itself, and matches replies to requests.

/** @import { Incoming, Outgoing } from "./wire.js" */

/**
 * @typedef {object} ConnectionHooks
 * @property {() => void} onOpen
 * @property {() => void} onLost
 * @property {(message: Outgoing) => void} onMessage news, and replies without a waiting request
 */

/** @typedef {(reply: Outgoing | null) => void} Waiting */

const PATIENCE = 8000; // milliseconds for a reply
const PING = 30000;
const LONGEST = 8000; // milliseconds between two attempts

export class Connection {
  /** @param {ConnectionHooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Map<string, Waiting>} by ref: resolves the waiting request */
    this.waiting = new Map();
    this.nextRef = 1;
    this.received = 0; // messages
    this.tries = 0;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
    addEventListener("online", () => {
      if (this.isOpen) return;
      this.detach();
      this.retry(0);
    });
    addEventListener("offline", () => this.lose());
    setInterval(() => this.request({ kind: "ping" }), PING);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    socket.onopen = () => {
      this.tries = 0;
      this.hooks.onOpen();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lose();
    this.socket = socket;
  }

  /** Ignore and close the socket: with two open, every message would come twice. */
  detach() {
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  lose() {
    this.detach();
    this.rejectWaiting();
    this.hooks.onLost();
    this.retry(Math.min(500 * 2 ** this.tries++, LONGEST));
  }

  /** @param {number} after milliseconds */
  retry(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), after);
  }

  /** @param {Incoming} message */
  send(message) {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /** Resolve all waiting requests with null. */
  rejectWaiting() {
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  }

  /**
   * Send a request and wait for its reply; null if none comes. If no message at all comes, the connection is lost.
   * @param {Incoming} message
   * @param {number} patience milliseconds; a hint takes longer
   * @returns {Promise<Outgoing | null>}
   */
  async request(message, patience = PATIENCE) {
    if (!this.isOpen) return null;
    const ref = String(this.nextRef++);
    const { socket, received } = this;
    return new Promise((resolve) => {
      this.waiting.set(ref, resolve);
      setTimeout(() => {
        if (!this.waiting.delete(ref)) return;
        resolve(null);
        if (socket === this.socket && received === this.received) this.lose();
      }, patience);
      this.send({ ...message, ref });
    });
  }

  /** @param {Outgoing} message */
  receive(message) {
    this.received++;
    const resolve = message.ref === null ? undefined : this.waiting.get(message.ref);
    if (resolve && message.ref !== null) {
      this.waiting.delete(message.ref);
      resolve(message);
    }
    if (message.kind === "table" || !resolve) this.hooks.onMessage(message);
  }
}
