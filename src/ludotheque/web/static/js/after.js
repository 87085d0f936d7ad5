// After the game: stepping through it, sharing a moment, talking on, and hearing of a rematch.

import { Board } from "./board.js";
import { Replay } from "./replay.js";
import { toast } from "./site.js";
import { Line } from "./socket.js";

const page = JSON.parse(document.getElementById("page").textContent);
const find = (id) => document.getElementById(id);
const NARROW = matchMedia("(max-width: 59.99em)");
const SOON = 250; // milliseconds
const PAUSE = 900; // milliseconds that a step is shown
const invited = page.invitation ? `&invitation=${encodeURIComponent(page.invitation)}` : "";

function theme() {
  return (
    document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  );
}

class Review {
  constructor(replay) {
    this.replay = replay;
    this.board = new Board(find("after"), {
      text: (key) => key,
      hovered() {},
      composed() {},
      dropped() {},
      partly() {},
      cleared() {},
      again() {},
      refused() {},
    });
    this.shown = page.ply;
    this.timer = 0;
    this.graph = find("graph");
    find("go-to").hidden = find("go-play").hidden = false;
    this.listen();
    this.read();
    this.mark();
  }

  // The address says which moment is meant.
  read() {
    const found = location.hash.match(/^#ply=(\d{1,6})$/);
    if (found) this.go(Number(found[1]));
  }

  go(moment, isPlaying = false) {
    if (!isPlaying) this.rest();
    const next = Math.max(0, Math.min(this.replay.last, moment));
    if (next === this.shown) return;
    this.shown = next;
    this.board.draw(this.replay.picture(next));
    find("replay-words").textContent =
      this.replay.words[next] || (next ? "" : (find("replay-words").dataset.first ?? ""));
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.name(), SOON);
    this.mark();
  }

  // Put the moment into the address, once the hand rests: browsers don't like it too often.
  name() {
    const search = location.search.replace(/([?&])ply=\d+&?/, "$1").replace(/[?&]$/, "");
    const hash = this.shown === this.replay.last ? "" : `#ply=${this.shown}`;
    history.replaceState(null, "", `/table/${page.table}${search}${hash}`);
  }

  // Everything on the page that says where we are.
  mark() {
    const at = this.shown,
      { last } = this.replay,
      isEnd = at === last;
    find("go-to").value = at;
    find("where").textContent = find("where").dataset.text.replace("#", at);
    find("go-to").setAttribute("aria-valuetext", find("where").textContent);
    const ways = {
      "go-first": 0,
      "go-back": Math.max(0, at - 1),
      "go-forward": Math.min(last, at + 1),
      "go-last": last,
    };
    for (const [id, to] of Object.entries(ways)) {
      find(id).href = `/table/${page.table}?ply=${to}${invited}`;
      if (to === at) find(id).setAttribute("aria-disabled", "true");
      else find(id).removeAttribute("aria-disabled");
    }
    find("from").elements.ply.value = at;
    find("play-from").disabled = isEnd;
    const where = find("from-where");
    where.textContent = isEnd ? where.dataset.end : where.dataset.here.replace("#", at);
    find("link").value = find("link").dataset.address + (isEnd ? "" : `#ply=${at}`);
    for (const id of ["png", "svg"]) find(id).href = `${find(id).dataset.address}${at}&theme=${theme()}`;
    this.markStory(at);
    this.markGraph(at);
  }

  markStory(at) {
    const list = find("moments");
    const item = [...list.children].find((one) => Number(one.dataset.ply) >= at && at > 0);
    for (const one of list.children) one.classList.toggle("now", one === item);
    if (!item) {
      list.scrollTop = 0;
      return;
    }
    const above = item.offsetTop,
      below = above + item.offsetHeight;
    if (above < list.scrollTop || below > list.scrollTop + list.clientHeight)
      list.scrollTop = above - list.clientHeight / 2;
  }

  markGraph(at) {
    if (!this.graph) return;
    const { left, right, last } = this.graph.dataset;
    const x = Number(left) + ((Number(right) - Number(left)) * at) / Number(last);
    find("graph-now").setAttribute("transform", `translate(${x} 0)`);
  }

  // ---- playing by itself

