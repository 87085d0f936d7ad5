// All that changes on a page with a board, in one record; and what follows from it without any picture: what can be
// chosen next, and which steps that makes. Table, board, composer and drag write it. Knows no rules: elements say which
// steps they take part in (docs/drawing.md).

/** @import { ElementView, LiveDrawing, PlayCommand, TableView } from "./wire.js" */

/**
 * @typedef {object} State
 *
 * The table:
 * @property {number} number the last entry that is shown; NaN when nothing shall be shown any more
 * @property {number | null} seat as which the page looks; null: a spectator
 * @property {TableView | null} news the table as it was last told; null in a lesson
 * @property {TableView[]} queue news that are still to be shown
 * @property {number} shownAt when the last step was shown, in milliseconds
 * @property {number} heardAt when the clocks were told, in milliseconds
 * @property {number} announced the last entry that was read out
 * @property {number} labelledAt the entry at which every choice has its words
 * @property {boolean} isLost there is no line to the house
 * @property {boolean} isLeaving another page is on its way
 *
 * The board, and what is composed on it:
 * @property {LiveDrawing | null} drawing the position; null until the first news: then it is the markup of the page
 * @property {LiveDrawing | null} preview what is shown in its place
 * @property {Map<string, ElementView>} elements by id: what can be done with it in the position
 * @property {Map<string, ElementView>} shown the same in the picture as it is, which may be a preview
 * @property {Record<string, ElementView>} printed by id: what never changes, and can only be tried
 * @property {Map<string, string[]>} steps by id: the steps that it takes part in
 * @property {Map<string, string[]>} followUps by id: the kinds of step after which it counts
 * @property {Map<string, string[]>} partitions by name of a set that a step cuts in two: its members, in order
 * @property {Map<string, string[]>} paths by step: the ids that make it
 * @property {Record<string, string>} sets by name of a set: the text of its step
 * @property {string} attempt what a click elsewhere tries, with {} for a name
 * @property {Record<string, string>} labels by step: what it would do, in words
 * @property {boolean} isActive steps may be composed
 * @property {string[]} chosen ids, in the order of the hand
 * @property {string[]} prefix steps that are composed already, of a choice with several parts
 * @property {string | null} focusedId what shall have the focus again once it is drawn
 * @property {string | null} hoveredId what a mouse is over
 * @property {boolean} isTouch the last press was a finger's
 *
 * The composer:
 * @property {string[] | null} pending steps that wait to be confirmed
 * @property {InFlight | null} inFlight steps that were sent and not answered
 * @property {LiveDrawing | null} previewDrawing of what is composed so far, and not played
 * @property {string} words what is said of that
 * @property {boolean} isHovering a preview is shown for a hand that rests
 *
 * The drag:
 * @property {{ id: string, steps: string[] } | null} held what is carried, and the steps or kinds it can be carried for
 * @property {Dropped | null} dropped what goes on after news
 * @property {Promise<void> | null} settling a drop whose preview is not shown yet: until then nothing else is carried
 * @property {boolean} hasDragged the click that ends a drag is none
 */

/** @typedef {NonNullable<LiveDrawing["facts"]>} Facts what a game's own script needs to know of a drawing */
/** @typedef {{ [step: string]: string[] | Parts }} Parts by step: those that can follow; where these have parts as well, the same again */
/** @typedef {{ id: string, place: string, step: string, next: string }} Dropped what, where, as which step, and the kind of the next */
/** @typedef {Partial<PlayCommand> & { steps: string[], until?: number }} InFlight `until`: the entry whose news is on the way */

/**
 * @param {Partial<State>} [given]
 * @returns {State}
 */
export function defaults(given = {}) {
  return {
    number: 0,
    seat: null,
    news: null,
    queue: [],
    shownAt: -Infinity,
    heardAt: 0,
    announced: 0,
    labelledAt: -1,
    isLost: false,
    isLeaving: false,

    drawing: null,
    preview: null,
    elements: new Map(),
    shown: new Map(),
    printed: {},
    steps: new Map(),
    followUps: new Map(),
    partitions: new Map(),
    paths: new Map(),
    sets: {},
    attempt: "",
    labels: {},
    isActive: false,
    chosen: [],
    prefix: [],
    focusedId: null,
    hoveredId: null,
    isTouch: false,

    pending: null,
    inFlight: null,
    previewDrawing: null,
    words: "",
    isHovering: false,

    held: null,
    dropped: null,
    settling: null,
    hasDragged: false,
    ...given,
  };
}

/**
 * The kind of a step: what stands before its colon.
 * @param {string} step
 */
export function kindOf(step) {
  return step.split(":")[0];
}

// ---- which elements express which steps

/**
 * Take the elements of a position.
 * @param {State} state
 * @param {Record<string, ElementView>} elements
 */
