// The state of a page with a board, in one record, and pure functions over it: which elements can be
// chosen next, and which steps they make. Table, board, composer and drag write it. Knows no rules: elements list the
// steps they take part in (docs/drawing.md).

/** @import { ElementView, LiveDrawing, PlayCommand, TableView } from "./wire.js" */

/**
 * @typedef {object} State
 *
 * The table:
 * @property {number} number the last entry shown; NaN if the page is covered
 * @property {number | null} seat whose view is shown; null: a spectator's
 * @property {TableView | null} news the last message about the table; null in a lesson
 * @property {number} heardAt when the clocks were received, in milliseconds
 * @property {number} announced the last entry announced to screen readers
 * @property {number} labelledAt the entry for which `labels` are loaded
 * @property {boolean} isLost there is no connection to the server
 * @property {boolean} isLeaving another page is loading
 *
 * The board, and the composition on it:
 * @property {LiveDrawing | null} drawing the position; null until the first news: the page's own markup is shown
 * @property {LiveDrawing | null} preview shown instead of the position
 * @property {Map<string, ElementView>} elements by id: the position's elements
 * @property {Map<string, ElementView>} shown by id: the elements of the picture shown, which may be a preview
 * @property {Record<string, ElementView>} printed by id: elements that never change, and can only be tried
 * @property {Map<string, string[]>} steps by id: the steps that it takes part in
 * @property {Map<string, string[]>} followUps by id: the kinds of first part that it can follow
 * @property {Map<string, string[]>} partitions by name of a set that a step cuts in two: its members, in order
 * @property {Map<string, string[]>} paths by step: the ids that make it
 * @property {Record<string, string>} sets by name of a set: the text of its step
 * @property {string} attempt the step that a click elsewhere tries, with {} for a name
 * @property {Record<string, string>} labels by step: its effect in words
 * @property {boolean} isActive steps may be composed
 * @property {string[]} chosen ids, in the order of choosing
 * @property {string[]} prefix the composed parts of a choice with several
 * @property {string | null} focusedId gets the focus back once it is drawn
 * @property {string | null} hoveredId under the mouse
 * @property {boolean} isTouch the last press was a finger's
 *
 * The composer:
 * @property {string[] | null} awaited steps whose preview is on its way
 * @property {boolean} isSlow that takes so long that the page says what it knows without it
 * @property {boolean} isAgreed its reader has confirmed these steps already
 * @property {string[] | null} pending steps that wait for confirmation
 * @property {InFlight | null} inFlight steps sent and not answered
 * @property {LiveDrawing | null} previewDrawing of the composition
 * @property {string} words of the composition
 * @property {boolean} isHovering a preview is shown for a resting pointer
 *
 * The drag:
 * @property {{ id: string, steps: string[] } | null} held the dragged element, and the steps or kinds that it offers
 * @property {Dropped | null} dropped the last drop, if it has a follow-up
 * @property {Promise<void> | null} settling a drop whose preview is not shown yet: until then no drag starts
 * @property {boolean} hasDragged ignore the click that ends a drag
 */

/** @typedef {NonNullable<LiveDrawing["facts"]>} Facts data of a drawing for the game's own script */
/** @typedef {{ [step: string]: string[] | Parts }} Parts by step: its follow-ups, nested if these have parts too */
/** @typedef {{ id: string, place: string, step: string, next: string }} Dropped source, target, step, and the kind of its follow-up */
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

    awaited: null,
    isSlow: false,
    isAgreed: false,
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
 * The kind of a step: the part before its colon.
 * @param {string} step
 */
export function kindOf(step) {
  return step.split(":")[0];
}

// ---- which elements express which steps

/**
 * Index the elements of a position.
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
 * Index the elements of a preview: follow-ups can be chosen, other elements keep their steps.
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
 * The name of an element in an attempt; undefined if it can't be tried.
 * @param {State} state
 * @param {string} id
 */
export function nameOf(state, id) {
  return state.shown.get(id)?.name ?? state.printed[id]?.name;
}

// ---- choosing

/**
 * The kind of the last composed part.
 * @param {State} state
 */
function lastKind(state) {
  const last = state.prefix.at(-1);
  return last === undefined ? null : kindOf(last);
}

/**
 * The steps that the selection can still become.
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
 * Whether an element can be chosen next; during a drag, whether it is a target.
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
 * Whether an element only ends paths: a target, dark until a piece is chosen.
 * @param {State} state
 * @param {string} id
 */
export function isSecond(state, id) {
  const paths = (state.steps.get(id) ?? []).map((step) => state.paths.get(step) ?? []);
  return paths.length > 0 && paths.every((path) => path.length > 1 && path[0] !== id);
}

/**
 * Whether an element can begin or continue a composition.
 * @param {State} state
 * @param {string} id
 */
export function canBegin(state, id) {
  return isLit(state, id) || state.chosen.includes(id) || canRestart(state, id);
}

/**
 * Whether an element can begin another composition.
 * @param {State} state
 * @param {string} id
 */
function canRestart(state, id) {
  const isFollowUp = state.followUps.has(id) && !state.prefix.length;
  return (state.steps.get(id) ?? []).length > 0 && !isSecond(state, id) && !isFollowUp;
}

/**
 * Whether an element moves to a target, or into another half.
 * @param {State} state
 * @param {string} id
 */
export function isMovable(state, id) {
  if (partitionOf(state, id)) return true;
  return (state.steps.get(id) ?? []).some((step) => (state.paths.get(step) ?? []).length > 1);
}

// ---- the composition

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
 * The steps that the selection makes; null while it is incomplete.
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
 * Choose an element. If it does not continue the selection, it begins a new one.
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
 * Select the half of a set that a step cuts off.
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
 * The step that a click on an element tries: from the selection to it, or the element alone.
 * @param {State} state
 * @param {string} name of the clicked element
 */
export function attemptAt(state, name) {
  const from = state.chosen.length === 1 ? state.elements.get(state.chosen[0])?.name : undefined;
  if (from && [...state.paths.keys()].some((step) => step.includes("-"))) return `${from}-${name}`;
  return state.attempt ? state.attempt.replace("{}", name) : name;
}

// ---- dragging

/**
 * The step that source and target both name; one of them may name only its kind.
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
 * Whether an element can be dragged now; a follow-up only after the first part.
 * @param {State} state
 * @param {string} id
 */
export function canDrag(state, id) {
  const isLate = state.followUps.has(id) && !state.prefix.length;
  return state.isActive && !state.settling && Boolean(state.shown.get(id)?.drag) && !isLate;
}

/**
 * All parts of the choice that a step completes.
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
 * Whether a dropped step can be extended: its preview has more sources of its kind than the position.
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
 * Whether steps are an incomplete choice.
 * @param {Parts} parts
 * @param {string[]} steps
 */
export function isPart(parts, steps) {
  /** @type {Parts | string[]} */
  let rest = parts;
  for (const step of steps) rest = Array.isArray(rest) ? {} : (rest[step] ?? {});
  return Array.isArray(rest) ? rest.length > 0 : Object.keys(rest).length > 0;
}
