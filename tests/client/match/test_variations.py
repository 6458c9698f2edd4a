"""The lines of an analysis board."""

from kibitz_client.match.variations import Variations
from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Explore, Explored, Reached
from tests.client.analysis_rules import FINISHED, by_rules
from tests.client.dice import due


def explored(*moves: str, since: int = 0) -> Explored:
    """Return the answer of a server to a line of tic-tac-toe."""
    found: Explored = by_rules(Explore(id="1", of=OfGame(game="tictactoe", moves=list(moves)), since=since))
    return found


def lines_of(*moves: str) -> Variations:
    return Variations(explored(*moves))


def extend(lines: Variations, *moves: str) -> None:
    """Play moves from the shown position."""
    node = lines.current
    lines.show(lines.extend(node, explored(*node.moves(), *moves, since=node.ply)))


def test_a_line_is_shown_at_its_end() -> None:
    """A new board shows the last position of its line, and goes back to the first one."""
    lines = lines_of("b2", "a1")
    assert (lines.current.ply, lines.current.moves()) == (2, ["b2", "a1"])
    assert lines.at(-1).moves() == ["b2"]
    assert lines.at(-9) is lines.root
    assert lines.at(1) is lines.current


def test_moves_have_the_form_that_people_write() -> None:
    """The list of moves and the alternatives have it; the server gets the moves as the game writes them."""
    found = explored("b2", "a1")
    said = [reached.model_copy(update={"said": f"to {reached.move}"}) for reached in found.line[1:]]
    lines = Variations(found.model_copy(update={"line": [found.line[0], *said]}))
    assert [(view.move, view.written) for view in lines.views()] == [("b2", "to b2"), ("a1", "to a1")]
    assert lines.current.moves() == ["b2", "a1"]
    assert lines.at(-1).next is lines.current
    lines.show(lines.at(-1))
    assert lines.alternatives() == ["to a1"]


def test_moves_that_were_taken_back_can_be_played_again() -> None:
    """The line goes on after the shown position."""
    lines = lines_of("b2", "a1", "b3")
    lines.show(lines.at(-2))
    assert [node.reached.move for node in lines.line()] == ["b2", "a1", "b3"]
    assert lines.at(2).moves() == ["b2", "a1", "b3"]


def test_another_move_begins_a_new_line() -> None:
    """The old line stays, and forward follows the line that was shown last."""
    lines = lines_of("b2", "a1", "b3")
    lines.show(lines.at(-2))
    extend(lines, "c3")
    assert [node.reached.move for node in lines.line()] == ["b2", "c3"]
    lines.show(lines.at(-1))
    assert lines.alternatives() == ["c3", "a1"]
    other = lines.at(1)
    lines.show(other)
    back = lines.sibling()
    assert back is not None
    lines.show(back)
    assert [node.reached.move for node in lines.line()] == ["b2", "a1", "b3"]
    assert lines.sibling() is other


def test_a_known_move_returns_to_its_line() -> None:
    """Playing the same move again adds nothing."""
    lines = lines_of("b2", "a1")
    node = lines.current
    lines.show(lines.at(-1))
    extend(lines, "a1")
    assert lines.current is node
    assert lines.sibling() is None


def test_the_shown_position_as_a_match() -> None:
    """Both sides are moved by the viewer, who has no seat; the end of the game is that of the position."""
    lines = lines_of("b2", "a1")
    state = lines.state()
    assert state is not None
    assert (state.your_turn, state.you, state.over, state.position.ply) == (True, None, False, 2)
    assert [move.seat for move in state.moves] == [0, 1]
    over = lines_of(*FINISHED).state()
    assert over is not None
    assert over.result is not None
    assert (over.over, over.your_turn, over.result.winner) == (True, False, 0)


def test_a_position_that_the_server_has_not_sent() -> None:
    """A position of a loaded line has no state until it is fetched."""
    lines = lines_of("b2", "a1")
    lines.show(lines.at(-1))
    assert lines.state() is None


def with_chances() -> Variations:
    """Return lines with a chance event before each of two moves, shown at the second move."""
    found = explored("b2", "a1")
    decided = [
        Reached(move=text, said=f"a roll of {text}", chance=True, seat=None, position=text) for text in ("6", "1", "3")
    ]
    line = [found.line[0], decided[0], found.line[1], decided[1], found.line[2], decided[2]]
    return Variations(found.model_copy(update={"line": line, "ply": 4}))


def test_chance_events_are_part_of_a_line() -> None:
    """The server gets them between the moves; the list of moves has them apart, each with the moves before it."""
    lines = with_chances()
    assert (lines.current.ply, lines.current.moves(), lines.texts()) == (
        4,
        ["6", "b2", "1", "a1"],
        ["6", "b2", "1", "a1", "3"],
    )
    assert [(view.ply, view.move) for view in lines.views()] == [(0, "b2"), (1, "a1")]
    assert [(chance.number, chance.ply, chance.text, chance.said) for chance in lines.chance_events()] == [
        (1, 0, "6", "a roll of 6"),
        (2, 1, "1", "a roll of 1"),
        (3, 2, "3", "a roll of 3"),
    ]
    state = lines.state()
    assert state is not None
    assert ([chance.text for chance in state.chance_events], len(state.moves)) == (["6", "1"], 2)
    assert [lines.after_move(count).moves() for count in range(3)] == [[], ["6", "b2"], ["6", "b2", "1", "a1"]]
    assert lines.alternatives() == ["3"]


def test_no_side_is_to_move_while_a_chance_event_is_due() -> None:
    """The viewer plays both sides, but not chance."""
    lines = with_chances()
    lines.current.state = due("40")
    state = lines.state()
    assert state is not None
    assert (state.your_turn, state.over) == (False, False)
