"""Reader of PGN (Edwards, 1994): tags in brackets, then moves, comments and the result.

Comments are read for the clock and the score that programs write in them. Variations and marks of moves are skipped.
Nothing but its length makes a text unreadable: what has no meaning is left out, with a note. The moves are checked
elsewhere, by the rules of the game.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import BinaryIO

from kibitz_protocol.formats.charsets import Decoded, decoded
from kibitz_protocol.formats.comments import SEARCH, read_comment
from kibitz_protocol.formats.moves import LONGEST, MOST_MOVES, WrittenMove, add_move
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.pgn.endings import LONGEST_END, Told, told_end
from kibitz_protocol.formats.pgn.results import DASHES, OPEN, PATTERN, REMARK, result_of
from kibitz_protocol.formats.pgn.tags import AT_LINE_START, tag_at
from kibitz_protocol.formats.text import check_length, game_of, quoted_at, read_bytes

CHESS = "chess"
GAME_TYPES = {"20": "international", "21": "draughts", "25": "russian"}
"""Games by their numbers in PDN, the form of PGN for draughts."""
LATIN_1 = {"cp1252": 20.0}
"""The standard has Latin-1; Windows has more characters in it."""
MOST_TAGS = 200
MOST_SAID = 20
CASTLES = re.compile(rf"0\s?[{DASHES}]\s?0")
"""Castling, rather than a game that both sides lost."""


@dataclass(slots=True)
class PgnGame:
    """A game: its tags, its moves, and the result at its end, or in the tag `Result`; `*` if there is none.

    `in_words` says whether the result at its end names a side, such as `White resigns`. `end` is what
    comments and words behind the last move say of the end.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: str = OPEN
    in_words: bool = False
    end: Told | None = None
    notes: Notes = field(default_factory=Notes)


CHECK = (
    r"(?i:(?:(?:dis|disc|discovered|dbl|double)[-.\s]{0,2})?(?:ch|check|schach|échec|jaque|scacco|шах)"
    r"|dis|disc|dbl|(?:check|smothered\s)?mate|matt?|мат)\.?"
)
"""Words behind moves that say that they give check."""
PIECE = r"(?:[QRBNqrbn]|[^\W\d_a-z]|[♕-♞])"
PROMOTION = (
    rf"(?:[a-h][27]?(?:\s?[-x:×{DASHES[1:]}]\s?)?)?[a-h][18]"
    rf"(?:\s?[=/]\s?{PIECE}(?!\w)|\s?=?\s?\(\s?=?\s?{PIECE}\s?\)|\s?=?\s?\[{PIECE}\])"
)
"""A promotion, which may have blanks, parentheses or brackets."""
AROUND = re.compile(r"[\s()\[\]]")
END = r"(?=[\s({;\[$,.!?)]|\Z)"
TOKEN = re.compile(
    rf"""(?P<space>[\s\ufeff\u200b\u200e\u200f]+|^%[^\n]*)
    | (?P<nag>\$[0-9]*)
    | (?P<result>(?:{PATTERN}){END})
    | (?P<number>[0-9]{{1,5}}(?:\s*(?:\.[.\s]*\.|[.…)])+|\)|\s+(?=[^\W\d]|[\u2654-\u265f]))|[.…]+(?=\s)|…)
    | (?P<marks>[!?]+|[±∓⩲⩱∞□△▢◊○●⊕⌓⟳↑→⇆⇄∆⨀⊙⁇⁈⁉‼⟪⟫«»]+
      |(?:\+-|-\+|\+/-|-/\+|\+/=|=/\+|\+=|=\+|=/∞|\+\+-|--\+|=|=\S?=|N|TN|RR|D|\+\+?|\#|e\.?\s?p\.?|{CHECK}
      )(?=[\s(){{}};$!?,.]|\Z)[,.]*)
    | (?P<promotion>{PROMOTION}[+\#†‡]*)[!?]*
    | (?P<word>[^\s(){{}}\[\];$"!?±∓⩲⩱∞□△▢◊⊕⌓⟳⇆]+)[!?]*""",
    re.VERBOSE | re.MULTILINE,
)
PLAIN = re.compile(
    rf"""(?P<space>\s+|^%[^\n]*)
    | (?P<nag>\$[0-9]*)
    | (?P<result>(?:{PATTERN}){END})
    | (?P<number>[0-9]+\s*\.+|\.+(?=\s))
    | (?P<marks>[!?]+)
    | (?P<word>[^\s(){{}}\[\];$"!?]+)[!?]*""",
    re.VERBOSE | re.MULTILINE,
)
"""Tokens of games other than chess, whose moves may be almost any text."""


