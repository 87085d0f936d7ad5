// Jungle Rumble at the table: steps without a place are buttons in the prompt, supper is below the farm, strips show
// each seat's goods, and tribes fill the room they have.

import { find, get, text } from "./site.js";
import { page, plugIn } from "./table.js";

/** @import { Button, Clearing, ElementView, Hand, JungleRumbleFacts, SeatFacts, Supper } from "./wire.js" */
/** @import { Plugin, Table } from "./table.js" */

const SVG = "http://www.w3.org/2000/svg";
const ASIDE = 36; // pixels beside a farm, for the numbers of its rows
const BELOW = 24; // pixels above and below it, for the letters of its columns
const LETTER = 12; // pixels: the size of coordinates and of what is written below a stall
const NARROW = matchMedia("(max-width: 59.99em)");
const WIDE = 2000; // wider than any tribe's picture: all of it is a drop target for kittens
const TRIBE = 216; // the least width of a tribe's picture, so that two kittens are not giants

/** View boxes of the drawing's symbols, by kind. */
const PLAIN = "-14 -14 28 28";
/** @type {Record<string, string>} */
const BOXES = {
  awake: "-24 -24 48 48",
  asleep: "-24 -24 48 48",
  trader: "-29 -30 58 58",
  small: "-11 -11 22 22",
  water: "-16 -16 32 32", // as it is dragged
  field: "-12 -12 24 24",
};

/**
 * @param {string} tag
 * @param {string} worn
 * @param {(Node | string)[]} inside
 */
function make(tag, worn = "", ...inside) {
  const element = document.createElement(tag);
  if (worn) element.className = worn;
  element.append(...inside);
  return element;
}

/**
 * A symbol's view box: a good of a seat lies on a trader's counter.
 * @param {string} name
 */
function boxOf(name) {
  const [kind] = name.split("-");
  return BOXES[/^(food|gold)-\d/.test(name) ? "trader" : kind] ?? PLAIN;
}

/**
 * A symbol of the drawing, as large as the text beside it.
 * @param {string} name without `jr-`
 * @param {string} [box]
 */
function sign(name, box = boxOf(name)) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", "token");
  svg.setAttribute("aria-hidden", "true");
  const used = document.createElementNS(SVG, "use");
  used.setAttribute("href", `#jr-${name}`);
  svg.append(used);
  return svg;
}

/**
 * @param {Element | null} element
 * @param {string} said
 */
function setText(element, said) {
  if (element && element.textContent !== said) element.textContent = said;
}

// ---- steps that have no place on the table

/**
 * A button: a word or a symbol, and below it its gain and cost. Its note explains it to a pointer.
 * @param {Button} drawn
 * @param {ElementView} [element]
 */
function choiceOf({ id, word, sign: name, gives = [], costs = false, note }, element = {}) {
  const button = make("span", "choice");
  const below = make("span", "gain");
  button.id = id;
  if (element.steps) button.dataset.steps = element.steps.join(" ");
  button.classList.toggle("priced", costs);
  button.classList.toggle("off", !element.steps);
  if (name) button.append(sign(name));
  if (word && name && !gives.length) below.append(make("span", "", word));
  else if (word) button.append(make("b", "", word));
  for (const [figure, small] of gives) {
    if (figure) below.append(make("span", "", figure));
    if (small) below.append(sign(`small-${small}`));
  }
  if (below.childNodes.length) button.append(below);
  if (note) button.title = note;
  return button;
}

/**
 * The drag source of fields and waterways that are still to be placed.
 * @param {Hand} hand
 */
function inHand({ sign: name, count }) {
  const held = make("span", "choice hand", sign(name));
  held.id = "to-place";
  held.ariaHidden = "true"; // the prompt says how many, and the places can be chosen
  if (count > 1) held.append(make("b", "", `×${count}`));
  return held;
}

