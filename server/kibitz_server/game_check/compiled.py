"""The same counts, games and searches in plain Python and in machine code with checks of every array index."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kibitz_server.engine.compiler.backend import Backend, PlainBackend, UnfitForMachine
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.hidden.fit import can_guess
from kibitz_server.engine.score import INFINITE
from kibitz_server.game_check.finding import Finding, raised
from kibitz_server.games.game import Game
from kibitz_server.games.registry import belongs

BITS = {"TABLE_BITS": 8}
MOST_SEQUENCES = 5_000
"""The counts of move sequences go as deep as this many, which plain Python counts in a second."""
PLAYOUTS = 40
NODES = 2_000
HINTS = {
    r">>> i?(and|or|xor|lshift|rshift)_?\([^)]*float64": "write u64(...) for what meets U64 fields",
    r"Untyped global name '(\w+)'.*function": "name the module that has the function in COMPANIONS",
    r"unresolved symbol": "let no two functions call each other; a function may call itself",
}
"""Ways out by what the compiler says. Numba makes a float of a signed and an unsigned number of 64 bits."""
ANY_HINT = "use only integers, arrays of the state, constants and functions of the module in the rules"


def findings(game: Game, file: str, machine: Backend) -> Iterator[Finding]:
    """Yield the first difference between plain Python and machine code, or why the game cannot be compiled."""
    subjects: dict[str, Callable[[Game, Backend], Any]] = {
        "perft": _counts,
        "random games of Monte Carlo search": _playouts,
        "a search": _search,
    }
    if game.hidden:
        # Its engines compile no other rules: `mcts` runs here as if all cards were open.
        del subjects["a search"]
    for name, run in subjects.items():
        try:
            plain, compiled = run(game, PlainBackend()), run(game, machine)
        except UnfitForMachine as error:
            yield _unfit(error, file)
            return
        except IndexError as error:
            hint = "raise MAX_MOVES or MAX_PLIES, or correct the index"
            yield Finding(file, f"{name} in machine code left an array: {error}", hint)
            return
        except Exception as error:  # the author's code may raise anything
            unfit = type(error).__module__.startswith("numba") or str(error).startswith("numba")
            yield _unfit(error, file) if unfit else raised(error, file, name)
            return
        if plain != compiled:
            hint = "look for numbers beyond 64 bits, negative // or %, and u64 mixed with other numbers"
            yield Finding(file, f"{name} differs: {plain} in plain Python, {compiled} in machine code", hint)
            return


def _unfit(error: Exception, file: str) -> Finding:
    """Return why the rules cannot be compiled, with the place in the game's files that the compiler names."""
    text = str(error)
    named = [(str(Path(name).resolve()), int(line)) for name, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    place, line = next((each for each in named if belongs(each[0], file)), (file, None))
    reasons = [line.strip() for line in text.splitlines() if line.strip() and "pipeline" not in line]
    reason = " ".join([reasons[0] if reasons else text, *(line for line in reasons[1:] if line.startswith(">>>"))])
    hint = next((hint for pattern, hint in HINTS.items() if re.search(pattern, text)), ANY_HINT)
    return Finding(place, f"it cannot be compiled: {reason[:200]}", hint, line)


def _counts(game: Game, backend: Backend) -> list[int]:
    search, control, counts = SpecialisedSearch("perft", game, backend, BITS), _control(None), list[int]()
    workspace, view = search.workspace(game.start().state), search.attach(control)
    for plies in range(1, 6):
        counts.append(int(search.run.perft(workspace, view, plies, 0, 0)))
        if counts[-1] * counts[0] > MOST_SEQUENCES:
            break
    return counts


def _playouts(game: Game, backend: Backend) -> tuple[int, list[int]]:
    template = "ismcts" if can_guess(game) else "mcts"
    search, control = SpecialisedSearch(template, game, backend, BITS), _control(None)
    workspace, view = search.workspace(game.start().state), search.attach(control)
    search.run.start(workspace, view, 7)
    search.run.search(workspace, view, PLAYOUTS)
    search.run.report(workspace, view)
    return control.score, list(control.line[: control.length])


def _search(game: Game, backend: Backend) -> tuple[int, int]:
    search, control = (
        SpecialisedSearch("expectiminimax" if game.chance else "alphabeta", game, backend, BITS),
        _control(NODES),
    )
    workspace, view = search.workspace(game.start().state), search.attach(control)
    value = search.run.search(workspace, view, 3, -INFINITE, INFINITE, 0, 0)
    return round(value), int(control.nodes)


def _control(nodes: int | None) -> SearchControl:
    control = SearchControl()
    control.reset(nodes)
    return control