def players_of(tags: dict[str, str]) -> tuple[str, str]:
    """Return the names of White and Black."""
    return tags.get("White", ""), tags.get("Black", "")


def read_file(stream: BinaryIO) -> Decoded:
    """Return the text of a file, with notes of how it was read.

    Raises:
        BadGame: The file is too long.
    """
    return decode_pgn(read_bytes(stream))


def decode_pgn(data: bytes) -> Decoded:
    """Return bytes as text. Without a mark or UTF-8, Latin-1 is likelier than other character sets."""
    return decoded(data, usual=LATIN_1)


def read_game(text: str, number: int = 1, notes: Iterable[str] = ()) -> PgnGame:
    """Return a game of a text by its number, from 1. It has the notes of its file, which come first.

    Raises:
        BadGame: The text is too long, or has no such game.
    """
    game = game_of(read_games(text), number)
    game.notes = Notes([*notes, *game.notes])
    return game


def read_games(text: str) -> Iterator[PgnGame]:
    """Yield the games of a text, in order.

    Raises:
        BadGame: The text is too long.
    """
    check_length(text)
    return _Reader(text).games()


@cache
def _run_of(character: str) -> "re.Pattern[str]":
    return re.compile(re.escape(character) + "+")


class _Places:
    """Where something occurs in a text, looked for once from the left to the right."""

    def __init__(self, text: str, what: "re.Pattern[str]") -> None:
        self._found = (found.start(what.groups) for found in what.finditer(text))
        self._next: int | None = -1
        self._end = len(text)

    def after(self, at: int) -> int:
        """Return the first place from an index on, which must not be before earlier ones; the end if there is none."""
        while self._next is not None and self._next < at:
            self._next = next(self._found, None)
        return self._end if self._next is None else self._next