  play() {
    if (this.timer) return this.rest();
    if (this.shown === this.replay.last) this.go(0, true);
    this.timer = setInterval(() => {
      this.go(this.shown + 1, true);
      if (this.shown === this.replay.last) this.rest();
    }, PAUSE);
    this.dress(true);
  }

  rest() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.dress(false);
  }

  dress(isPlaying) {
    const button = find("go-play");
    button.classList.toggle("playing", isPlaying);
    button.setAttribute("aria-label", isPlaying ? button.dataset.pause : button.dataset.play);
    find("replay-words").setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  // ---- hands

  listen() {
    const ways = {
      "go-first": () => 0,
      "go-back": () => this.shown - 1,
      "go-forward": () => this.shown + 1,
      "go-last": () => this.replay.last,
    };
    for (const [id, to] of Object.entries(ways)) {
      find(id).addEventListener("click", (event) => {
        event.preventDefault();
        this.go(to());
      });
    }
    find("go-to").addEventListener("input", (event) => this.go(Number(event.target.value)));
    find("go-play").addEventListener("click", () => this.play());
    find("moments").addEventListener("click", (event) => {
      const item = event.target.closest("li");
      if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(Number(item.dataset.ply));
    });
    this.graph?.addEventListener("click", (event) => {
      const box = this.graph.getBoundingClientRect(),
        scale = this.graph.viewBox.baseVal.width / box.width;
      const { left, right, last } = this.graph.dataset;
      this.go(Math.round((((event.clientX - box.left) * scale - left) / (right - left)) * last));
    });
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.read());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, .menu"))
      return;
    const doing = {
      ArrowLeft: () => this.go(this.shown - 1),
      ArrowRight: () => this.go(this.shown + 1),
      Home: () => this.go(0),
      End: () => this.go(this.replay.last),
      " ": event.target.closest("button, a, summary") ? null : () => this.play(),
    }[event.key];
    if (!doing) return;
    event.preventDefault();
    doing();
  }
}

// Where a part of the picture has a narrower look, phones show that.
function fit() {
  for (const svg of document.querySelectorAll("svg[data-narrow]")) {
    svg.dataset.wide ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", NARROW.matches ? svg.dataset.narrow : svg.dataset.wide);
  }
}

function setUpCopy() {
  const button = find("copy");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    find("link").select();
    await navigator.clipboard?.writeText(find("link").value).catch(() => {});
    toast(button.dataset.copied);
  });
}

// Those who sat here hear each other, and of a rematch.
function keepInTouch() {
  let heard = page.messages;
  const list = find("messages");
  const hearMessages = async () => {
    const answer = await fetch(`/api/tables/${page.table}/messages?after=${heard}`).catch(() => null);
    if (!answer?.ok) return;
    for (const message of await answer.json()) {
      if (message.number <= heard) continue;
      heard = message.number;
      const item = document.createElement("li"),
        name = document.createElement("b");
      name.textContent = message.person;
      item.append(name, ` ${message.text}`);
      list.append(item);
    }
    list.scrollTop = list.scrollHeight;
  };
  const line = new Line({
    opened: () =>
      line.say({ kind: "watch", table: page.table, after: page.number, wants: [], lang: page.lang, seat: 0 }),
    lost() {},
    heard: (news) => {
      if (news.kind !== "table" || news.table !== page.table) return;
      if (list && news.messages > heard) hearMessages();
      if (!news.rematch || news.rematch === page.rematch) return;
      page.rematch = news.rematch;
      find("rematch").textContent = find("rematch").dataset.waits;
      toast(find("rematch").dataset.waits);
    },
  });
  find("say")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = event.target.elements.text,
      text = field.value.trim();
    if (!text) return;
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`/api/tables/${page.table}/messages?lang=${page.lang}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ text }),
    }).catch(() => null);
    if (answer?.ok) {
      field.value = "";
      hearMessages();
    } else if (answer) toast((await answer.json()).text);
  });
}

fit();
NARROW.addEventListener("change", fit);
setUpCopy();
if (page.own.length) keepInTouch();
if (find("replay")) {
  const replay = await Replay.load(`/table/${page.table}/replay.json?lang=${page.lang}${invited}`);
  if (replay) window.review = new Review(replay);
}
