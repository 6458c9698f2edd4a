"""Buckets of limit hold'em from the tables of all boards: clusters of distributions, and parts of equal size.

The clusters are those of k-means (Lloyd, 1982) over the distributions of `boards`, weighted by how often they come up.
"""

from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.buckets import CARDS, CENTRE, PAIRS, STRENGTHS
from training.holdem.boards import Boards
from training.holdem.machine import compiled

POINTS = 250_000
"""Hands by which centres are found."""
ITERATIONS = 40
LEVEL_BOUNDS = np.concatenate([np.arange(1, 41) / 50, 0.8 + np.arange(1, 24) / 120])
"""Parts of all hands on the river below each level but the lowest. The levels are smaller where hands are strong."""
SPLITS = 4
"""Buckets of each level, by the strength against good hands."""


@compiled
def nearest(point: Any, centres: Any) -> int:
    """Return the number of the nearest centre, the first one of several."""
    best, least = 0, 1 << 60
    for k in range(len(centres)):
        distance = 0
        for i in range(len(point)):
            difference = int(point[i]) - int(centres[k, i])
            distance += difference * difference
            if distance >= least:
                break
        if distance < least:
            best, least = k, distance
    return best


@compiled
def gather(points: Any, centres: Any, totals: Any, counts: Any) -> None:
    """Add each point to the totals of its nearest centre."""
    for j in range(len(points)):
        k = nearest(points[j], centres)
        counts[k] += 1
        for i in range(len(points[j])):
            totals[k, i] += points[j, i]


def centres_of(points: Any, count: int, random: Any) -> Any:
    """Return the centres of that many clusters, in integers, from weak to strong hands."""
    different = np.unique(points, axis=0)
    centres = different[random.choice(len(different), count, replace=False)].astype(np.int64)
    for _ in range(ITERATIONS):
        totals, counts = np.zeros_like(centres), np.zeros(count, np.int64)
        gather(points, centres, totals, counts)
        some = counts > 0
        centres[some] = np.rint(totals[some] / counts[some, None]).astype(np.int64)
    return centres[np.argsort(-centres.sum(axis=1), kind="stable")]


@compiled
def possible(cards: Any) -> Any:
    """Return for each board and pair of cards whether they have no card in common."""
    found = np.zeros((len(cards), PAIRS), np.bool_)
    for i in range(len(cards)):
        taken = np.zeros(CARDS, np.bool_)
        for card in cards[i]:
            taken[card] = True
        for a in range(CARDS):
            for b in range(a):
                found[i, a * (a - 1) // 2 + b] = not taken[a] and not taken[b]
    return found


def sample(boards: Boards, random: Any) -> tuple[Any, Any]:
    """Return boards and pairs of cards, as often as they come up."""
    some = random.choice(len(boards.cards), 2 * POINTS, p=boards.weight / boards.weight.sum())
    pairs = random.integers(0, PAIRS, 2 * POINTS)
    fits = possible(boards.cards)[some, pairs]
    return some[fits][:POINTS], pairs[fits][:POINTS]


@compiled
def assign(outlook: Any, scale: int, centres: Any, fits: Any, found: Any) -> None:
    """Write the cluster of each hand on each board; 0 where board and hand share a card."""
    point = np.zeros(centres.shape[1], np.int64)
    for i in range(len(outlook)):
        for pair in range(PAIRS):
            if fits[i, pair]:
                for k in range(len(point)):
                    point[k] = scale * int(outlook[i, pair, k])
                found[i, pair] = nearest(point, centres)


def clusters(boards: Boards, outlook: Any, scale: int, count: int, random: Any) -> tuple[Any, Any]:
    """Return the centres of the hands on these boards, and the cluster of each."""
    points = outlook[sample(boards, random)].astype(np.int64) * scale
    centres = centres_of(points, count, random)
    found = np.zeros(outlook.shape[:2], np.uint8)
    assign(outlook, scale, centres, possible(boards.cards), found)
    return centres, found


def turn_clusters(boards: Boards, outlook: Any, count: int, random: Any) -> tuple[Any, Any]:
    """Return the centres of hands on the turn, which the strategy keeps, and the cluster of each hand."""
    return clusters(boards, outlook, CENTRE, count, random)


def river_buckets(boards: Boards, strength: Any, good: Any, random: Any) -> tuple[Any, Any, Any]:
    """Return the level of each strength, the splits of each level, and the bucket of each hand on each board."""
    at = sample(boards, random)
    strengths, goods = strength[at], good[at]
    bounds = np.quantile(strengths, LEVEL_BOUNDS)
    levels = np.searchsorted(bounds, np.arange(STRENGTHS), side="right").astype(np.uint8)
    splits = np.zeros((len(LEVEL_BOUNDS) + 1, SPLITS - 1), np.int64)
    for level in range(len(splits)):
        here = goods[levels[strengths] == level]
        splits[level] = np.ceil(np.quantile(here, np.arange(1, SPLITS) / SPLITS)) if len(here) else 0
    found = np.zeros(strength.shape, np.uint8)
    place_on_river(strength, good, levels, splits, found)
    return levels, splits, found


@compiled
def place_on_river(strength: Any, good: Any, levels: Any, splits: Any, found: Any) -> None:
    """Write the bucket of each hand on each board of the river."""
    parts = splits.shape[1] + 1
    for i in range(len(strength)):
        for pair in range(PAIRS):
            level = levels[strength[i, pair]]
            part = 0
            for k in range(parts - 1):
                part += good[i, pair] >= splits[level, k]
            found[i, pair] = level * parts + part
