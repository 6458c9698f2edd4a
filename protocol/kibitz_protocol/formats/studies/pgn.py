"""A study as PGN (Edwards, 1994) with variations, comments and signs. Arrows and circles are `[%cal]` and `[%csl]`.

Chess is PGN that other programs read. Other games have the same form with tags of their own, as matches have.
"""

import textwrap
from collections.abc import Sequence

from kibitz_protocol.commands.studies.study import ToldNode, shape_of
from kibitz_protocol.formats.course import day_text
from kibitz_protocol.formats.games.chess960 import is_chess960
from kibitz_protocol.formats.pgn.reader import CHESS
from kibitz_protocol.formats.pgn.writer import NUMBERS, WIDTH
from kibitz_protocol.formats.studies.tree import SIGNS, StudyFacts, children_of
from kibitz_protocol.values.games import option_text

BRACES = str.maketrans("{}", "()")
"""A comment cannot have braces."""


def study_pgn(facts: StudyFacts) -> str:
    """Return a study as text."""
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in _tags(facts).items()]
    moves = _Movetext(facts, signs=False).text()
    wrapped = textwrap.wrap(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *wrapped, ""])


def study_lines(facts: StudyFacts, width: int = WIDTH) -> list[str]:
    """Return the moves of a study with their notes as people read them, wrapped to a width."""
    return textwrap.wrap(_Movetext(facts, signs=True).text(), width, break_on_hyphens=False)


def _tags(facts: StudyFacts) -> dict[str, str]:
    study = facts.study
    standard = study.game == CHESS or study.game in NUMBERS
    tags = {} if standard else {"Game": study.game}
    tags |= {
        "Event": study.title,
        "Site": f"Kibitz study {facts.code}",
        "Date": day_text(facts.changed_at, "%Y.%m.%d") or "????.??.??",
        "Round": "-",
        "White": "?",
        "Black": "?",
        "Result": "*",
        "Annotator": study.owner,
    }
    if study.game in NUMBERS:
        tags["GameType"] = NUMBERS[study.game]
    elif study.game == CHESS and is_chess960(study.options):
        tags["Variant"] = "Chess960"
    if not standard:
        tags |= {name.capitalize(): option_text(value) for name, value in study.options.items()}
        if facts.first is not None:
            tags["Start"] = facts.first
    elif facts.first is not None:
        tags |= {"SetUp": "1", "FEN": facts.first}
    return tags


class _Movetext:
    """The moves of a study with numbers: a move, its variations, and then what follows."""

    def __init__(self, facts: StudyFacts, *, signs: bool) -> None:
        """Begin a text. With `signs` it has `!?` in place of `$5`, and no arrows."""
        self._nodes = facts.study.nodes
        self._children = children_of(self._nodes)
        self._cells = facts.cells
        self._signs = signs
        standard = facts.study.game == CHESS or facts.study.game in NUMBERS
        last = facts.first.split()[-1] if standard and facts.first else ""
        self._first = int(last) if last.isascii() and last.isdecimal() and len(last) < 6 else 1

    def text(self) -> str:
        """Return the whole text."""
        head = self._comment(self._nodes[0])
        return " ".join([*head, *self._after(0, self._first - 1, None), *([] if self._signs else ["*"])])

    def _after(self, place: int, number: int, previous: int | None) -> list[str]:
        """Return what follows a position, with its variations.

        Args:
            place: The position.
            number: The number of the last move before it.
            previous: Who played that move; None at the beginning.
        """
        parts: list[str] = []
        chance, numbered = "", True
        while self._children[place]:
            first, *others = self._children[place]
            branch = place, number, previous
            parts += self._step(first, number, previous, chance, numbered=numbered)
            number, previous, chance = self._counted(first, number, previous, chance)
            notes = self._comment(self._nodes[first])
            numbered = bool(notes or others)
            if chance and (numbered or not self._children[first]):
                parts.append(chance.strip())
                chance = ""
            parts += notes
            for other in others:
                parts += self._variation(other, branch[1], branch[2])
            place = first
        return parts

    def _variation(self, place: int, number: int, previous: int | None) -> list[str]:
        """Return a variation that begins with a position, in brackets."""
        parts = self._step(place, number, previous, "", numbered=True)
        number, previous, chance = self._counted(place, number, previous, "")
        parts += [*([chance.strip()] if chance else []), *self._comment(self._nodes[place])]
        parts += self._after(place, number, previous)
        return ["(" + parts[0], *parts[1:-1], parts[-1] + ")"] if len(parts) > 1 else [f"({parts[0]})"]

    def _counted(self, place: int, number: int, previous: int | None, chance: str) -> tuple[int, int | None, str]:
        """Return the number of a move, who played it, and the chance events that wait for the next move."""
        node = self._nodes[place]
        if node.chance:
            return number, previous, f"{chance}{node.move}: "
        return number + (node.seat == 0 or previous is None or node.seat == previous), node.seat, ""

    def _step(self, place: int, number: int, previous: int | None, chance: str, *, numbered: bool) -> list[str]:
        """Return a move with its number and its signs. A chance event waits for the move that follows it."""
        node = self._nodes[place]
        if node.chance:
            return []
        counted, *_ = self._counted(place, number, previous, "")
        if node.seat == 0:
            head = [f"{counted}."]
        else:
            head = [f"{counted}..."] if numbered or previous is None or node.seat == previous else []
        if self._signs:
            return [*head, chance + node.written + "".join(SIGNS.get(nag, f" ${nag}") for nag in node.nags)]
        return [*head, chance + node.written, *(f"${nag}" for nag in node.nags)]

    def _comment(self, node: ToldNode) -> list[str]:
        text = " ".join(node.text.translate(BRACES).split())
        if self._signs:
            return [f"{{{text}}}"] if text else []
        parts = [*self._drawn(node.shapes), *([text] if text else [])]
        return [f"{{ {' '.join(parts)} }}"] if parts else []

    def _drawn(self, shapes: Sequence[str]) -> list[str]:
        """Return circles and arrows as programs for chess write them."""
        cells = self._cells
        known = [shape for shape in map(shape_of, shapes) if max(shape.start, shape.end) < len(cells)]
        circles = [f"{colour.upper()}{cells[start]}" for colour, start, end in known if start == end]
        arrows = [f"{colour.upper()}{cells[start]}{cells[end]}" for colour, start, end in known if start != end]
        return [f"[%{name} {','.join(found)}]" for name, found in (("csl", circles), ("cal", arrows)) if found]


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
