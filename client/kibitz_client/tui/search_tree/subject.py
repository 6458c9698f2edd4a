"""What somebody typed to have explained, and how what is to be explained would be typed. Pure."""

from dataclasses import replace

from kibitz_client.parsing.arguments import ExplainRequest


def subject_of(text: str, games: set[str], like: ExplainRequest) -> ExplainRequest:
    """Leaf values, a game with options and moves, or the code of a match and a ply; the rest as in `like`."""
    asked = ExplainRequest(algorithm=like.algorithm, depth=like.depth)
    if text.startswith("["):
        return replace(asked, tree=text, first=like.first)
    name, *words = text.split()
    if name in games:
        options = tuple(word.rstrip(",") for word in words if "=" in word)
        moves = " ".join(word for word in words if "=" not in word).replace(",", " ")
        return replace(asked, game=name, options=options, moves=" ".join(moves.split()))
    ply = int(words[0]) if len(words) == 1 and words[0].isdecimal() else None
    return replace(asked, match=text if ply is None else name, ply=ply)


def typed(wanted: ExplainRequest) -> str:
    """The text that asks for it; a position to start from cannot be typed."""
    if wanted.tree is not None:
        return wanted.tree
    if wanted.match is not None:
        return wanted.match if wanted.ply is None else f"{wanted.match} {wanted.ply}"
    return " ".join([wanted.game or "", *wanted.options, wanted.moves or ""]).strip()
