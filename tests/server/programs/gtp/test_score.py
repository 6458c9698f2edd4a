"""Commands that show the board and count it."""

from tests.server.programs.gtp.runner import Runner

WALLS = ("gogui-play_sequence b C1 b C2 b C3 b C4 b C5 w D1 w D2 w D3 w D4 w D5", "play w A1")
"""Black holds three columns of five and White two, but for a stone of White in a corner."""


def test_the_board_is_shown() -> None:
    """It has coordinates, the captured stones, the side to move and the last move."""
    runner = Runner(5)
    runner.send("gogui-play_sequence b A2 w A1 b B1")
    assert runner.send("showboard").splitlines() == [
        "= ",
        "   A B C D E",
        " 5 . . . . . 5    Black (X) has captured 1 stone",
        " 4 . . . . . 4    White (O) has captured 0 stones",
        " 3 . . + . . 3    White (O) to move",
        " 2 X . . . . 2    Black (X) played B1",
        " 1 . X . . . 1",
        "   A B C D E",
    ]


def test_a_small_board_has_its_texts_below() -> None:
    """All of them are shown."""
    shown = Runner(2).send("showboard").splitlines()
    assert shown == [
        "= ",
        "   A B",
        " 2 . . 2    Black (X) has captured 0 stones",
        " 1 . . 1    White (O) has captured 0 stones",
        "   A B",
        "Black (X) to move",
    ]


def test_all_stones_are_alive() -> None:
    """So the score counts them, and no stone is dead, until it is captured."""
    runner = Runner(5)
    runner.send("komi 0.5", *WALLS)
    assert runner.send("final_status_list dead") == "="
    assert runner.send("final_status_list seki") == "="
    chains = runner.send("final_status_list alive")[2:].splitlines()
    assert sorted(sorted(chain.split()) for chain in chains) == [
        ["A1"],
        ["C1", "C2", "C3", "C4", "C5"],
        ["D1", "D2", "D3", "D4", "D5"],
    ]
    assert runner.send("final_score") == "= W+6.5"
    assert runner.send("play b A2", "play b B1", "final_score") == "= B+4.5"


def test_territory_is_listed() -> None:
    """Points that both sides reach belong to neither."""
    runner = Runner(5)
    runner.send(*WALLS)
    assert runner.send("final_status_list white_territory") == "= E5 E4 E3 E2 E1"
    assert runner.send("final_status_list black_territory") == "="
    assert runner.send("final_status_list dame") == "= A5 B5 A4 B4 A3 B3 A2 B2 B1"
    assert runner.send("final_status_list happy") == "? invalid status"
    assert runner.send("final_status_list") == "? syntax error"


def test_gogui_gets_the_area_as_colours() -> None:
    """Each point has the colour of its owner."""
    runner = Runner(3)
    runner.send("gogui-play_sequence b B1 b B2 b B3 w C2")
    assert runner.send("kibitz-area").splitlines() == ["= ", 'black black ""', "black black white", 'black black ""']


def test_a_draw_is_zero() -> None:
    """As the protocol writes it."""
    assert Runner(3).send("komi 0", "final_score") == "= 0"
    assert Runner(3).send("komi 0", "play b B2", "final_score") == "= B+9"
