"""Compare the plays and the ids of backgammon with GNU Backgammon (`apt-get install gnubg`).

    python -m bench.backgammon.notation            in 2,000 random positions
    python -m bench.backgammon.notation --write    and write a choice of its answers as test data

GNU Backgammon runs as a process. It gets the line of each position, and lists all plays as its hints.
"""

import argparse
import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.backgammon.gnubg import program
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from training.levels.games import after_chance

PLAYS = Path(__file__).parents[2] / "tests" / "server" / "games" / "backgammon" / "plays.txt"
LENGTHS = (0, 3, 7, 25)
SETTINGS = """
set player 0 human
set player 1 human
set automatic roll off
set automatic game off
set automatic move off
set automatic bearoff off
set evaluation chequerplay evaluation plies 0
"""
Answer = tuple[str, tuple[str, ...]]
"""Line of a position, and the texts of its plays."""
KINDS: tuple[Callable[[Answer], bool], ...] = (
    lambda answer: any("(" in text for text in answer[1]),
    lambda answer: any("off" in text for text in answer[1]),
    lambda answer: any("*/" in text for text in answer[1]),
    lambda answer: any("bar" in text for text in answer[1]),
    lambda answer: len(answer[1]) < 4,
    lambda answer: len(answer[1]) >= 4,
)
"""Kinds of positions. The test data have some of each."""


def rolled(length: int, seed: int, count: int) -> Iterator[Position]:
    """Yield positions with dice to play from random matches of a length, in which doubles are rare."""
    rng = random.Random(seed)
    game = load("backgammon", {"to": length, "cube": True})
    position = game.start()
    while count:
        if position.outcome is not None:
            position = game.start()
        elif position.chances:
            position = after_chance(position, rng)
        elif position.legal[0].text == "roll":
            position = position.after(rng.choices(position.legal, [9, 1])[0])
        else:
            if position.legal[0].path:
                yield position
                count -= 1
            position = position.after(rng.choice(position.legal))


def ask(path: str, positions: list[Position], length: int) -> list[Answer]:
    """Return what GNU Backgammon says of positions: the line with its ids, and its plays in order."""
    lines = [SETTINGS, f"new match {length}" if length else "new session"]
    lines += [f"set gnubgid {position.text}\nshow board\nhint 4000" for position in positions]
    with tempfile.NamedTemporaryFile("w", suffix=".gnubg") as file:
        file.write("\n".join(lines))
        file.flush()
        command = [path, "-t", "-q", "-r", "-c", file.name]
        told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    answers = []
    for part in told.split("Setting GNUbg ID ")[1:]:
        found = re.search(r"Position ID: (\S+)\s+Match ID   : (\S+)", part)
        plays = [text.strip() for text in re.findall(r"^ +\d+\. \S+ \S+ +((?:\S+ )+)", part, re.MULTILINE)]
        answers.append((f"{found[1]}:{found[2]}" if found else "", tuple(sorted(plays))))
    return answers


def chosen(answers: list[Answer], rng: random.Random) -> list[Answer]:
    """Return some answers of each kind, without long lists of plays."""
    kept: list[Answer] = []
    for kind in KINDS:
        fitting = [answer for answer in answers if kind(answer) and len(answer[1]) <= 40 and answer not in kept]
        kept += rng.sample(fitting, min(5, len(fitting)))
    return kept


def main() -> None:
    """Compare positions of matches of each length, and print those that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write test data to {PLAYS}")
    options = parser.parse_args()
    path = program()
    if path is None:
        parser.error("gnubg is not installed; try: apt-get install gnubg")
    rng, kept, plays, different = random.Random(options.seed), list[Answer](), 0, 0
    for length in LENGTHS:
        positions = list(rolled(length, options.seed + length, options.positions // len(LENGTHS)))
        answers = ask(path, positions, length)
        for position, answer in zip(positions, answers, strict=True):
            own = (position.text, tuple(sorted(move.text for move in position.legal)))
            plays += len(own[1])
            if own != answer:
                different += 1
                print(f"{position.text}: {own} and not {answer}")
        kept += chosen(answers, rng)
    print(f"{options.positions} positions, {plays} plays, {different} positions differ")
    if options.write:
        head = "# Positions of matches of 0, 3, 7 and 25 points with the cube, and their plays by GNU Backgammon."
        rows = [f"{line} {'; '.join(texts)}" for line, texts in kept]
        PLAYS.write_text("\n".join([head, *rows]) + "\n")


if __name__ == "__main__":
    main()
