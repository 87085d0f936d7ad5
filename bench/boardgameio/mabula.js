'use strict';

// Mabula for boardgame.io, the way one of its users would write it. `G` holds what our own server sends of a state:
// cells by colour, whose turn it is, scores. Player '0' is seat 1 (White), '1' is seat 2 (Black).
//
// The ring of 24 edge cells is numbered clockwise from b8; a marble on it is pushed straight inwards.

const { INVALID_MOVE } = require('boardgame.io/core');

const LINE = 6;
const EMPTY = 0; // a cell holds a seat, or this
const CELLS = Array.from({ length: 64 }, (_, cell) => 'abcdefgh'[cell % 8] + (1 + Math.floor(cell / 8)));
const RING = 'b8 c8 d8 e8 f8 g8 h7 h6 h5 h4 h3 h2 g1 f1 e1 d1 c1 b1 a2 a3 a4 a5 a6 a7'.split(' ');
const INWARDS = [-8, -1, 8, 1];
const FIXED = 'WWBWBWBWBBWBWWBWBBWWBWBB'; // the start where none is given

const NUMBERS = new Map(CELLS.map((name, cell) => [name, cell]));
const EDGE = RING.map((name) => NUMBERS.get(name));
const LINES = EDGE.map((cell, ring) =>
  Array.from({ length: LINE }, (_, k) => cell + INWARDS[Math.floor(ring / LINE)] * (k + 1)),
);
const TEXTS = RING.map((name, ring) => LINES[ring].map((cell) => `${name}-${CELLS[cell]}`));
const PUSHES = new Map(TEXTS.flatMap((texts, ring) => texts.map((text, k) => [text, { ring, k: k + 1 }])));
const BESIDE = CELLS.map((_, cell) =>
  CELLS.map((_, other) => other).filter(
    (other) => Math.abs((other % 8) - (cell % 8)) + Math.abs((other >> 3) - (cell >> 3)) === 1,
  ),
);

function boardOf(G) {
  const board = new Uint8Array(64);
  for (const cell of G.white) board[NUMBERS.get(cell)] = 1;
  for (const cell of G.black) board[NUMBERS.get(cell)] = 2;
  return board;
}

function cellsOf(board, seat) {
  return CELLS.filter((_, cell) => board[cell] === seat);
}

/** How many of the six cells of a line are free: so far, at most, can its edge marble go. */
function freeCells(board, ring) {
  let free = 0;
  for (const cell of LINES[ring]) if (board[cell] === EMPTY) free++;
  return free;
}

function hasMove(board, seat) {
  return EDGE.some((cell, ring) => board[cell] === seat && freeCells(board, ring) > 0);
}

/** Each own marble on the ring may go 1 to as many cells as its line has free. */
function legal(G) {
  const board = boardOf(G);
  return EDGE.flatMap((cell, ring) => (board[cell] === G.turn ? TEXTS[ring].slice(0, freeCells(board, ring)) : []));
}

/** The pusher uses up the first k free cells of its line; the marbles among them stack up ahead of it. */
function pushMarble(board, ring, k) {
  const marbles = [board[EDGE[ring]]];
  board[EDGE[ring]] = EMPTY;
  let free = k;
  for (const cell of LINES[ring]) {
    if (board[cell] === EMPTY) free--;
    else marbles.push(board[cell]);
    board[cell] = EMPTY;
    if (free === 0) break;
  }
  marbles.forEach((marble, ahead) => (board[LINES[ring][k - 1 + ahead]] = marble));
}

/** The sizes of a seat's groups. */
function groups(board, seat) {
  const seen = new Uint8Array(64);
  const sizes = [];
  for (let first = 0; first < 64; first++) {
    if (board[first] !== seat || seen[first]) continue;
    const found = [first];
    seen[first] = 1;
    for (const cell of found) {
      for (const other of BESIDE[cell]) {
        if (board[other] === seat && !seen[other]) {
          seen[other] = 1;
          found.push(other);
        }
      }
    }
    sizes.push(found.length);
  }
  return sizes;
}

function score(board, seat, scoring) {
  const sizes = groups(board, seat);
  const total = scoring === 'largest' ? Math.max(...sizes) : sizes.reduce((product, size) => product * size, 1);
  return { total, parts: { groups: total } };
}

/** What is sent of a board. */
function stateOf(board, turn, scoring) {
  return {
    game: 'mabula',
    rules: 1,
    players: 2,
    scoring,
    turn,
    white: cellsOf(board, 1),
    black: cellsOf(board, 2),
    scores: [score(board, 1, scoring), score(board, 2, scoring)],
  };
}

/** Who moves after a seat: the other, or the same again where the other has no move; null at the end. */
function nextTurn(board, seat) {
  return [3 - seat, seat].find((one) => hasMove(board, one)) ?? null;
}

function push({ G }, text) {
  const way = PUSHES.get(text);
  if (way === undefined) return INVALID_MOVE;
  const board = boardOf(G);
  if (board[EDGE[way.ring]] !== G.turn || way.k > freeCells(board, way.ring)) return INVALID_MOVE;
  pushMarble(board, way.ring, way.k);
  return stateOf(board, nextTurn(board, G.turn), G.scoring);
}

function setup(_, { start = FIXED, scoring = 'largest' } = {}) {
  const board = new Uint8Array(64);
  EDGE.forEach((cell, ring) => (board[cell] = start[ring] === 'W' ? 1 : 2));
  return stateOf(board, 1, scoring);
}

/** What is wrong with the start or the scoring that somebody asks for, if anything. */
function validateSetupData({ start = FIXED, scoring = 'largest' } = {}) {
  if (!/^[WB]{24}$/.test(start) || start.replaceAll('B', '').length !== 12) return 'start: 12 W and 12 B';
  if (/WWW|BBB/.test(start + start.slice(0, 2))) return 'start: three in a row have the same colour';
  return ['largest', 'product'].includes(scoring) ? undefined : 'scoring: largest or product';
}

/** Higher score wins; equal scores are a draw. */
function outcome({ G }) {
  if (G.turn !== null) return undefined;
  const scores = G.scores.map((one) => one.total);
  const places = scores.map((total) => (total === Math.max(...scores) ? 1 : 2));
  return { scores, places, winners: [1, 2].filter((seat) => places[seat - 1] === 1) };
}

const Mabula = {
  name: 'mabula',
  minPlayers: 2,
  maxPlayers: 2,
  setup,
  validateSetupData,
  moves: { push },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.turn - 1 } },
  endIf: outcome,
};

module.exports = { Mabula, legal, PUSHES };