class _Reader:
    """One pass over a text. Its time is in proportion to the length."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._game = PgnGame()
        self._depth = 0
        self._opened = 0
        self._ended = False
        """Whether the game has its result. What follows it without a number or a tag is a remark."""
        self._said: list[str] = []
        """Comments and results behind the last move."""
        self._closes = _Places(text, re.compile(r"\}"))
        self._tags = _Places(text, AT_LINE_START)
        self._counted = (0, 1)
        """An index, and the number of its line."""

    def games(self) -> Iterator[PgnGame]:
        """Yield the games."""
        text = self._text
        while self._at < len(text):
            match text[self._at]:
                case "[":
                    if self._begins_game():
                        yield self._finished()
                    self._tag()
                case "{":
                    self._comment()
                case "(":
                    self._open()
                case ")":
                    self._close()
                case ";":
                    self._rest_of_line()
                case _:
                    if self._token():
                        yield self._finished()
        if self._game.tags or self._game.moves or self._ended:
            yield self._finished()

    def _line(self, at: int) -> int:
        before, line = self._counted
        if at > before:
            self._counted = before, line = at, line + self._text.count("\n", before, at)
        return line

    def _note(self, sentence: str, at: int) -> None:
        self._game.notes.add(sentence, line=self._line(at))

    def _finished(self) -> PgnGame:
        """Return the game, and begin the next one."""
        if self._depth:
            self._game.notes.add("a variation has no end: ')' is missing", line=self._opened)
        game = self._game
        told = game.tags.get("Result", OPEN)
        result = result_of(told)
        if result is None:
            game.notes.add(f"the tag Result is left out, as {told[:40]!r} is not a result")
        elif not self._ended:
            game.result = result
        elif OPEN not in (result, game.result) and result != game.result:
            game.notes.add(f"the tag Result says {result}, but the moves end with {game.result}, which counts")
        elif game.result == OPEN:
            game.result = result
            if result != OPEN:
                game.notes.add(f"the moves end with {OPEN}, and the tag Result says {result}, which counts")
        game.end = next(filter(None, map(self._told_end, reversed(self._said))), None)
        self._game, self._depth, self._ended, self._said = PgnGame(), 0, False, []
        return game

    def _begins_game(self) -> bool:
        """Return whether a bracket here is that of the first tag of the next game."""
        game = self._game
        if not (self._ended or game.moves):
            return False
        # Within a variation, only a line that is surely a tag ends the game.
        return self._tags.after(self._at) == self._at if self._depth or not self._ended else True

    def _tag(self) -> None:
        game, at = self._game, self._at
        if game.moves or self._depth:
            # A command such as [%clk 0:04] outside a comment, or a stray bracket.
            found = re.compile(r"\[[^\[\]\n]{0,200}+\]?").match(self._text, at)
            assert found is not None
            self._at = found.end()
            if found[0].startswith("[%") and not self._depth:
                read_comment(game.moves[-1], found[0])
            elif not self._depth:
                self._note(f"{quoted_at(self._text, at)!r} among the moves is left out", at)
            return
        tag = tag_at(self._text, at)
        self._at = tag.end
        if not tag.name:
            self._note(f'this is not a tag such as [White "Anna"], and is left out: {tag.value}', at)
        elif len(game.tags) == MOST_TAGS and tag.name not in game.tags:
            game.notes.add(f"only the first {MOST_TAGS} tags are read")
        else:
            if tag.fault:
                self._note(f"the tag {tag.name} {tag.fault}, and is read as {tag.value[:60]!r}", at)
            game.tags[tag.name] = tag.value

    def _comment(self) -> None:
        at = self._at + 1
        close, tag = self._closes.after(at), self._tags.after(at)
        end = min(close, tag)
        self._at = end + (end == close)
        if end != close or close == len(self._text):
            self._note("a comment has no end: '}' is missing", at)
        self._remark(self._text[at:end])

    def _remark(self, comment: str) -> None:
        game = self._game
        if self._depth:
            return
        self._say(comment)
        if game.moves:
            read_comment(game.moves[-1], comment)

    def _say(self, text: str) -> None:
        """Keep a text behind the last move, which may say how the game ended."""
        if len(self._said) < MOST_SAID:
            self._said.append(text[-LONGEST_END:])

    def _told_end(self, text: str) -> Told | None:
        return told_end(text, players_of(self._game.tags))

    def _open(self) -> None:
        head = self._text[self._at + 1 : self._at + 80].partition(")")
        if not self._depth and head[1] and self._game.moves and (SEARCH.match(head[0]) or self._told_end(head[0])):
            # Arena and others write the search in parentheses, and people how the game ended.
            self._remark(head[0])
            self._at += len(head[0]) + 2
            return
        self._opened = self._opened if self._depth else self._line(self._at)
        self._depth += 1
        self._at += 1

    def _close(self) -> None:
        if self._depth:
            self._depth -= 1
        else:
            self._note("')' without '(' is left out", self._at)
            self._skip_run()
            return
        self._at += 1

    def _skip_run(self) -> None:
        """Skip a character, and all of its kind that follow."""
        found = _run_of(self._text[self._at]).match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _rest_of_line(self) -> None:
        end = self._text.find("\n", self._at)
        end = end if end >= 0 else len(self._text)
        self._remark(self._text[self._at + 1 : end])
        self._at = end

    def _token(self) -> bool:
        """Read a number, a result, a mark or a move. If the next game begins there, read nothing and return True."""
        game = self._game
        chess = "Game" not in game.tags and "GameType" not in game.tags
        found = (TOKEN if chess else PLAIN).match(self._text, self._at)
        if found is None:
            if not self._depth:
                self._note(f"{self._text[self._at]!r} has no meaning here, and is left out", self._at)
            self._skip_run()
            return False
        kind = found.lastgroup
        if self._ended and not self._depth and kind in ("number", "word"):
            if kind == "number" or not chess:
                return True
            self._after_result()
            return False
        begin, self._at = self._at, found.end()
        if self._depth or kind in ("space", "nag", "number", "marks") or (self._ended and kind == "result"):
            return False
        if (
            kind == "result"
            and not (chess and CASTLES.fullmatch(found[0]))
            and (result := result_of(found[0])) is not None
        ):
            game.result, game.in_words, self._ended = result, found[0][:1].isalpha(), True
            self._say(found[0])
            return False
        # A result that is none may be castling with zeros.
        word = found["word"] or found[0]
        self._word(AROUND.sub("", found["promotion"]) if kind == "promotion" else word, begin)
        return False

    def _after_result(self) -> None:
        """Skip the rest of the line of a result, which says how the game ended, such as `ff`."""
        line = self._text[self._at : self._at + LONGEST].partition("\n")[0]
        rest = re.split(r"[\[{(]|(?<!\S)[0-9]+\.", line, maxsplit=1)[0]
        if self._told_end(rest) is not None:
            self._say(rest)
        elif not REMARK.fullmatch(rest):
            self._note(f"{rest.strip()[:40]!r} after the result is left out", self._at)
        self._at += max(1, len(rest))

    def _word(self, text: str, at: int) -> None:
        game = self._game
        if len(game.moves) == MOST_MOVES:
            game.notes.add(f"only the first {MOST_MOVES} moves are read")
            return
        if len(text) > LONGEST:
            self._note(f"a move has more than {LONGEST} characters, and is cut", at)
        self._said = []
        add_move(game.moves, text[:LONGEST])
