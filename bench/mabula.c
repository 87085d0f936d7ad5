/* Mabula in portable C, with bitboards: the yardstick that the Python kernels are held to.

   Plays whole games at random on one core, the legal list written out at every step. Random source, start numbering
   and action order are the engine's, so game i of a seed is the very same game, and the sums must agree.

       cc -O3 -march=native -o mabula mabula.c && ./mabula GAMES SEED [largest|product]

   It does what the kernels do, line by line: sets of cells as 64-bit words, a loop per rule.
   mabula_tables.c is the same game tuned as far as we could. */

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RING = 24, LINE = 6, STARTS = 40158 };
static const uint32_t ALL_RING = 0xFFFFFF;
static const uint64_t NOT_A = 0xFEFEFEFEFEFEFEFE, NOT_H = 0x7F7F7F7F7F7F7F7F;
static const char RING_CELLS[] = "b8c8d8e8f8g8h7h6h5h4h3h2g1f1e1d1c1b1a2a3a4a5a6a7";
static const int INWARDS[4] = {-8, -1, 8, 1};

static uint32_t starts[STARTS];
static int cells[RING], steps_in[RING];
static uint64_t lines[RING];

static uint32_t key[2], stream[2], block, used, words[4]; /* Philox4x32-10 */

static void refill(void)
{
    uint64_t a = block++, b = 0, c = stream[0], d = stream[1];
    uint32_t key_0 = key[0], key_1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t left = 0xD2511F53u * a, right = 0xCD9E8D57u * c;
        a = (right >> 32) ^ b ^ key_0, b = (uint32_t)right;
        c = (left >> 32) ^ d ^ key_1, d = (uint32_t)left;
        key_0 += 0x9E3779B9u, key_1 += 0xBB67AE85u;
    }
    words[0] = (uint32_t)a, words[1] = (uint32_t)b, words[2] = (uint32_t)c, words[3] = (uint32_t)d;
    used = 0;
}

static inline uint32_t word(void)
{
    if (used == 4)
        refill();
    return words[used++];
}

static inline uint32_t below(uint32_t n)
{
    if (n == 1)
        return 0;
    uint64_t product = (uint64_t)word() * n;
    if ((uint32_t)product < n)
        while ((uint32_t)product < -n % n)
            product = (uint64_t)word() * n;
    return (uint32_t)(product >> 32);
}

static uint64_t inner[3]; /* by seat: marbles on the interior */
static uint32_t edge[3];  /* by seat: marbles on the ring */
static int16_t list[RING * LINE];

static inline int free_cells(uint64_t occupied, int ring)
{
    return LINE - __builtin_popcountll(occupied & lines[ring]);
}

static inline int legal(int seat)
{
    int count = 0;
    uint64_t occupied = inner[1] | inner[2];
    for (uint32_t marbles = edge[seat]; marbles; marbles &= marbles - 1) {
        int ring = __builtin_ctz(marbles);
        for (int k = 0; k < LINE; k++)
            list[count + k] = (int16_t)(ring * LINE + k);
        count += free_cells(occupied, ring);
    }
    return count;
}

static inline bool has_move(int seat)
{
    uint64_t occupied = inner[1] | inner[2];
    for (uint32_t marbles = edge[seat]; marbles; marbles &= marbles - 1)
        if (free_cells(occupied, __builtin_ctz(marbles)))
            return true;
    return false;
}

static inline void push(int seat, int ring, int k)
{
    uint64_t white = inner[1], black = inner[2];
    uint64_t new_white = white & ~lines[ring], new_black = black & ~lines[ring];
    int step = steps_in[ring], cell = cells[ring], lacking = k;
    for (int i = 0; i < LINE; i++) {
        cell += step;
        uint64_t is_white = white >> cell & 1, is_black = black >> cell & 1;
        lacking -= (int)(1 ^ is_white ^ is_black);
        int into = cell + step * (lacking > 0 ? lacking : 0);
        new_white |= is_white << into;
        new_black |= is_black << into;
    }
    inner[1] = new_white, inner[2] = new_black;
    inner[seat] |= UINT64_C(1) << (cells[ring] + step * k);
    edge[seat] ^= 1u << ring;
}

