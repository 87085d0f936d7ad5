// Jungle Rumble at the table: steps without a place are buttons in the prompt, supper stands below the farm, strips tell
// what everybody has, and tribes are shown as large as there is room. All of it is read off the drawing.

import { text } from "./table.js";

const { table } = window;
const root = document.getElementById("table");
const FINGER = 44; // pixels
const NARROW = matchMedia("(max-width: 59.99em)");
const WIDE = 2000; // wider than any tribe's picture: all of it is where kittens are carried to
const TRIBE = 216; // the least width of a tribe's picture, so that two kittens are not giants

const find = (id) => root.querySelector(`[id="${id}"]`);

function make(tag, worn = "", inner = "") {
  const element = document.createElement(tag);
  if (worn) element.className = worn;
  if (inner !== "") element.append(inner);
  return element;
}

// A sign of the drawing, as large as the letters beside it.
function sign(name, box = "-14 -14 28 28") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", "token");
  svg.setAttribute("aria-hidden", "true");
  const used = document.createElementNS("http://www.w3.org/2000/svg", "use");
  used.setAttribute("href", `#${name}`);
  svg.append(used);
  return svg;
}

function boxOf(name) {
  if (/^jr-(awake|asleep)/.test(name)) return "-24 -24 48 48";
  if (/^jr-trader/.test(name)) return "-29 -30 58 58";
  return /small/.test(name) ? "-11 -11 22 22" : "-14 -14 28 28";
}

// ---- steps that have no place on the table

function choiceOf(drawn) {
  const button = make("span", "choice"),
    below = make("span", "gain");
  button.id = drawn.id;
  for (const key of ["steps", "name", "from"]) if (drawn.dataset[key]) button.dataset[key] = drawn.dataset[key];
  if (drawn.querySelector(".costs")) button.classList.add("priced");
  if (drawn.classList.contains("jr-off")) button.classList.add("off");
  for (const one of drawn.children) {
    if (one.tagName === "text")
      (one.classList.contains("jr-label") && one.getAttribute("y") > 0 ? below : button).append(
        make(one.classList.contains("jr-label") ? "span" : "b", "", one.textContent),
      );
    if (one.tagName !== "use") continue;
    const name = one.getAttribute("href").slice(1);
    (name.startsWith("jr-small") ? below : button).append(sign(name, boxOf(name)));
  }
  if (drawn.dataset.note) button.append(make("span", "note", drawn.dataset.note));
  else if (below.childNodes.length) button.append(below);
  return button;
}

// Fields and waterways that are still to be placed, to be taken in the hand.
function inHand(drawn) {
  const things = [...(drawn?.children ?? [])];
  if (!things.length || !drawn.dataset.from) return [];
  const name = things[0].getAttribute("href").slice(1),
    held = make("span", "choice hand");
  held.id = drawn.id;
  held.dataset.from = drawn.dataset.from;
  held.ariaHidden = "true"; // the prompt says how many, and the places can be chosen
  held.append(sign(name, name.includes("water") ? "-16 -16 32 32" : "-12 -12 24 24"));
  if (things.length > 1) held.append(make("b", "", `×${things.length}`));
  return [held];
}

function showChoices(drawn, toPlace) {
  const focused = document.activeElement?.closest?.("#choices") ? document.activeElement.id : null;
  const all = [...(drawn?.children ?? [])],
    last = all.findLastIndex((one) => one.dataset.steps);
  const buttons = all.slice(0, Math.max(last + 2, 3)).map(choiceOf); // of those out of reach, one more to ask about
  choices.classList.toggle("many", buttons.length > 5);
  choices.classList.toggle(
    "wordy",
    buttons.some((one) => one.querySelector(".note")),
  );
  choices.replaceChildren(...inHand(toPlace), ...buttons);
  table.board.read();
  table.board.dress();
  if (focused) find(focused)?.focus({ preventScroll: true });
}

function parse(markup) {
  return new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml")
    .documentElement.firstElementChild;
}

// ---- what everybody has

const GOODS = ["food", "gold", "penalty"];

