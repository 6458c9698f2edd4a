"""Everything that the clients compute from a message before it is drawn: states, lines of text, boards and rows."""

from typing import Any

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.engine_line import engine_line
from kibitz_client.board.marks import BoardView
from kibitz_client.board.move_picker import marked, pick, targets
from kibitz_client.board.shapes import board_in_words, fitting, layout, sizes_of
from kibitz_client.commands.listings import _game_details, _lobby_lines
from kibitz_client.commands.records.analyse import analysis_lines, progress_text
from kibitz_client.match.state import MatchState, advance, row_of
from kibitz_client.text.events import introduction, message_lines, pending_lines
from kibitz_client.text.formatting import invitation_text, row_notes, series_result, time_text
from kibitz_client.text.match_view import legal_line, legal_lines, match_board, move_question, result_line, view_lines
from kibitz_client.text.series import game_line
from kibitz_client.text.style import Style
from kibitz_client.text.tree import counts_text, tree_heading, tree_lines
from kibitz_client.tui.models.lobby_rows import lobby_entries
from kibitz_client.tui.models.replay import accuracies, analysed_search, ply_states, ply_summary, side_lines
from kibitz_client.tui.models.win_graph import curves
from kibitz_client.tui.search_tree.nodes import details, label, node_entries, opening
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_protocol.commands.analysis import Analysed
from kibitz_protocol.commands.explain import Explained
from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.to_client import Accepted, Event, Snapshot
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.evaluation import mistakes
from kibitz_protocol.values.state import State

STYLES = (Style(), Style(colour=True))
SCREENS = ((20, 8), (80, 24), (220, 55))


def shown_match(state: MatchState, message: Any, before: MatchState | None) -> list[str]:
    """Return all lines of text about a match after a message, and draw its board in all ways."""
    lines = [*message_lines(message, state, before), *pending_lines(state), legal_line(state), *legal_lines(state, 60)]
    for style in STYLES:
        lines += [*view_lines(state, style, 1500), *introduction(state, style)]
        lines += match_board(state, style, targets=True)
    lines += [result_line(state), result_line(state, short=True), row_notes(row_of(state), 0.0)]
    lines += board_in_words(state.board, state.position, state.you, state.game.seats)
    if state.series is not None:
        lines.append(series_result(state.series, state.seats))
    for move in state.position.legal[:3]:
        lines.append(move_question(state.board, state.position, [move]))
    for info in state.searches.values():
        engine_line(state.board, state.position, info.search)
    found = mistakes(state.moves)
    curves(state.moves)
    lines += [ply_summary(state.moves, found, played) for played in range(len(state.moves) + 1)]
    if isinstance(message, Snapshot | Event):
        draw(state.board, state.position, before.position if before else None)
    if isinstance(message, Snapshot):
        lines += pgn_text([message], comments=True).splitlines()
        lines += sgf_text([message], comments=True).splitlines()
        ply_states([message])
    return lines


def draw(board: Board, position: State, before: State | None) -> None:
    """Draw a position as the app does, at several sizes, and pick cells of it."""
    for ascii_only in (False, True):
        found = [fitting(board, *size, flipped=True, ascii_only=ascii_only) for size in SCREENS]
        found.append(layout(board, sizes_of(board, ascii_only=ascii_only) // 2, ascii_only=ascii_only))
        for chosen in found:
            view = BoardView(position, cursor=0, targets=marked(board, position, ()), before=before)
            canvas = Canvas(board, chosen)
            canvas.show(view)
            for y in range(min(chosen.height, 60)):
                canvas.runs(y)
    for cell in sorted(targets(board, position, ()))[:3]:
        pick(board, position, (), cell)


def shown(message: Any, state: MatchState) -> list[str]:
    """Return all lines of text that follow from a message, after a match that the client follows.

    Raises:
        UnreadableMessage: The message does not fit the match.
    """
    match message:
        case Snapshot():
            own = advance(None, message)
            assert own is not None
            return shown_match(own, message, None)
        case Accepted(result=result):
            return shown_result(result)
    match message.t:
        case "lobby" | "invited":
            rows = message.changed if message.t == "lobby" else [message.row]
            lines = [] if message.t == "lobby" else [invitation_text(message)]
            lines += [entry.text for width in (40, 80, 200) for entry in lobby_entries(rows, [], "", width, 2e9)]
            return [*lines, *_lobby_lines(rows, filtered=False)]
        case "analysing":
            return [progress_text(message)]
        case "event" | "thinking" | "presence" | "said" | "next":
            after = advance(state, message.model_copy(update={"match": state.match}))
            assert after is not None
            return shown_match(after, message, state)
    return []


def shown_result(result: Any) -> list[str]:
    """Return the lines of text for the result of a command."""
    match result:
        case Explained():
            lines = [tree_heading(result), counts_text(result), *tree_lines(result, STYLES[0])]
            entries = node_entries(result)
            search = SearchSteps(entries, result.steps)
            lines += [step.text for step in search.steps]
            for entry in entries:
                lines += [text for text, *_ in search.label(entry, len(search.steps) // 2)]
                lines += [text for runs in (label(entry), opening(entry)) for text, *_ in runs]
                lines += details(entry, result.searched)
            return lines
        case Analysed():
            names = ["X", "O"]
            searches = [analysed_search(result, ply) for ply in range(len(result.moves))]
            found = [*analysis_lines(result), *side_lines(result, names), accuracies(result, names)]
            return [*found, str(len(searches)), *(mistake.better or "" for mistake in result.evaluated().mistakes)]
    kind = getattr(result, "kind", None)
    if kind == "games":
        return [line for game in result.games for line in _game_details(game, ["level"])]
    if kind == "matches":
        return [entry.text for entry in lobby_entries(result.matches, [], "", 80, 2e9)]
    if kind == "series":
        return [game_line(game, width) for game in result.played for width in (30, 80)]
    if kind == "archive":
        return [time_text(row.ended_at) for row in result.matches]
    return []