/** @param {Table} table */
function makeChoices(table) {
  const choices = make("div", "part jr-choices");
  choices.id = "choices";
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-labelledby", "prompt-text");
  get("actions").before(choices);
  document.querySelector(".part-choices")?.remove();

  /** @param {JungleRumbleFacts} facts */
  return ({ buttons, hand }) => {
    const { elements } = table.state;
    const focused = document.activeElement?.closest("#choices") ? document.activeElement.id : null;
    const last = buttons.findLastIndex((one) => elements.get(one.id)?.steps);
    const shown = buttons.slice(0, Math.max(last + 2, 3)); // and one that is out of reach, to be explained on click
    choices.classList.toggle("many", shown.length > 5);
    choices.replaceChildren(
      ...(hand ? [inHand(hand)] : []),
      ...shown.map((one) => choiceOf(one, elements.get(one.id))),
    );
    table.board?.render();
    if (focused) find(focused)?.focus({ preventScroll: true });
  };
}

// ---- each seat's goods

const GOODS = /** @type {const} */ (["food", "gold", "penalty"]);

/** @param {SeatFacts} seat */
function showGoods(seat) {
  const strip = get(`strip-${seat.seat}`);
  const goods = strip.querySelector(".goods") ?? makeGoods(strip);
  const figures = { food: seat.food, gold: seat.gold, penalty: seat.penalties };
  for (const good of GOODS) {
    const place = /** @type {HTMLElement} */ (goods.querySelector(`.${good}`));
    setText(place.querySelector("b"), figures[good].join("→"));
    place.hidden = good === "penalty" && figures[good].join() === "0";
  }
  const first = /** @type {HTMLElement} */ (goods.querySelector(".first"));
  setText(first, seat.first);
  first.hidden = !seat.first;
}

/** @param {HTMLElement} strip */
function makeGoods(strip) {
  const goods = make("span", "goods");
  for (const good of GOODS) goods.append(make("span", good, sign(good), make("b"), make("span", "hidden", text(good))));
  goods.append(make("span", "chip first"));
  strip.append(goods);
  return goods;
}

// ---- tribes: a picture shows its kittens only; strips and supper show the rest

/**
 * The transform of an SVG element.
 * @param {SVGGraphicsElement} element
 */
function matrixOf({ transform: { baseVal } }) {
  let matrix = new DOMMatrix();
  for (let k = 0; k < baseVal.numberOfItems; k++) matrix = matrix.multiply(baseVal.getItem(k).matrix);
  return matrix;
}

/** @param {SVGSVGElement} svg */
function showTribe(svg) {
  /** @type {SVGGraphicsElement[]} */
  const kittens = [...svg.querySelectorAll("[id^='worker-'], [id^='trader-']")].filter(isGraphic);
  if (!kittens.length) return;
  const places = kittens.map(matrixOf);
  const [xs, ys] = [places.map(({ e }) => e), places.map(({ f }) => f)];
  const hasTraders = kittens.some((one) => one.id.startsWith("trader-"));
  const left = Math.min(...xs) - 30;
  const top = Math.min(...ys) - 31;
  const width = Math.max(Math.max(...xs) + 34 - left, TRIBE);
  const high = Math.max(...ys) + (hasTraders ? 46 : 26) - top;
  set(svg, { viewBox: [left, top, width, high].join(" "), preserveAspectRatio: "xMinYMid meet" });
  const unit = Math.max(width / svg.clientWidth, high / svg.clientHeight); // of the drawing, in a pixel
  if (Number.isFinite(unit)) svg.style.setProperty("--letter", `${(LETTER * unit).toFixed(1)}px`);
  const room = svg.querySelector("[id^='room-']");
  if (room) set(room, { x: left, y: top, width: WIDE, height: high });
  if (!svg.previousElementSibling) svg.before(ownerLabel(svg));
}

/**
 * @param {Element} element
 * @returns {element is SVGGraphicsElement}
 */
const isGraphic = (element) => element instanceof SVGGraphicsElement;

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/**
 * The owner's name above a tribe or farm, where the strips are far away.
 * @param {SVGElement} svg of a part that is named after a seat
 */
