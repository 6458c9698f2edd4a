"""A study of Go as SGF (Hollosi, 1999), with variations, comments, signs, arrows and circles."""

from collections.abc import Sequence

from kibitz_protocol.commands.studies.study import StudyShape, ToldNode, shape_of
from kibitz_protocol.formats.course import day_text
from kibitz_protocol.formats.games.go import COLUMNS, HANDICAP, KOMI, STONES
from kibitz_protocol.formats.sgf.values import LETTERS
from kibitz_protocol.formats.sgf.writer import VERTEX
from kibitz_protocol.formats.studies.tree import StudyFacts, children_of

MOVE_SIGNS = {1: "TE[1]", 2: "BM[1]", 3: "TE[2]", 4: "BM[2]", 5: "IT[]", 6: "DO[]"}
POSITION_SIGNS = {
    10: "DM[1]",
    13: "UC[1]",
    14: "GB[1]",
    15: "GW[1]",
    16: "GB[1]",
    17: "GW[1]",
    18: "GB[2]",
    19: "GW[2]",
}
"""Properties for the signs of PGN. Signs that PGN has for White are those of the side that moves first, here Black.

A node has one of the move and one of the position."""


def study_sgf(facts: StudyFacts) -> str:
    """Return a study of Go as text."""
    nodes, children = facts.study.nodes, children_of(facts.study.nodes)
    size = len(facts.rows)
    text = [f"({_head(facts)}{_notes(nodes[0], size)}"]
    waiting: list[int | str] = [")", *_next(children[0])]
    while waiting:
        at = waiting.pop()
        if isinstance(at, str):
            text.append(at)
            continue
        node = nodes[at]
        text.append(f";{STONES[node.seat or 0]}[{_point(node.move or '', size)}]{_notes(node, size)}")
        waiting += _next(children[at])
    return "".join(text) + "\n"


def _next(children: Sequence[int]) -> list[int | str]:
    """Return what to write after a node, the last first: the next node, or each of several in brackets."""
    if len(children) < 2:
        return list(children)
    return [part for child in reversed(children) for part in (")", child, "\n(")]


def _head(facts: StudyFacts) -> str:
    study, size = facts.study, len(facts.rows)
    found = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "Kibitz", "SZ": str(size)}
    handicap = study.options.get(HANDICAP) if study.start is None else None
    text = ";" + "".join(f"{name}[{value}]" for name, value in found.items()) + (f"HA[{handicap}]" if handicap else "")
    for symbol in STONES:
        places = [
            f"[{_letters(across, down)}]"
            for down, row in enumerate(facts.rows)
            for across, cell in enumerate(row)
            if cell == symbol
        ]
        text += f"A{symbol}" + "".join(places) if places else ""
    if facts.to_move is not None:
        text += f"PL[{STONES[facts.to_move]}]"
    more = {
        "KM": str(study.options.get(KOMI, 0)),
        "RU": "Chinese",
        "GN": study.title,
        "AN": study.owner,
        "PC": f"Kibitz study {facts.code}",
        "DT": day_text(facts.changed_at, "%Y-%m-%d") or "",
    }
    return text + "".join(f"{name}[{_escaped(value)}]" for name, value in more.items() if value)


def _notes(node: ToldNode, size: int) -> str:
    """Return the comment, the signs and the shapes of a node."""
    text = f"C[{_escaped(node.text)}]" if node.text else ""
    for signs in (MOVE_SIGNS, POSITION_SIGNS):
        text += next((signs[nag] for nag in node.nags if nag in signs), "")
    shapes = [shape for shape in map(shape_of, node.shapes) if max(shape.start, shape.end) < size * size]
    circles = [f"[{_cell(shape.start, size)}]" for shape in shapes if shape.start == shape.end]
    arrows = [f"[{_arrow(shape, size)}]" for shape in shapes if shape.start != shape.end]
    text += "CR" + "".join(dict.fromkeys(circles)) if circles else ""
    return text + ("AR" + "".join(dict.fromkeys(arrows)) if arrows else "")


def _arrow(shape: StudyShape, size: int) -> str:
    return f"{_cell(shape.start, size)}:{_cell(shape.end, size)}"


def _cell(cell: int, size: int) -> str:
    return _letters(cell % size, cell // size)


def _point(move: str, size: int) -> str:
    """Return the point of a move; an empty text for a pass."""
    vertex = VERTEX.fullmatch(move)
    return _letters(COLUMNS.index(vertex[1].upper()), size - int(vertex[2])) if vertex is not None else ""


def _letters(across: int, down: int) -> str:
    return LETTERS[across : across + 1] + LETTERS[down : down + 1] if min(across, down) >= 0 else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