function showGoods() {
  for (const strip of root.querySelectorAll(".strip")) {
    const { seat } = strip.dataset;
    let goods = strip.querySelector(".goods");
    if (!goods) {
      goods = make("span", "goods");
      for (const good of GOODS) {
        const one = make("span", good);
        one.append(sign(`jr-${good}`), make("b"), make("span", "hidden", text(good)));
        goods.append(one);
      }
      goods.append(make("span", "chip first"));
      strip.append(goods);
    }
    for (const good of GOODS) {
      const said = (find(`${good}-${seat}`)?.textContent ?? "").replace("»", "→");
      write(goods.querySelector(`.${good} b`), said);
      goods.querySelector(`.${good}`).hidden = good === "penalty" && said === "0";
    }
    const first = find(`first-${seat}`)?.textContent ?? "";
    write(goods.querySelector(".first"), first);
    goods.querySelector(".first").hidden = !first;
  }
}

function write(element, said) {
  if (element.textContent !== said) element.textContent = said;
}

// A tribe's picture shows its kittens only: strips and supper tell the rest.
function showTribes() {
  for (const svg of root.querySelectorAll("svg[data-part^='seat-']")) {
    const kittens = [...svg.querySelectorAll("[id^='worker-'], [id^='trader-']")];
    const places = kittens.map((one) =>
      one
        .getAttribute("transform")
        .match(/-?[\d.]+/g)
        .map(Number),
    );
    if (!places.length) continue;
    const xs = places.map(([x]) => x),
      ys = places.map(([, y]) => y);
    const hasTraders = kittens.some((one) => one.id.startsWith("trader-"));
    const left = Math.min(...xs) - 30,
      top = Math.min(...ys) - 31;
    const width = Math.max(Math.max(...xs) + 34 - left, TRIBE),
      high = Math.max(...ys) + (hasTraders ? 46 : 26) - top;
    const box = [left, top, width, high].join(" ");
    if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box);
    svg.setAttribute("preserveAspectRatio", "xMinYMid meet");
    const room = svg.querySelector("[id^='room-']"),
      all = { x: left, y: top, width: WIDE, height: high };
    for (const [name, size] of Object.entries(room ? all : {}))
      if (room.getAttribute(name) !== String(size)) room.setAttribute(name, size);
    if (!svg.previousElementSibling) svg.before(whose(svg.dataset.part.split("-")[1]));
  }
}

// Whose tribe and farm follow, where the strips are far away.
function whose(seat) {
  const said = make("p", "whose"),
    strip = find(`strip-${seat}`);
  said.append(strip.querySelector(".seat-mark").cloneNode(), strip.querySelector(".name").textContent);
  return said;
}

// ---- supper: what the end of the turn needs, and what there is for it

const supper = make("section", "supper");
supper.id = "supper";
supper.append(make("h2", "", text("supper")), make("p", "sum"), make("p", "chip"), make("p", "bowls"));
supper.setAttribute("aria-label", text("supper"));

function showSupper() {
  const drawn = find(`supper-${table.seat}`);
  supper.hidden = !drawn || !table.seat;
  if (supper.hidden) return;
  const { needs, farm, stock, short, left } = drawn.dataset;
  const key = [needs, farm, stock, short, left, table.seat].join();
  if (supper.dataset.key === key) return;
  supper.dataset.key = key;
  supper.classList.toggle("is-short", Boolean(short));
  const [, sum, chip, bowls] = supper.children;
  sum.replaceChildren(
    ...[
      ["needs", needs],
      ["farm", farm],
      ["stock", stock],
    ].map(([name, n]) => {
      const one = make("span", "", `${text(name)} `);
      one.append(make("b", "", n));
      return one;
    }),
  );
  chip.className = `chip ${short ? "bad" : "good"}`;
  chip.textContent = `${short ? "!" : "✓"} ${drawn.querySelector("text").textContent}`;
  const filled = Math.min(Number(farm), Number(needs));
  const kinds = [
    ["farm", filled],
    ["stock", Number(stock)],
    ["short", Number(short ?? 0)],
  ];
  bowls.replaceChildren(
    ...kinds.flatMap(([kind, many]) => Array.from({ length: many }, () => sign(`jr-${kind}-1`, "-12 -16 24 32"))),
  );
  bowls.ariaHidden = "true";
}