function ownerLabel(svg) {
  const strip = get(`strip-${(svg.dataset.part ?? "").split("-")[1]}`);
  const mark = strip.querySelector(".seat-mark")?.cloneNode() ?? "";
  return make("p", "whose", mark, strip.querySelector(".name")?.textContent ?? "");
}

// ---- supper: the food needed at the end of the turn, and the food there is

function makeSupper() {
  const sum = make("p", "sum");
  const chip = make("p", "chip");
  const bowls = make("p", "bowls");
  const section = make("section", "supper", make("h2", "", text("supper")), sum, chip, bowls);
  section.id = "supper";
  section.setAttribute("aria-label", text("supper"));
  bowls.ariaHidden = "true";
  get("stage").after(section);

  /** @param {Supper | undefined} supper */
  return (supper) => {
    section.hidden = !supper;
    const key = JSON.stringify(supper);
    if (!supper || section.dataset.key === key) return;
    section.dataset.key = key;
    const { needs, farm, stock, short, words } = supper;
    section.classList.toggle("is-short", short > 0);
    const figures = Object.entries({ needs, farm, stock });
    sum.replaceChildren(...figures.map(([name, n]) => make("span", "", `${text(name)} `, make("b", "", String(n)))));
    chip.className = `chip ${short ? "bad" : "good"}`;
    chip.textContent = `${short ? "!" : "✓"} ${words}`;
    bowls.replaceChildren(
      ...bowlsOf("farm", Math.min(farm, needs)),
      ...bowlsOf("stock", stock),
      ...bowlsOf("short", short),
    );
  };
}

/**
 * @param {"farm" | "stock" | "short"} kind
 * @param {number} count
 */
function bowlsOf(kind, count) {
  return Array.from({ length: count }, () => sign(`${kind}-1`, "-12 -16 24 32"));
}

/**
 * A step that leaves kittens hungry shows its price, and is confirmed «anyway»; it is never refused.
 * @param {Table} table
 * @param {Supper | undefined} supper
 */
function warn(table, supper) {
  const place = get("prompt-text");
  const old = place.querySelector(".price");
  if (!table.state.pending || !supper?.short || find("button-penalty")) {
    old?.remove(); // at supper, the buttons show it
    return;
  }
  const said = old ?? make("span", "price");
  if (!old) place.append(said);
  setText(said, text("price", { n: supper.short, price: supper.price }));
  setText(find("confirm"), text("confirm_anyway"));
}

// ---- the farm: the own one is on the stage, and on a phone it fills the room it has there

/**
 * @param {HTMLElement} root
 * @param {SeatFacts | undefined} own
 */
function showFarm(root, own) {
  if (!own) return;
  const { seat } = own;
  swap(root.querySelector(".stage .part-farm"), root.querySelector(`.part-farm-${seat}`));
  swap(root.querySelector(".side [class*='part-seat-']"), root.querySelector(`[class~='part-seat-${seat}']`));
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (root.querySelectorAll("svg[data-part^='farm-']"))) {
    const isOwn = NARROW.matches && svg.closest(".stage") !== null;
    svg.dataset.whole ??= svg.getAttribute("viewBox") ?? "";
    if (isOwn) fitLand(root, svg, own.land);
    else leaveLand(svg);
  }
}

/**
 * Show a section of a farm as large as its room allows. The cards and the tribe lie over the upper part of its place,
 * unless they make room.
 * @param {HTMLElement} root
 * @param {SVGSVGElement} svg
 * @param {Clearing} land
 */
