"""Games of the board as SGF."""

from pathlib import Path

from tests.server.offline.gtp.runner import Runner


def test_a_game_is_written() -> None:
    """Points count from the top left, and a pass is empty."""
    runner = Runner(5)
    runner.send("komi 6.5", "gogui-play_sequence b C3 w A1 b E5")
    assert runner.send("printsgf").splitlines() == [
        "= ",
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]KM[6.5]",
        ";B[cc];W[ae];B[ea]",
        ")",
    ]
    runner.send("play w pass", "play b pass")
    assert runner.send("printsgf").splitlines()[1:3] == [
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]KM[6.5]RE[W+5.5]",
        ";B[cc];W[ae];B[ea];W[];B[]",
    ]


def test_a_handicap_is_written() -> None:
    """The stones stand before the first move, which is White's."""
    runner = Runner(9)
    runner.engine.version = "2.0"
    runner.send("fixed_handicap 2", "play w E5")
    assert runner.send("printsgf -").splitlines()[1:] == [
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz:2.0]SZ[9]KM[7.5]HA[2]AB[cg][gc]PL[W]",
        ";W[ee]",
        ")",
    ]


def test_a_game_is_written_to_a_file(tmp_path: Path) -> None:
    """The answer is empty, or that it cannot be."""
    runner = Runner(4)
    file = tmp_path / "my game.sgf"
    runner.send(
        *(f"play {colour} {letter}{row}" for row in (1, 2, 3) for colour, letter in zip("bwbw", "ABCD", strict=True))
    )
    assert runner.send(f"printsgf {file}") == "="
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line.count(";") for line in lines] == [1, 10, 2, 0]
    assert runner.send(f"printsgf {tmp_path / 'none' / 'game.sgf'}") == "? cannot write file"
