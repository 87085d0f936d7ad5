/* Mabula in portable C, with bitboards: the yardstick that the Python kernels are held to.

   Plays whole games at random on one core, the legal list written out at every step. Random source, start numbering
   and action order are the engine's, so game i of a seed is the very same game, and the sums must agree.

       cc -O3 -march=native -o mabula mabula.c && ./mabula GAMES SEED [largest|product]

   The ring of 24 edge cells is numbered clockwise from b8; action ring * 6 + k - 1 pushes its marble by k cells.

       8      0  1  2  3  4  5
       7  23  .  .  .  .  .  .   6
       6  22  .  .  .  .  .  .   7
       5  21  .  .  .  .  .  .   8
       4  20  .  .  .  .  .  .   9
       3  19  .  .  .  .  .  .  10
       2  18  .  .  .  .  .  .  11
       1     17 16 15 14 13 12
           a  b  c  d  e  f  g   h

   Where the time goes, and what was done about it:
   - each set of cells is kept twice, by rows and by columns, so that any line is six neighbouring bits of a word;
   - a push is looked up by what stands on its line; nothing in it branches, for a random branch is seldom guessed;
   - the free cells of all 12 lines are counted in one word, kept up to date by each push;
   - the random words of a game are made 32 at a time, so that the compiler may use vector instructions. */

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RING = 24, LINE = 6, STARTS = 40158, ACTIONS = RING * LINE, LINE_SETS = 1 << LINE };
enum { BY_ROW, BY_COLUMN };
enum { BLOCKS = 8, WORDS = 4 * BLOCKS };
static const uint32_t ALL_RING = 0xFFFFFF;
static const uint64_t ALL_FREE = 0666666666666; /* 12 lines of three bits, six cells free in each: rows, then columns */
static const char RING_CELLS[] = "b8c8d8e8f8g8h7h6h5h4h3h2g1f1e1d1c1b1a2a3a4a5a6a7";

typedef struct {
    int16_t actions[LINE]; /* of one edge cell, in order */
    int16_t free_at;       /* where the free cells of its line are counted; copied along, then overwritten */
    int16_t unused;
} Row;

typedef struct {
    uint8_t by, line;   /* the line pushed along: line 1..6, of the rows or of the columns */
    uint8_t ring;       /* the edge cell pushed from */
    uint8_t free_at;    /* where the free cells of its line are counted */
    uint8_t crossed_at; /* where those of the six lines across are */
    uint8_t unused;
    uint16_t pushes;    /* the first of its pushes, the one into an empty line */
} Action;

typedef struct {
    uint8_t met;    /* the cells of the line up to where the farthest marble met ends */
    uint8_t filled; /* the line afterwards, pusher and all */
    uint8_t pusher; /* the pusher's cell */
    uint8_t stack;  /* the lowest cell of those the met marbles stack up on */
    int32_t freed;  /* what is added to the counts of the lines across */
} Push;

static uint32_t starts[STARTS]; /* White's edge cells in each arrangement, in alphabetical order */
static uint8_t edge_cells[RING];
static _Alignas(64) Row rows[RING];
static Action actions[ACTIONS];
static Push pushes[2 * LINE_SETS * 8];          /* by direction, marbles on the line, and k - 1 */
static uint8_t squeezed[LINE_SETS * LINE_SETS]; /* by marbles and white ones: the white ones, gaps closed */

static void fill_starts(void)
{
    int count = 0;
    for (uint32_t ring = 0; ring <= ALL_RING; ring++) { /* b8 in the highest place: the alphabet's order */
        if (__builtin_popcountll(ring) != RING / 2)
            continue;
        uint32_t next = (ring << 1 | ring >> 23) & ALL_RING, second = (ring << 2 | ring >> 22) & ALL_RING;
        if ((ring & next & second) || (ring | next | second) != ALL_RING)
            continue; /* three alike in a row */
        for (int place = 0; place < RING; place++)
            starts[count] |= (ring >> place & 1) << (RING - 1 - place);
        count++;
    }
}

static void fill_actions(void)
{
    for (int ring = 0; ring < RING; ring++) {
        int x = RING_CELLS[2 * ring] - 'a', y = RING_CELLS[2 * ring + 1] - '1', side = ring / LINE;
        bool by_row = side == 1 || side == 3, downwards = side < 2;
        int line = by_row ? y : x, free_at = 3 * (line - 1) + (by_row ? 0 : 18);
        edge_cells[ring] = (uint8_t)(8 * y + x);
        rows[ring].free_at = (int16_t)free_at;
        for (int k = 0; k < LINE; k++) {
            int action = ring * LINE + k;
            rows[ring].actions[k] = (int16_t)action;
            actions[action] = (Action){
                .by = by_row ? BY_ROW : BY_COLUMN,
                .line = (uint8_t)line,
                .ring = (uint8_t)ring,
                .free_at = (uint8_t)free_at,
                .crossed_at = by_row ? 18 : 0,
                .pushes = (uint16_t)(downwards * LINE_SETS * 8 + k),
            };
        }
    }
}