export function readElements(state, elements) {
  state.elements = state.shown = new Map(Object.entries(elements));
  state.steps = new Map();
  state.followUps = new Map();
  state.partitions = new Map();
  state.paths = new Map();
  for (const [id, { steps, after, set }] of state.elements) {
    if (set) state.partitions.set(set, [...(state.partitions.get(set) ?? []), id]);
    if (!steps) continue;
    state.steps.set(id, steps);
    if (after) state.followUps.set(id, after);
    for (const step of steps) state.paths.set(step, [...(state.paths.get(step) ?? []), id]);
  }
}

/**
 * Take the elements of a preview: what counts after a first part can be chosen, all else is as in the position.
 * @param {State} state
 * @param {Record<string, ElementView>} elements
 */
export function readPreview(state, elements) {
  state.shown = new Map(Object.entries(elements));
  for (const [id, { steps, after }] of state.shown) {
    if (!steps || !after) continue;
    state.steps.set(id, steps);
    state.followUps.set(id, after);
  }
}

/**
 * The set that an element belongs to.
 * @param {State} state
 * @param {string} id
 */
export function partitionOf(state, id) {
  for (const [name, members] of state.partitions) if (members.includes(id)) return name;
  return null;
}

/**
 * What a try at an element is called; undefined where there is nothing to try.
 * @param {State} state
 * @param {string} id
 */
export function nameOf(state, id) {
  return state.shown.get(id)?.name ?? state.printed[id]?.name;
}

// ---- what can be chosen

/**
 * The kind of the part that is composed already.
 * @param {State} state
 */
function lastKind(state) {
  const last = state.prefix.at(-1);
  return last === undefined ? null : kindOf(last);
}

/**
 * The steps that can still come of what is chosen.
 * @param {State} state
 * @returns {string[]}
 */
export function candidates(state) {
  const after = lastKind(state);
  if (after !== null) {
    const open = [...state.followUps].filter(([, kinds]) => kinds.includes(after));
    return [...new Set(open.flatMap(([id]) => state.steps.get(id) ?? []))];
  }
  const begins = [...state.paths].filter(([, path]) => !path.some((id) => state.followUps.has(id)));
  return begins.filter(([, path]) => state.chosen.every((id) => path.includes(id))).map(([step]) => step);
}

/**
 * Whether an element can be chosen next; while something is carried, whether that can be dropped on it.
 * @param {State} state
 * @param {string} id
 */
export function isLit(state, id) {
  if (!state.isActive) return false;
  if (state.held) return targetStep(state, state.held.steps, id) !== null;
  const kinds = state.followUps.get(id);
  if (kinds) return kinds.includes(lastKind(state) ?? "");
  if (partitionOf(state, id)) return true;
  const open = new Set(candidates(state));
  return (state.steps.get(id) ?? []).some((step) => open.has(step));
}

/**
 * Whether an element is only the second of a path: a place to go to, dark until a piece is chosen.
 * @param {State} state
 * @param {string} id
 */
export function isSecond(state, id) {
  const paths = (state.steps.get(id) ?? []).map((step) => state.paths.get(step) ?? []);
  return paths.length > 0 && paths.every((path) => path.length > 1 && path[0] !== id);
}

/**
 * Whether something can be composed that begins with an element, or goes on with it.
 * @param {State} state
 * @param {string} id
 */
export function canBegin(state, id) {
  return isLit(state, id) || state.chosen.includes(id) || canRestart(state, id);
}

/**
 * Whether something else can be composed from an element than what is chosen now.
 * @param {State} state
 * @param {string} id
 */
function canRestart(state, id) {
  const isFollowUp = state.followUps.has(id) && !state.prefix.length;
  return (state.steps.get(id) ?? []).length > 0 && !isSecond(state, id) && !isFollowUp;
}

/**
 * Whether an element is moved to another place, or into another half.
 * @param {State} state
 * @param {string} id
 */
export function isMovable(state, id) {
  if (partitionOf(state, id)) return true;
  return (state.steps.get(id) ?? []).some((step) => (state.paths.get(step) ?? []).length > 1);
}

// ---- what is composed

/**
 * The step whose path these ids are.
 * @param {State} state
 * @param {string[]} ids
 */
function stepOf(state, ids) {
  return candidates(state).find((step) => {
    const path = state.paths.get(step) ?? [];
    return path.length === ids.length && path.every((id) => ids.includes(id));
  });
}

/**
 * The steps that what is chosen amounts to; null while more is needed.
 * @param {State} state
 * @returns {string[] | null}
 */
export function completeSteps(state) {
  const last = state.chosen.at(-1);
  if (last !== undefined && state.followUps.has(last)) return [...state.prefix, (state.steps.get(last) ?? [])[0]];
  const step = stepOf(state, state.chosen);
  return step === undefined ? null : [step];
}

/**
 * The steps that one more element would complete.
 * @param {State} state
 * @param {string} id
 * @returns {string[] | null}
 */
