"""How a game ended, in the words of comments: `White resigns`, `Black forfeits on time`, `Game drawn by stalemate`.

| Program | Comment |
|---|---|
| FICS, ICC | `Black forfeits on time`, `White checkmated`, `Game drawn by mutual agreement` |
| lichess | `White wins by checkmate.`, `Black left the game.`, `The game is a draw.` |
| chess.com | `ann won on time`, `Game drawn by timeout vs insufficient material` |
| cutechess, fastchess | `+0.30/13 0.28s, White mates`, `Draw by 3-fold repetition`, `Black's connection stalls` |
"""

import re
from dataclasses import dataclass, replace

from kibitz_protocol.formats.comments import COMMAND

LONGEST_END = 200
"""Characters of a comment, from its end, in which an end is looked for."""
LONGEST_REASON = 60
SIDES = ("white", "black")
SIDE = r"(?P<side>white|black)(?:'s?|’s?)?"
GAME = r"(?: the (?:game|match))?"
LOSES = {
    "resignation": rf"(?:resigns|resigned|has resigned|gives up|gave up|(?:loses|lost) by resignation){GAME}",
    "time": rf"(?:(?:forfeits|forfeited|loses|lost|flags){GAME} (?:on|by|due to) time|(?:time )?forfeits? on time"
    r"|(?:ran|runs|has run|is|was) out of time|time (?:forfeits?|forfeited|ran out|runs out|is up|expired|out)"
    r"|timed ?out|timeout|(?:loses|lost) by timeout"
    r"|flag (?:fell|falls|has fallen)|flagged|(?:overstepped|oversteps|exceeded|exceeds) (?:the )?time(?: limit)?)",
    "checkmate": r"(?:is |was |got |gets |has been )?(?:check)?mated|(?:loses|lost) by (?:check)?mate",
    "abandonment": rf"(?:left|leaves|abandons|abandoned|quits?){GAME}|disconnects|disconnected"
    rf"|(?:forfeits|forfeited|loses|lost){GAME} (?:by|due to) (?:disconnection|abandonment)|(?:lost|loses) connection"
    r"|connection (?:stalls|stalled|lost)",
    "illegal move": r"(?:makes|made|played|plays) an illegal move\b.*|(?:loses|lost) by illegal move",
    "adjudication": r"(?:loses|lost) by adjudication",
    "forfeit": rf"(?:forfeits|forfeited){GAME}|(?:loses|lost) by (?:forfeit|default)|did not (?:appear|show up|play)",
}
"""Reasons, as Kibitz calls them, and what the loser does."""
WINS = {
    "checkmate": "(?:check)?mates|(?:wins|won) by (?:check)?mate|gives (?:check)?mate",
    "time": "(?:wins|won) (?:on|by) time(?: forfeit)?|(?:wins|won) by timeout",
    "resignation": "(?:wins|won) by resignation",
    "abandonment": "(?:wins|won) by (?:abandonment|disconnection)|(?:wins|won) - game abandoned",
    "adjudication": "(?:wins|won) by adjudication|(?:wins|won) by .{0,20}tablebases?",
    "forfeit": "(?:wins|won) by (?:forfeit|default|walkover|no[- ]show)",
    "": f"(?:wins|won){GAME}",
}
DRAWS = {
    "agreement": r"(?:mutual )?(?:agreement|consent)|agreed(?: (?:drawn?|a draw))?|(?:both )?players agree\w*.*",
    "threefold repetition": r"(?:(?:3-?fold|three-?fold|triple) )?(?:position )?repetition"
    r"(?: of (?:moves|the position|position))?",
    "fivefold repetition": r"(?:5-?fold|five-?fold) repetition",
    "50-move rule": r"(?:the )?(?:50|fifty)[- ]moves?(?:[- ]rule)?",
    "75-move rule": r"(?:the )?(?:75|seventy-five)[- ]moves?(?:[- ]rule)?",
    "stalemate": "stalemate",
    "insufficient material": r"(?:insufficient|lack of) (?:mating )?material|no mating material"
    r"|neither (?:player|side) (?:has|have|can) (?:mating material|mate|win)",
    "time, but the opponent cannot win": r"(?:white|black) ran out of time and (?:white|black) has no material"
    r" to (?:mate|win)"
    r"|time-?out (?:vs\.?|with|and) insufficient material",
    "perpetual check": "perpetual(?: check)?",
    "adjudication": "adjudication.*",
}
DRAWN = re.compile(
    r"(?:(?:the )?game (?:is |was |has |ended )?(?:a |in a )?draw(?:n|ed)?|(?:a )?drawn?(?: game)?|remis|patta|tablas)"
    r"(?:[\s:,]+(?:by|as|because|because of|due to|through|on|-)?\s*(?P<reason>.*))?"
)
ALONE = {
    "forfeit": r"ff?|forfeit(?:ed)?|w\.?o\.?|walkover|def\.?|default",
    "time": r"t|time|time ?forfeit|time ?out|on time|flag",
    "abandonment": "abandoned|disconnection",
    "checkmate": "(?:check)?mate|mat",
    "resignation": "resign(?:s|ed|ation)",
}
"""Reasons that name no side."""
WORDS = re.compile(r"\s+")
FRAME = " \t\n.!;:,()*"


@dataclass(frozen=True, slots=True)
class Told:
    """How a text says that a game ended.

    `winner` is `White`, `Black`, `draw`, or empty where the text has only the reason, which is empty where it has none.
    """

    winner: str
    reason: str
    text: str = ""


def told_end(text: str, players: tuple[str, str] = ("", "")) -> Told | None:
    """Return how a text, such as that of a comment, says that a game ended; None if it says something else.

    Args:
        text: The text. Where it has a list, as after the score of an engine, its last item counts.
        players: The names of White and Black, which may be in place of the colours.
    """
    text = WORDS.sub(" ", COMMAND.sub(" ", text[-LONGEST_END:]).replace("\u00a0", " ")).strip(FRAME)
    for part in dict.fromkeys((text, text.rpartition(", ")[2])):
        if found := _told(part.lower(), players):
            return replace(found, text=part)
    return None


def _told(text: str, players: tuple[str, str]) -> Told | None:
    for side, name in zip(SIDES, players, strict=True):
        if len(name) > 1 and text.startswith(f"{name.lower()} "):
            text = side + text[len(name) :]
            break
    if found := re.match(rf"{SIDE} (?:player )?", text):
        side, rest = found["side"].capitalize(), text[found.end() :]
        other = "Black" if side == "White" else "White"
        for winner, reasons in ((other, LOSES), (side, WINS)):
            if (reason := _reason(rest, reasons)) is not None:
                return Told(winner, reason)
    if (reason := _reason(text, ALONE)) is not None:
        return Told("", reason)
    if (reason := _reason(text, DRAWS)) is not None and text not in ("agreed", "agreement"):
        return Told("draw", reason)
    if found := DRAWN.fullmatch(text):
        told = (found["reason"] or "").strip(FRAME)
        reason = _reason(told, DRAWS)
        return Told("draw", told[:LONGEST_REASON] if reason is None else reason)
    return None


def _reason(text: str, reasons: dict[str, str]) -> str | None:
    """Return the reason whose words a text has."""
    return next((reason for reason, words in reasons.items() if re.fullmatch(words, text)), None)
