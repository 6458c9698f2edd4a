"""Lines that a UCI engine writes about its search."""

from kibitz_server.engine.driver import SearchResult


def info_line(report: SearchResult, seconds: float) -> str:
    """Return search info: `info depth 9 seldepth 17 score cp 35 nodes 81920 nps 1638400 hashfull 7 time 50 pv e2e4`.

    The score is for the side to move, in hundredths of a pawn; a proven win is given in moves of the winner.
    """
    parts = [f"info depth {report.depth}"]
    if report.selective > report.depth:
        parts.append(f"seldepth {report.selective}")
    if report.source != "random":
        parts.append(f"score {score_text(report)}")
    parts.append(f"nodes {report.nodes} nps {round(report.nodes / max(seconds, 0.001))}")
    if report.fill:
        parts.append(f"hashfull {report.fill}")
    parts.append(f"time {round(1000 * seconds)}")
    if report.line:
        parts.append(f"pv {' '.join(report.line)}")
    return " ".join(parts)


def score_text(report: SearchResult) -> str:
    """Return `cp 35`, `mate 3` for a win in five plies, or `mate -2` for a loss in four."""
    plies = report.wins_in
    if plies is None:
        return f"cp {report.score}"
    return f"mate {(plies + 1) // 2 if plies > 0 else -((1 - plies) // 2)}"


def best_move_line(report: SearchResult) -> str:
    """Return the answer to `go`: the move, and the answer that the engine expects."""
    expected = report.line[1:2] if report.line[:1] == (report.move,) else ()
    return f"bestmove {report.move}" + "".join(f" ponder {move}" for move in expected)
