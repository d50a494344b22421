"""The yardstick: a stripped Small World without abilities, in plain tuned Python.

A state is one flat list of whole numbers (sets of regions are bit masks), so a copy is ``s[:]``.
``legal(s)`` lists all legal actions, ``apply(s, a, rnd)`` performs one. Nothing is allocated in
the inner loop but the list of actions. It bounds what an engine in Python can reach: no hook, no
notation, no log, no refusal. The engine is measured as a fraction of it, in the same run, because
seconds differ from machine to machine and fractions hardly do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

NREG: Final = 30
NP: Final = 3
TURNS: Final = 10
ROW: Final = 6
MAXC: Final = 32

SELECT: Final = 0
START: Final = 1
ABANDONING: Final = 2
CONQUERING: Final = 3
DEPLOY: Final = 4
DEFEND: Final = 5
OVER: Final = 6

A_ROLL: Final = 32
A_ABANDON: Final = 64
A_DEPLOY: Final = 96
A_SELECT: Final = 128
A_DECLINE: Final = 140
A_STOP: Final = 141

# the flat state
AFF: Final = 0
COST: Final = 32
TOK: Final = 64
ACT: Final = 96
DECL: Final = 99
REACH: Final = 102
COINS: Final = 105
HAND: Final = 108
RACE: Final = 111
POWER: Final = 114
DRACE: Final = 117
RROW: Final = 120
PROW: Final = 126
CROW: Final = 132
PHASE: Final = 138
TURN: Final = 139
MOVER: Final = 140
CUR: Final = 141
RH: Final = 142
RN: Final = 143
PH: Final = 144
PN: Final = 145
RQ: Final = 146
PQ: Final = 162
SIZE: Final = 194

RACE_TOK: Final = [6, 3, 6, 5, 6, 6, 5, 5, 8, 6, 5, 6, 5, 5]
POW_TOK: Final = [4, 4, 5, 4, 5, 5, 5, 4, 3, 5, 4, 2, 5, 5, 5, 5, 4, 4, 5, 4]
DIE: Final = [0, 0, 0, 1, 2, 3]


def _mask(regions: list[int]) -> int:
    m = 0
    for r in regions:
        m |= 1 << r
    return m


WATER: Final = _mask([2, 15, 28])
MOUNT: Final = _mask([0, 7, 10, 16, 21, 25])
TRIBE: Final = _mask([1, 5, 8, 9, 13, 18, 20, 22, 27])
LAND: Final = ((1 << NREG) - 1) & ~WATER


def _make_map() -> tuple[list[int], int]:
    adj: list[int] = []
    edge = 0
    for i in range(NREG):
        y, x = divmod(i, 6)
        odd = y & 1
        m = 0
        for ny, nx in (
            (y, x - 1),
            (y, x + 1),
            (y - 1, x - 1 + odd),
            (y - 1, x + odd),
            (y + 1, x - 1 + odd),
            (y + 1, x + odd),
        ):
            if 0 <= ny < 5 and 0 <= nx < 6:
                m |= 1 << (ny * 6 + nx)
        adj.append(m)
        if y == 0 or y == 4 or x == 0 or x == 5:
            edge |= 1 << i
    entry = edge
    for i in range(NREG):
        if (WATER & edge) >> i & 1:
            entry |= adj[i]
    return [m & LAND for m in adj], entry & LAND


_MAP = _make_map()
ADJ: Final = _MAP[0]
ENTRY: Final = _MAP[1]
BIT: Final = [1 << i for i in range(32)]
BARE: Final = [2 + (MOUNT >> r & 1) for r in range(NREG)]


def _chunk(base: int, shift: int) -> list[list[int]]:
    return [[base + shift + k for k in range(10) if m >> k & 1] for m in range(1024)]


# three tables of 1024 lists for each kind of action: a mask becomes a list in three look-ups
C0: Final = _chunk(0, 0)
C1: Final = _chunk(0, 10)
C2: Final = _chunk(0, 20)
R0: Final = _chunk(A_ROLL, 0)
R1: Final = _chunk(A_ROLL, 10)
R2: Final = _chunk(A_ROLL, 20)
B0: Final = _chunk(A_ABANDON, 0)
B1: Final = _chunk(A_ABANDON, 10)
B2: Final = _chunk(A_ABANDON, 20)
D0: Final = _chunk(A_DEPLOY, 0)
D1: Final = _chunk(A_DEPLOY, 10)
D2: Final = _chunk(A_DEPLOY, 20)
SELECTS: Final = [[A_SELECT + i for i in range(n)] for n in range(ROW + 1)]


def set_tok(s: list[int], r: int, n: int) -> None:
    s[TOK + r] = n
    to = BARE[r] + n
    c = s[COST + r]
    if c == to:
        return
    s[COST + r] = to
    b = BIT[r]
    while c > to:
        c -= 1
        s[AFF + c] |= b
    while c < to:
        s[AFF + c] ^= b
        c += 1


def _template() -> list[int]:
    s = [0] * SIZE
    for h in range(MAXC):
        s[AFF + h] = LAND
    for r in range(NREG):
        if LAND >> r & 1:
            set_tok(s, r, TRIBE >> r & 1)
    for p in range(NP):
        s[COINS + p] = 5
        s[RACE + p] = -1
        s[POWER + p] = -1
        s[DRACE + p] = -1
    return s


TEMPLATE: Final = _template()


def new_game(rnd: Callable[[], float]) -> list[int]:
    s = TEMPLATE[:]
    a = list(range(14))
    b = list(range(20))
    for i in range(13, 0, -1):
        j = int(rnd() * (i + 1))
        a[i], a[j] = a[j], a[i]
    for i in range(19, 0, -1):
        j = int(rnd() * (i + 1))
        b[i], b[j] = b[j], b[i]
    for i in range(ROW):
        s[RROW + i] = a[i]
        s[PROW + i] = b[i]
    for i in range(ROW, 14):
        s[RQ + i - ROW] = a[i]
    for i in range(ROW, 20):
        s[PQ + i - ROW] = b[i]
    s[RN] = 14 - ROW
    s[PN] = 20 - ROW
    return s


def legal(s: list[int]) -> list[int]:
    p = s[CUR]
    phase = s[PHASE]
    act = s[ACT + p]
    if phase >= DEPLOY:
        return D0[act & 1023] + D1[act >> 10 & 1023] + D2[act >> 20]
    if phase == SELECT:
        n = s[COINS + p] + 1
        return SELECTS[n if n < ROW else ROW]
    h = s[HAND + p]
    t = (s[REACH + p] if act else ENTRY) & ~act
    aff = s[AFF + h]
    c = t & aff
    out = C0[c & 1023] + C1[c >> 10 & 1023] + C2[c >> 20]
    if h:
        c = t & s[AFF + h + 3] & ~aff
        if c:
            out += R0[c & 1023] + R1[c >> 10 & 1023] + R2[c >> 20]
    out.append(A_STOP)
    if phase == CONQUERING:
        return out
    out = B0[act & 1023] + B1[act >> 10 & 1023] + B2[act >> 20] + out
    if phase == START:
        out.insert(0, A_DECLINE)
    return out


def new_reach(s: list[int], q: int) -> None:
    m = s[ACT + q]
    x = 0
    while m:
        b = m & -m
        x |= ADJ[b.bit_length() - 1]
        m ^= b
    s[REACH + q] = x


def pick_up(s: list[int], p: int) -> None:
    m = s[ACT + p]
    got = 0
    for r in C0[m & 1023] + C1[m >> 10 & 1023] + C2[m >> 20]:
        t = s[TOK + r]
        if t > 1:
            got += t - 1
            set_tok(s, r, 1)
    s[HAND + p] += got


def defend_or_next(s: list[int]) -> None:
    """The defenders redeploy, in seat order; then the next player's turn."""
    p = s[MOVER]
    for k in range(1, NP):
        q = p + k
        if q >= NP:
            q -= NP
        if s[HAND + q] and s[ACT + q]:
            s[CUR] = q
            s[PHASE] = DEFEND
            return
    p += 1
    if p == NP:
        p = 0
        s[TURN] += 1
        if s[TURN] == TURNS:
            s[PHASE] = OVER
            return
    s[MOVER] = p
    s[CUR] = p
    if s[RACE + p] < 0:
        s[PHASE] = SELECT
    else:
        s[PHASE] = START
        pick_up(s, p)