/* A set of the cells of a line as counts of one on the lines across. */
static int32_t counts(int cells)
{
    int32_t sum = 0;
    for (int i = 0; i < LINE; i++)
        sum |= (cells >> i & 1) << 3 * i;
    return sum;
}

/* The pusher uses up the first k free cells of its line; all marbles up to the last of these are met. */
static Push push_of(bool downwards, int marbles, int k)
{
    int met = 0, stacked = 0, cell = 0, used = 0;
    for (int i = 0; used < k; i++) {
        cell = downwards ? LINE - 1 - i : i;
        met |= 1 << cell;
        if (marbles >> cell & 1)
            stacked++;
        else
            used++;
    }
    int pusher = downwards ? LINE - k : k - 1, stack = downwards ? cell : k;
    int filled = (marbles & ~met) | ((1 << stacked) - 1) << stack | 1 << pusher;
    return (Push){
        .met = (uint8_t)met,
        .filled = (uint8_t)filled,
        .pusher = (uint8_t)(1 << pusher),
        .stack = (uint8_t)stack,
        .freed = counts(marbles) - counts(filled),
    };
}

static void fill_pushes(void)
{
    for (int marbles = 0; marbles < LINE_SETS; marbles++) {
        for (int k = 1; k <= LINE - __builtin_popcountll((unsigned long long)marbles); k++)
            for (int downwards = 0; downwards < 2; downwards++)
                pushes[(downwards * LINE_SETS + marbles) * 8 + k - 1] = push_of(downwards, marbles, k);
        for (int white = 0; white < LINE_SETS; white++)
            for (int cell = 0, to = 0; cell < LINE; cell++)
                if (marbles >> cell & 1)
                    squeezed[marbles * LINE_SETS + white] |= (uint8_t)((white >> cell & 1) << to++);
    }
}

/* Philox4x32-10: the seed is its key, the game's number its stream. */
typedef struct {
    uint64_t seed, stream;
    uint32_t block, used;
    uint32_t words[WORDS];
} Rng;

__attribute__((noinline)) static void refill(Rng *rng)
{
    uint64_t a[BLOCKS], b[BLOCKS], c[BLOCKS], d[BLOCKS];
    uint32_t key_0 = (uint32_t)rng->seed, key_1 = (uint32_t)(rng->seed >> 32);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        a[i] = rng->block + i;
        b[i] = 0;
        c[i] = (uint32_t)rng->stream;
        d[i] = rng->stream >> 32;
    }
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            uint64_t left = 0xD2511F53 * a[i], right = 0xCD9E8D57 * c[i];
            a[i] = (right >> 32) ^ b[i] ^ key_0;
            b[i] = (uint32_t)right;
            c[i] = (left >> 32) ^ d[i] ^ key_1;
            d[i] = (uint32_t)left;
        }
        key_0 += 0x9E3779B9;
        key_1 += 0xBB67AE85;
    }
    for (int i = 0; i < BLOCKS; i++) {
        rng->words[4 * i] = (uint32_t)a[i];
        rng->words[4 * i + 1] = (uint32_t)b[i];
        rng->words[4 * i + 2] = (uint32_t)c[i];
        rng->words[4 * i + 3] = (uint32_t)d[i];
    }
    rng->block += BLOCKS;
    rng->used = 0;
}

static inline uint32_t word(Rng *rng)
{
    if (rng->used == WORDS)
        refill(rng);
    return rng->words[rng->used++];
}

__attribute__((noinline)) static uint32_t reject(Rng *rng, uint32_t n, uint64_t product)
{
    uint32_t unfair = -n % n;
    while ((uint32_t)product < unfair)
        product = (uint64_t)word(rng) * n;
    return (uint32_t)(product >> 32);
}

/* A number 0..n-1, each equally likely (Lemire); nothing is drawn when n is 1. */
static inline uint32_t below(Rng *rng, uint32_t n)
{
    if (n == 1)
        return 0;
    uint64_t product = (uint64_t)word(rng) * n;
    return (uint32_t)product < n ? reject(rng, n, product) : (uint32_t)(product >> 32);
}

typedef struct {
    uint64_t filled[2], white[2]; /* interior cells with a marble, and with a white one: by rows, and by columns */
    uint64_t free;                /* free cells of each line, three bits for each */
    uint32_t edge[2];             /* marbles on the ring: White's, Black's */
} State;

/* Write the legal actions of a seat (0 is White); returns how many. Up to eight places past them are scribbled on. */
static inline uint32_t legal(const State *state, int seat, int16_t *out)
{
    uint32_t count = 0;
    for (uint64_t marbles = state->edge[seat]; marbles; marbles &= marbles - 1) {
        const Row *row = &rows[__builtin_ctzll(marbles)];
        memcpy(out + count, row, sizeof *row);
        count += state->free >> row->free_at & 7;
    }
    return count;
}

/* Bit i of six to the lowest bit of byte i. */
static inline uint64_t spread(uint64_t six)
{
    return six * 0x0002040810204081 & 0x0101010101010101;
}

