// The line to the server: it comes back by itself, and what was asked and not answered is asked again.

const PATIENCE = 8000; // milliseconds for an answer
const PING = 30000;

export class Line {
  // `hooks`: opened(), lost(), heard(message)
  constructor(hooks) {
    this.hooks = hooks;
    this.waiting = new Map(); // by ref: who waits for the answer
    this.next = 1;
    this.heard = 0; // messages
    this.tries = 0;
    this.open();
    addEventListener("online", () => {
      if (!this.isOpen) {
        this.leave();
        this.retry(0);
      }
    });
    addEventListener("offline", () => this.lose());
    setInterval(() => this.ask({ kind: "ping" }), PING);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket.onopen = () => {
      this.tries = 0;
      this.hooks.opened();
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => this.lose();
  }

  // Hear nothing more of a socket: of two at a time, one would say everything twice.
  leave() {
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  lose() {
    this.leave();
    this.giveUp();
    this.hooks.lost();
    this.retry(Math.min(500 * 2 ** this.tries++, 8000));
  }

  retry(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), after);
  }

  say(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  // Nothing comes any more for those who wait.
  giveUp() {
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  }

  // Ask something and wait for what it leads to; null when nothing comes. Where nothing at all comes, the line is lost.
  async ask(message) {
    if (!this.isOpen) return null;
    const ref = String(this.next++),
      { socket, heard } = this;
    return new Promise((resolve) => {
      this.waiting.set(ref, resolve);
      setTimeout(() => {
        if (!this.waiting.delete(ref)) return;
        resolve(null);
        if (socket === this.socket && heard === this.heard) this.lose();
      }, PATIENCE);
      this.say({ ...message, ref });
    });
  }

  hear(message) {
    this.heard++;
    const resolve = this.waiting.get(message.ref);
    if (resolve) {
      this.waiting.delete(message.ref);
      resolve(message);
    }
    if (message.kind === "table" || !resolve) this.hooks.heard(message);
  }
}