def end_turn(s: list[int]) -> None:
    p = s[MOVER]
    s[COINS + p] += bin(s[ACT + p] | s[DECL + p]).count("1")
    defend_or_next(s)


def to_deploy(s: list[int], p: int) -> None:
    pick_up(s, p)
    if s[HAND + p] and s[ACT + p]:
        s[PHASE] = DEPLOY
    else:
        end_turn(s)


def take(s: list[int], p: int, r: int, n: int) -> None:
    b = BIT[r]
    for q in range(NP):
        if s[ACT + q] & b:
            s[ACT + q] ^= b
            s[HAND + q] += s[TOK + r] - 1
            new_reach(s, q)
            break
        if s[DECL + q] & b:
            s[DECL + q] ^= b
            break
    s[ACT + p] |= b
    s[REACH + p] |= ADJ[r]
    s[HAND + p] -= n
    set_tok(s, r, n)


def apply(s: list[int], a: int, rnd: Callable[[], float]) -> None:
    p = s[CUR]
    if a < A_ROLL:
        take(s, p, a, s[COST + a])
        s[PHASE] = CONQUERING
    elif a < A_ABANDON:
        r = a - A_ROLL
        need = s[COST + r] - DIE[int(rnd() * 6)]
        if need < 1:
            need = 1
        if need <= s[HAND + p]:
            take(s, p, r, need)
        to_deploy(s, p)
    elif a < A_DEPLOY:
        r = a - A_ABANDON
        s[ACT + p] ^= BIT[r]
        s[HAND + p] += s[TOK + r]
        set_tok(s, r, 0)
        new_reach(s, p)
        s[PHASE] = ABANDONING
    elif a < A_SELECT:
        r = a - A_DEPLOY
        c = s[COST + r]
        s[TOK + r] += 1
        s[COST + r] = c + 1
        s[AFF + c] ^= BIT[r]
        h = s[HAND + p] - 1
        s[HAND + p] = h
        if h == 0:
            if s[PHASE] == DEPLOY:
                end_turn(s)
            else:
                defend_or_next(s)
    elif a < A_DECLINE:
        i = a - A_SELECT
        s[COINS + p] += s[CROW + i] - i
        for j in range(i):
            s[CROW + j] += 1
        s[RACE + p] = s[RROW + i]
        s[POWER + p] = s[PROW + i]
        s[HAND + p] = RACE_TOK[s[RROW + i]] + POW_TOK[s[PROW + i]]
        for j in range(i, ROW - 1):
            s[RROW + j] = s[RROW + j + 1]
            s[PROW + j] = s[PROW + j + 1]
            s[CROW + j] = s[CROW + j + 1]
        s[RROW + ROW - 1] = s[RQ + (s[RH] & 15)]
        s[RH] += 1
        s[RN] -= 1
        s[PROW + ROW - 1] = s[PQ + (s[PH] & 31)]
        s[PH] += 1
        s[PN] -= 1
        s[CROW + ROW - 1] = 0
        s[PHASE] = CONQUERING
    elif a == A_DECLINE:
        m = s[DECL + p]
        for q in C0[m & 1023] + C1[m >> 10 & 1023] + C2[m >> 20]:
            set_tok(s, q, 0)
        if s[DRACE + p] >= 0:
            s[RQ + ((s[RH] + s[RN]) & 15)] = s[DRACE + p]
            s[RN] += 1
        s[PQ + ((s[PH] + s[PN]) & 31)] = s[POWER + p]
        s[PN] += 1
        s[DECL + p] = s[ACT + p]
        s[DRACE + p] = s[RACE + p]
        s[ACT + p] = 0
        s[REACH + p] = 0
        s[RACE + p] = -1
        s[POWER + p] = -1
        s[HAND + p] = 0
        end_turn(s)
    else:
        to_deploy(s, p)


def playout(rnd: Callable[[], float]) -> int:
    s = new_game(rnd)
    n = 0
    while s[PHASE] != OVER:
        acts = legal(s)
        apply(s, acts[int(rnd() * len(acts))], rnd)
        n += 1
    return n