static inline void play(State *state, int seat, const Action *action)
{
    int by = action->by, line = action->line, at = 8 * line + 1;
    uint32_t filled = state->filled[by] >> at & 63, white = state->white[by] >> at & 63;
    const Push *push = &pushes[action->pushes + 8 * filled];
    uint32_t met = (uint32_t)squeezed[(filled & push->met) * LINE_SETS + white] << push->stack;
    uint32_t pusher = push->pusher & ((uint32_t)seat - 1); /* only if it is White's */
    uint64_t flip = filled ^ push->filled, flip_white = white ^ ((white & ~(uint32_t)push->met) | met | pusher);
    state->free += ((uint64_t)(int64_t)push->freed << action->crossed_at) - (UINT64_C(1) << action->free_at);
    state->filled[by] ^= flip << at;
    state->filled[!by] ^= spread(flip) << (8 + line);
    state->white[by] ^= flip_white << at;
    state->white[!by] ^= spread(flip_white) << (8 + line);
    state->edge[seat] ^= UINT32_C(1) << action->ring;
}

static inline uint64_t beside(uint64_t cells)
{
    return (cells & 0x7F7F7F7F7F7F7F7F) << 1 | (cells & 0xFEFEFEFEFEFEFEFE) >> 1 | cells << 8 | cells >> 8;
}

/* The size of the largest group, or the product of the sizes of all. */
__attribute__((noinline)) static int score(uint64_t cells, bool product)
{
    int largest = cells != 0, all = 1;
    cells &= beside(cells); /* lone marbles are groups of one */
    while (cells) {
        uint64_t group, wider = cells & -cells;
        do {
            group = wider;
            wider = (group | beside(group)) & cells;
            wider = (wider | beside(wider)) & cells;
        } while (wider != group);
        int size = __builtin_popcountll(group);
        largest = size > largest ? size : largest;
        all *= size;
        cells ^= group;
    }
    return product ? all : largest;
}

static uint64_t edge_marbles(uint32_t edge)
{
    uint64_t cells = 0;
    for (; edge; edge &= edge - 1)
        cells |= UINT64_C(1) << edge_cells[__builtin_ctzll(edge)];
    return cells;
}

typedef struct {
    uint64_t steps, scores[2], wins[2], draws;
} Tally;

/* Play a game to its end; returns its steps. */
__attribute__((noinline)) static uint32_t random_game(Rng *rng, State *end)
{
    int16_t moves[ACTIONS];
    State state = {.free = ALL_FREE};
    state.edge[0] = starts[below(rng, STARTS)];
    state.edge[1] = state.edge[0] ^ ALL_RING;
    uint32_t steps = 0;
    for (int seat = 0;; seat = !seat) {
        uint32_t count = legal(&state, seat, moves);
        if (count == 0) { /* passed over */
            seat = !seat;
            count = legal(&state, seat, moves);
            if (count == 0)
                break;
        }
        play(&state, seat, &actions[moves[below(rng, count)]]);
        steps++;
    }
    *end = state;
    return steps;
}

static void random_games(uint64_t games, uint64_t seed, bool product, Tally *tally)
{
    Rng rng = {.seed = seed};
    State end;
    for (uint64_t game = 0; game < games; game++) {
        rng.stream = game;
        rng.block = 0;
        rng.used = WORDS;
        tally->steps += random_game(&rng, &end);
        uint64_t white = end.white[BY_ROW], black = end.filled[BY_ROW] & ~white;
        int first = score(white | edge_marbles(end.edge[0]), product);
        int second = score(black | edge_marbles(end.edge[1]), product);
        tally->scores[0] += (uint64_t)first;
        tally->scores[1] += (uint64_t)second;
        tally->wins[0] += first > second;
        tally->wins[1] += second > first;
        tally->draws += first == second;
    }
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

int main(int count, char **words)
{
    uint64_t games = 0, seed = 0;
    const char *scoring = count == 4 ? words[3] : "largest";
    bool product = strcmp(scoring, "product") == 0;
    if (count < 3 || count > 4 || !read_number(words[1], &games) || !read_number(words[2], &seed) ||
        (!product && strcmp(scoring, "largest") != 0)) {
        fprintf(stderr, "usage: mabula GAMES SEED [largest|product]\n");
        return 2;
    }
    fill_starts();
    fill_actions();
    fill_pushes();
    Tally tally = {0};
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    random_games(games, seed, product, &tally);
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    printf("{\"games\": %" PRIu64 ", \"steps\": %" PRIu64 ", \"seconds\": %.6f, ", games, tally.steps, seconds);
    printf("\"scores\": [%" PRIu64 ", %" PRIu64 "], ", tally.scores[0], tally.scores[1]);
    printf("\"wins\": [%" PRIu64 ", %" PRIu64 "], ", tally.wins[0], tally.wins[1]);
    printf("\"draws\": %" PRIu64 "}\n", tally.draws);
    return 0;
}