function fitLand(root, svg, land) {
  const { width, bottom, height } = svg.getBoundingClientRect();
  const tribe = root.querySelector(".side [class*='part-seat-']");
  const isCovered = tribe && getComputedStyle(tribe).visibility === "visible";
  const room = isCovered ? bottom - tribe.getBoundingClientRect().bottom : height;
  if (!width || !room) return;
  const unit = Math.max(land.width / (width - ASIDE), land.height / (room - BELOW)); // of the drawing, in a pixel
  const x = land.x + (land.width - width * unit) / 2;
  const low = land.y + (land.height + (room + LETTER) * unit) / 2;
  set(svg, { viewBox: [x, low - height * unit, width * unit, height * unit].map((one) => one.toFixed(1)).join(" ") });
  svg.style.setProperty("--letter", `${(LETTER * unit).toFixed(1)}px`);
  const [letters, numbers] = svg.querySelectorAll(".coordinate");
  const at = (/** @type {Element} */ one, /** @type {"x" | "y"} */ name) =>
    Number.parseFloat(one.getAttribute(name) ?? "");
  if (letters) set(letters, { transform: `translate(0 ${(low - LETTER * unit - at(letters, "y")).toFixed(1)})` });
  if (numbers) set(numbers, { transform: `translate(${(x + LETTER * unit - at(numbers, "x")).toFixed(1)} 0)` });
}

/** @param {SVGSVGElement} svg shown as it was drawn */
function leaveLand(svg) {
  set(svg, { viewBox: svg.dataset.whole ?? "" });
  for (const one of svg.querySelectorAll(".coordinate[transform]")) one.removeAttribute("transform");
  svg.style.removeProperty("--letter");
}

/**
 * A spectator sees all farms side by side, with their owners; the own farm has leaves in its corners.
 * @param {HTMLElement} root
 */
function decorateFarms(root) {
  const farms = [...root.querySelectorAll(".stage .part-farm")];
  if (farms.length !== 1) {
    for (const one of farms) one.prepend(ownerLabel(/** @type {SVGElement} */ (one.lastElementChild)));
    return;
  }
  farms[0].append(leaves("left"), leaves("right"));
}

/** @param {"left" | "right"} corner */
function leaves(corner) {
  const svg = sign("frond", "0 0 90 90");
  const [first, other] = [svg.firstElementChild, sign("frond").firstElementChild];
  svg.setAttribute("class", `leaves ${corner}`);
  first?.setAttribute("transform", "translate(64 0) rotate(108) scale(.8)");
  other?.setAttribute("transform", "translate(90 14) rotate(142) scale(.8)");
  if (other) svg.append(other);
  return svg;
}

/**
 * @param {Element | null} here
 * @param {Element | null} there
 */
function swap(here, there) {
  if (!here || !there || here === there) return;
  const mark = document.createComment("");
  here.replaceWith(mark);
  there.replaceWith(here);
  mark.replaceWith(there);
}

// ---- the plugin

/**
 * @param {Table} table
 * @returns {Plugin}
 */
function junglerumble(table) {
  const root = get("table");
  const showChoices = makeChoices(table);
  const showSupper = makeSupper();
  const currentFacts = () => /** @type {JungleRumbleFacts} */ ((table.state.drawing ?? page.drawing)?.facts);
  let facts = currentFacts(); // of the picture as shown

  const own = () => facts.seats.find((one) => one.seat === table.state.seat);
  const supper = () => own()?.supper;
  const showOffer = () => warn(table, supper());
  const show = () => {
    facts.seats.forEach(showGoods);
    for (const svg of root.querySelectorAll("svg[data-part^='seat-']")) showTribe(/** @type {SVGSVGElement} */ (svg));
    showSupper(supper());
    root.classList.toggle("placing", facts.hand !== null);
    showFarm(root, own());
    showOffer();
  };

  decorateFarms(root);
  showChoices(facts);
  NARROW.addEventListener("change", show);
  addEventListener("resize", show);
  return {
    previewsFirst: ["field", "water", "send"],
    onNews: () => showChoices(currentFacts()),
    onRender: (now) => {
      facts = /** @type {JungleRumbleFacts | null} */ (now) ?? currentFacts();
      show();
    },
    onOffer: showOffer,
  };
}

plugIn(junglerumble);