export function stepsWith(state, id) {
  if (!isLit(state, id) || partitionOf(state, id) || state.chosen.includes(id)) return null;
  if (state.followUps.has(id)) return [...state.prefix, (state.steps.get(id) ?? [])[0]];
  const step = stepOf(state, [...state.chosen, id]);
  return step === undefined ? null : [step];
}

/**
 * Choose an element. What does not go on from what is chosen begins anew.
 * @param {State} state
 * @param {string} id
 */
export function choose(state, id) {
  if (!isLit(state, id)) state.chosen = [];
  if (state.prefix.length && !state.followUps.has(id)) {
    state.prefix = [];
    state.chosen = [];
  }
  state.chosen.push(id);
  if (!candidates(state).length) state.chosen = [id];
}

/**
 * Put an element of a set into the other half.
 * @param {State} state
 * @param {string} set
 * @param {string} id
 * @returns {string | null} the step that cuts like this; null if all lie in one half
 */
export function togglePartition(state, set, id) {
  state.chosen = state.chosen.includes(id) ? state.chosen.filter((one) => one !== id) : [...state.chosen, id];
  const members = state.partitions.get(set) ?? [];
  const half = members.filter((one) => state.chosen.includes(one) === state.chosen.includes(members[0]));
  const rest = members.filter((one) => !half.includes(one));
  if (!rest.length) return null;
  const names = (/** @type {string[]} */ ids) => ids.map((one) => state.elements.get(one)?.name ?? "").join("");
  return state.sets[set].replace("{chosen}", names(half)).replace("{rest}", names(rest));
}

/**
 * Choose the half of a set that a whole step cuts off.
 * @param {State} state
 * @param {string} step
 */
export function selectFromStep(state, step) {
  for (const [name, members] of state.partitions) {
    const [head, tail] = state.sets[name].split("{chosen}");
    const [between] = tail.split("{rest}");
    if (!step.startsWith(head)) continue;
    const rest = step.slice(head.length).split(between)[1] ?? "";
    state.chosen = members.filter((id) => rest.includes(state.elements.get(id)?.name ?? ""));
  }
}

/**
 * What a click on something that can't be chosen tries: from what is chosen to there, or there alone.
 * @param {State} state
 * @param {string} name of what was clicked
 */
export function attemptAt(state, name) {
  const from = state.chosen.length === 1 ? state.elements.get(state.chosen[0])?.name : undefined;
  if (from && [...state.paths.keys()].some((step) => step.includes("-"))) return `${from}-${name}`;
  return state.attempt ? state.attempt.replace("{}", name) : name;
}

// ---- dragging

/**
 * The step that both name, what is carried and the place: one of them may name only its kind.
 * @param {State} state
 * @param {string[]} carried steps or kinds
 * @param {string} place
 * @returns {string | null}
 */
export function targetStep(state, carried, place) {
  const there = [...(state.steps.get(place) ?? []), ...(state.shown.get(place)?.drop ?? [])];
  for (const one of carried) {
    for (const other of there) {
      if (one === other || kindOf(other) === one) return other;
      if (kindOf(one) === other) return one;
    }
  }
  return null;
}

/**
 * Whether an element can be carried now: the second part of a choice only after the first.
 * @param {State} state
 * @param {string} id
 */
export function canDrag(state, id) {
  const isLate = state.followUps.has(id) && !state.prefix.length;
  return state.isActive && !state.settling && Boolean(state.shown.get(id)?.drag) && !isLate;
}

/**
 * All parts of the choice that a step completes: it may be the second.
 * @param {State} state
 * @param {string} step
 */
export function withPrefix(state, step) {
  const isFollowUp = (state.paths.get(step) ?? []).some((id) => state.followUps.has(id));
  return isFollowUp ? [...state.prefix, step] : [step];
}

/**
 * Whether a drop where nothing may be dropped is an illegal attempt worth explaining.
 * @param {State} state
 * @param {string[]} carried
 */
export function isIllegalAttempt(state, carried) {
  const kind = kindOf(state.attempt);
  return kind !== "" && carried.some((one) => kindOf(one) === kind);
}

/**
 * Whether a step that was dropped is only a beginning: its preview has more of its kind to carry than the position.
 * @param {State} state
 * @param {LiveDrawing} drawing
 * @param {string[]} steps
 */
export function canExtend(state, drawing, [step]) {
  const before = new Set([...state.elements.values()].flatMap((one) => one.drag ?? []));
  const after = Object.values(drawing.elements).flatMap((one) => one.drag ?? []);
  return after.some((one) => kindOf(one) === kindOf(step) && !before.has(one));
}

/**
 * Whether steps are only the first part of a choice.
 * @param {Parts} parts by step: those that can follow
 * @param {string[]} steps
 */
export function isPart(parts, steps) {
  /** @type {Parts | string[]} */
  let rest = parts;
  for (const step of steps) rest = Array.isArray(rest) ? {} : (rest[step] ?? {});
  return Array.isArray(rest) ? rest.length > 0 : Object.keys(rest).length > 0;
}