// A step that would leave somebody hungry names its price, and is done «anyway»; it is never refused.
function warn() {
  const { short, price } = find(`supper-${table.seat}`)?.dataset ?? {};
  const isWarned = Boolean(table.pending && short) && !find("button-penalty"); // when supper has come, the buttons tell it
  const button = document.getElementById("confirm"),
    place = document.getElementById("prompt-text");
  let said = place.querySelector(".price");
  if (!isWarned) {
    said?.remove();
    return;
  }
  if (!said) {
    said = make("span", "price");
    place.append(said);
  }
  write(said, text("price", { n: short, price }));
  if (button) write(button, text("confirm_anyway"));
}

// ---- the farm: one's own lies on the stage, and no cell is smaller than a finger

function showFarm() {
  swap(root.querySelector(".stage .part-farm"), root.querySelector(`.part-farm-${table.seat}`));
  swap(root.querySelector(".side [class*='part-seat-']"), root.querySelector(`[class~='part-seat-${table.seat}']`));
  const svg = root.querySelector(".stage .part-farm > .board"),
    field = svg?.querySelector("[id^='field-']");
  if (!field || !table.seat) return;
  const pitch = 72 * Number(field.getAttribute("transform").match(/scale\(([\d.]+)\)/)?.[1] ?? 1);
  const wide = svg.parentElement.clientWidth,
    cell = (pitch * wide) / svg.viewBox.baseVal.width;
  svg.style.width = NARROW.matches && cell < FINGER ? `${Math.ceil((wide * FINGER) / cell)}px` : "";
}

// Who looks on sees all farms side by side, with their names; one's own has leaves in its corners, however wide it is.
function dressFarms() {
  const farms = root.querySelectorAll(".stage .part-farm"),
    [farm] = farms;
  if (farms.length !== 1) {
    for (const one of farms) one.prepend(whose(one.lastElementChild.dataset.part.split("-")[1]));
    return;
  }
  for (const corner of ["left", "right"]) {
    const svg = sign("jr-frond", "0 0 90 90"),
      other = svg.firstElementChild.cloneNode();
    svg.setAttribute("class", `leaves ${corner}`);
    svg.firstElementChild.setAttribute("transform", "translate(64 0) rotate(108) scale(.8)");
    other.setAttribute("transform", "translate(90 14) rotate(142) scale(.8)");
    svg.append(other);
    farm.append(svg);
  }
}

function swap(here, there) {
  if (!here || !there || here === there) return;
  const mark = document.createComment("");
  here.replaceWith(mark);
  there.replaceWith(here);
  mark.replaceWith(there);
}

// ---- all together

const choices = make("div", "part jr-choices");
const back = make("button", "button plain back", text("take_back"));

function update() {
  showGoods();
  showTribes();
  showSupper();
  showFarm();
  warn();
  back.hidden = !table.isMine || !table.news.can.take_back || Boolean(table.pending);
}

if (table?.board) {
  table.composing.looksFirst = ["field", "water", "send"];
  choices.id = "choices";
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-labelledby", "prompt-text");
  Object.assign(back, { type: "button", hidden: true, id: "back" });
  back.addEventListener("click", () => document.getElementById("take-back")?.click());
  document.getElementById("actions").before(choices, back);
  document.getElementById("stage").after(supper);
  const drawn = find("buttons"),
    toPlace = find("to-place");
  root.querySelector(".part-choices")?.remove();
  showChoices(drawn, toPlace);
  dressFarms();
  update();
  document.addEventListener("news", ({ detail }) => {
    const { buttons, "to-place": toPlace } = detail.news.drawing.live.choices;
    showChoices(parse(buttons), toPlace && parse(toPlace));
    update();
  });
  const watcher = new MutationObserver(update);
  for (const live of root.querySelectorAll("[id^='live-']"))
    watcher.observe(live, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["transform", "data-short", "data-needs", "data-left"],
    });
  watcher.observe(document.getElementById("actions"), { childList: true, subtree: true });
  NARROW.addEventListener("change", update);
  addEventListener("resize", update);
}
