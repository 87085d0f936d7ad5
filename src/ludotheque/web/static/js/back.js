// Looking back while a game goes on: the moments so far, as far as this seat has seen them. Escape, or news, returns.

import { Replay } from "./replay.js";

const find = (id) => document.getElementById(id);

export class Back {
  constructor(table, page) {
    this.table = table;
    this.page = page;
    this.bar = find("looking-back");
    this.at = -1; // not looking back
    find("back-on").addEventListener("click", () => this.show(this.at + 1));
    find("back-back").addEventListener("click", () => this.show(this.at - 1));
    find("back-to-game").addEventListener("click", () => this.end());
    document.addEventListener("news", () => this.end(false));
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  // Show the moment after an entry of the log, or the one before the last.
  async begin(number) {
    const { table, page } = this;
    if (!table.board.base) return;
    const now = table.number;
    if (this.known !== now) {
      const invited = page.invitation ? `&invitation=${encodeURIComponent(page.invitation)}` : "";
      const replay = await Replay.load(
        `/table/${page.table}/replay.json?lang=${page.lang}&seat=${table.seat ?? 0}${invited}`,
      );
      if (!replay) return;
      this.replay = replay;
      this.known = now;
      if (table.number !== now) return; // it has gone on meanwhile
    }
    table.board.clear();
    const was = this.at;
    this.show(this.replay.moments[number] ?? this.replay.last - 1);
    if (was < 0) find("back-back").focus({ preventScroll: true });
  }

  show(moment) {
    const { board } = this.table,
      { last } = this.replay;
    this.at = Math.max(0, Math.min(last, moment));
    board.isActive = false;
    board.draw(this.replay.picture(this.at));
    find("table").classList.add("past");
    this.bar.hidden = false;
    find("back-where").textContent = find("back-where").dataset.text.replace("#", this.at).replace("$", last);
    find("back-words").textContent = this.replay.words[this.at];
    for (const [id, isEnd] of [
      ["back-back", this.at === 0],
      ["back-on", this.at === last],
    ])
      find(id).setAttribute("aria-disabled", String(isEnd));
    for (const item of find("log").children)
      item.classList.toggle("shown", this.replay.moments[item.dataset.number] === this.at);
  }

  // The game again, as it stands.
  end(isDrawn = true) {
    if (this.at < 0) return;
    this.at = -1;
    this.bar.hidden = true;
    find("table").classList.remove("past");
    for (const item of find("log").children) item.classList.remove("shown");
    const { table } = this;
    if (!isDrawn) return;
    table.board.isActive = table.isMine;
    table.board.preview(null);
    find("look-back").focus({ preventScroll: true });
  }

  key(event) {
    if (
      this.at < 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest("input, select, textarea")
    )
      return;
    const doing = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.show(this.at + 1),
      Home: () => this.show(0),
      End: () => this.show(this.replay.last),
      Escape: () => this.end(),
    }[event.key];
    if (!doing) return;
    event.preventDefault();
    event.stopPropagation();
    doing();
  }
}