static inline uint64_t beside(uint64_t set)
{
    return (set & NOT_H) << 1 | (set & NOT_A) >> 1 | set << 8 | set >> 8;
}

static int score(int seat, bool product)
{
    uint64_t set = inner[seat];
    for (uint32_t marbles = edge[seat]; marbles; marbles &= marbles - 1)
        set |= UINT64_C(1) << cells[__builtin_ctz(marbles)];
    int largest = 1, all = 1;
    for (set &= beside(set); set;) {
        uint64_t group = set & -set, wider;
        while ((wider = (group | beside(group)) & set) != group)
            group = wider;
        int size = __builtin_popcountll(group);
        largest = size > largest ? size : largest;
        all *= size;
        set ^= group;
    }
    return product ? all : largest;
}

static void set_up(void)
{
    for (int ring = 0; ring < RING; ring++) {
        cells[ring] = RING_CELLS[2 * ring] - 'a' + 8 * (RING_CELLS[2 * ring + 1] - '1');
        steps_in[ring] = INWARDS[ring / LINE];
        for (int k = 1; k <= LINE; k++)
            lines[ring] |= UINT64_C(1) << (cells[ring] + k * steps_in[ring]);
    }
    int count = 0;
    for (uint32_t text = 0; text <= ALL_RING; text++) { /* b8 in the highest place: the alphabet's order */
        uint32_t next = (text << 1 | text >> 23) & ALL_RING, second = (text << 2 | text >> 22) & ALL_RING;
        if (__builtin_popcount(text) != RING / 2 || (text & next & second) || (text | next | second) != ALL_RING)
            continue;
        for (int ring = 0; ring < RING; ring++)
            starts[count] |= (text >> ring & 1) << (RING - 1 - ring);
        count++;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "mabula GAMES SEED [largest|product]\n");
        return 2;
    }
    uint64_t games = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
    bool product = argc > 3 && strcmp(argv[3], "product") == 0;
    set_up();
    key[0] = (uint32_t)seed, key[1] = (uint32_t)(seed >> 32);
    uint64_t steps = 0, scores[2] = {0, 0}, wins[2] = {0, 0}, draws = 0;
    struct timespec begun, done;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (uint64_t game = 0; game < games; game++) {
        stream[0] = (uint32_t)game, stream[1] = (uint32_t)(game >> 32), block = 0, used = 4;
        inner[1] = inner[2] = 0;
        edge[1] = starts[below(STARTS)];
        edge[2] = edge[1] ^ ALL_RING;
        for (int seat = 1; seat;) {
            int action = list[below((uint32_t)legal(seat))];
            push(seat, action / LINE, action % LINE + 1);
            steps++;
            if (has_move(3 - seat))
                seat = 3 - seat;
            else if (!has_move(seat))
                seat = 0;
        }
        int white = score(1, product), black = score(2, product);
        scores[0] += (uint64_t)white, scores[1] += (uint64_t)black;
        wins[0] += white > black, wins[1] += black > white, draws += white == black;
    }
    clock_gettime(CLOCK_MONOTONIC, &done);
    double seconds = (double)(done.tv_sec - begun.tv_sec) + (double)(done.tv_nsec - begun.tv_nsec) * 1e-9;
    printf("{\"games\": %" PRIu64 ", \"steps\": %" PRIu64 ", \"seconds\": %.6f, \"scores\": [%" PRIu64 ", %" PRIu64
           "], \"wins\": [%" PRIu64 ", %" PRIu64 "], \"draws\": %" PRIu64 "}\n",
           games, steps, seconds, scores[0], scores[1], wins[0], wins[1], draws);
    return 0;
}
