// What else can be asked at a table: taking back, a hint, a word to the others, the story so far, and every choice in words.

import { find, page, text, toast } from "./site.js";

export class Asking {
  constructor(table) {
    this.table = table;
  }

  // Take my last steps back; what can't go back at once is asked for where that is granted at once.
  async takeBack(form) {
    const { table } = this,
      body = table.seat ? { seat: table.seat } : {};
    let answer = table.news.can.take_back ? await this.post("back", body) : null;
    const { ask_back, is_granted } = table.news.can; // as they are by now
    if (!answer?.ok && is_granted) answer = await this.post("ask", { ...body, what: "back", entry: ask_back });
    if (answer && !answer.ok) table.refuse(answer, form);
  }

  async post(what, body) {
    const answer = await fetch(`/api/tables/${page.table}/${what}?lang=${page.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (!answer?.headers.get("content-type")?.includes("json")) {
      toast(text("away"));
      return null;
    }
    return answer.json();
  }

  // The moments so far.
  async lookBack(number) {
    const { Back } = await import("./back.js");
    this.back ??= new Back(this.table, page);
    this.back.begin(number);
  }

  // What a bot would do, and why.
  async hint() {
    const { table } = this,
      { composing } = table;
    composing.tellPreview(text("hint_asked"));
    const answer = await this.post("hint", table.seat ? { seat: table.seat } : {});
    if (!answer) return composing.tellPreview("");
    if (answer.error) {
      composing.tellPreview("");
      return table.refuse(answer, find("hint"));
    }
    if (answer.number !== table.number) return;
    const shown = await composing.look(answer.steps);
    if (answer.number !== table.number || composing.sent) return; // it has gone on meanwhile
    table.board.adopt(answer.steps[0]);
    if (shown?.drawing) {
      composing.lying = shown.drawing;
      table.board.preview(composing.lying);
    }
    composing.offer(answer.steps, answer.words.join(" "));
    find("hint-why").textContent = answer.reason.join(" ");
    find("hint-said").hidden = !answer.reason.length;
  }

  // Say something to the others.
  async say(field) {
    const said = field.value.trim();
    if (!said) return;
    const answer = await this.post("messages", { text: said });
    if (answer?.error) this.table.refuse(answer, field);
    else if (answer) {
      field.value = "";
      this.hearMessages();
    }
  }

  // What the others have said since.
  async hearMessages() {
    const list = find("messages");
    if (!list) return;
    const answer = await fetch(`/api/tables/${page.table}/messages?after=${this.table.heardMessages}`).catch(
      () => null,
    );
    if (!answer?.ok) return;
    for (const message of await answer.json()) {
      if (message.number <= this.table.heardMessages) continue;
      this.table.heardMessages = message.number;
      const item = document.createElement("li"),
        name = document.createElement("b");
      name.textContent = message.person;
      item.append(name, ` ${message.text}`);
      list.append(item);
    }
    list.scrollTop = list.scrollHeight;
  }

  // What every step would do, in words: for those who listen, and for who plays by words.
  async learnWords() {
    const seat = this.table.seat ? `&seat=${this.table.seat}` : "";
    const answer = await fetch(
      `/api/tables/${page.table}?wants=told&after=${this.table.number}&lang=${page.lang}${seat}`,
    ).catch(() => null);
    if (!answer?.ok) return;
    const { told, number, parts } = await answer.json();
    if (number !== this.table.number || !told) return;
    this.table.told = number;
    this.table.board.labels = told;
    this.table.board.dress();
    this.fillWords(told, parts ?? {});
  }

  fillWords(told, parts) {
    const form = find("by-words");
    if (!form) return;
    form.hidden = !this.table.isMine;
    form.elements.seen.value = this.table.number;
    const options = [];
    for (const step of this.table.news.legal ?? []) {
      for (const steps of wholes(step, parts[step])) {
        const option = document.createElement("option");
        option.value = steps.join(" ");
        option.textContent = steps.map((one) => told[one] ?? one).join(" ");
        options.push(option);
      }
    }
    form.elements.steps.replaceChildren(...options);
    if (options[0]) options[0].selected = true;
    const where = find("words-where");
    if (where && this.table.news.words)
      where.replaceChildren(
        ...this.table.news.words
          .split("\n")
          .map((line) => Object.assign(document.createElement("p"), { textContent: line })),
      );
  }
}

// Every way to go on from a step whose choice has parts.
function* wholes(step, rest) {
  if (!rest || (Array.isArray(rest) && !rest.length)) {
    yield [step];
    return;
  }
  for (const next of Array.isArray(rest) ? rest : Object.keys(rest)) {
    for (const more of wholes(next, Array.isArray(rest) ? null : rest[next])) yield [step, ...more];
  }
}
