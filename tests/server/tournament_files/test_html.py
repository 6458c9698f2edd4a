"""A tournament as a page without scripts."""

import html
import re
from typing import Any

import pytest

from kibitz_server.core.tournament.values import Format
from kibitz_server.tournament_files.html import content, page
from tests.server.core.tournament.play import DRAWN, LOST, WON, Play, engine, engines, people

HOSTILE = ['<script>alert("1")</script>', "</table></noscript><img src=x>", "a' onload='1", "<!--main-->&lt;"]


def rows(text: str, title: str) -> list[list[str]]:
    """Return the cells of a table, with its head, by its title."""
    (found,) = re.findall(rf"<h2>{title}</h2><div><table>(.*?)</table>", text)
    lines = found.split("<tr>")[1:]
    return [[html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)", line)] for line in lines]


def played(count: int, **terms: Any) -> Play:
    """Return a round robin of engines in which the better seed wins each game."""
    play = Play(Format.ROUND_ROBIN, engines(count), **terms)
    play.play_all()
    return play


def test_the_page_has_standings_crosstable_and_statistics() -> None:
    """The numbers are those of the tournament."""
    text = content(played(3).tournament)
    assert text.startswith("<h1>Friday</h1><p>round-robin of tictactoe, organiser @Org, ")
    assert [row[:3] for row in rows(text, "Standings")[1:]] == [["1", "e1", "2"], ["2", "e2", "1"], ["3", "e3", "0"]]
    assert rows(text, "Crosstable") == [
        ["Place", "Entrant", "1", "2", "3", "Points"],
        *(["1", "e1", "", "1", "1", "2"], ["2", "e2", "0", "", "1", "1"], ["3", "e3", "0", "0", "", "0"]),
    ]
    assert [row[:3] for row in rows(text, "Entrants that met")[1:]] == [
        *(["e1", "e2", "0, 0, 1"], ["e1", "e3", "0, 0, 1"], ["e2", "e3", "0, 0, 1"])
    ]
    assert "First player&#x27;s score 66.7%, draws 0.0%, mean length 40.0 plies." in text


def test_standings_have_the_rating_list() -> None:
    """The best is above the mean, and each rating has an error."""
    table = rows(content(played(4, cycles=2).tournament), "Standings")
    assert table[0][-1] == "Elo"
    assert [float(row[-1].split(" ± ")[0]) > 0 for row in table[1:]] == [True, True, False, False]


def test_rounds_name_opponents_by_their_numbers() -> None:
    """So each row of such a crosstable begins with the number of the entrant, whatever its place."""
    play = Play(Format.SWISS, people(4), rounds=1)
    play.play_all(lambda game: LOST if game.first < game.second else WON)
    table = rows(content(play.tournament), "Crosstable")
    assert table[0] == ["No.", "Entrant", "1", "Points"]
    numbers = {row[1]: row[0] for row in table[1:]}
    assert numbers == {f"p{number}": str(number) for number in range(1, 5)}
    for row in table[1:]:
        opponent = re.match(r"\d+", row[2])
        assert opponent is not None
        other = next(each for each in table[1:] if each[0] == opponent[0])
        assert other[2].startswith(row[0])


def test_a_tournament_that_has_not_started_has_its_entrants() -> None:
    """There is no crosstable and no statistics yet."""
    text = content(Play(Format.SWISS, people(3), start_now=False).tournament)
    assert [row[1] for row in rows(text, "Standings")[1:]] == ["p1", "p2", "p3"]
    assert "has not started" in text
    assert "Crosstable" not in text
    assert "Statistics" not in text


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped(name: str) -> None:
    """A name adds no markup anywhere, and reads as it was written."""
    plain, hostile = (Play(Format.ROUND_ROBIN, [engine(each), engine("other")]) for each in ("a plain one", name))
    for play in (plain, hostile):
        play.play_all()
    tags = [re.sub(r">[^<]*", ">", page(play.tournament)) for play in (plain, hostile)]
    assert tags[0] == tags[1]
    assert rows(page(hostile.tournament), "Crosstable")[1][1] == name


@pytest.mark.parametrize(("count", "name"), [(64, "engine of normal length"), (64, "'" * 60), (250, "&" * 60)])
def test_the_tables_can_be_bounded(count: int, name: str) -> None:
    """With long names and many entrants the tables have less detail, and the standings stay."""
    entrants = [engine(f"{name}{number}") for number in range(count)]
    play = Play(Format.ROUND_ROBIN if count <= 64 else Format.SWISS, entrants, most_entrants=count)
    if count <= 64:
        play.play_all(lambda game: (WON, DRAWN, LOST)[(game.first + game.second) % 3])
    text = content(play.tournament, 42_000)
    assert len(text.encode()) <= 42_000 or count == 250
    assert len(text.encode()) <= 60_000
    assert len(rows(text, "Standings")) == count + 1
    assert ("Crosstable" in text) == (count == 64)
    assert len(content(play.tournament)) >= len(text)


def test_the_page_is_one_file() -> None:
    """It has no script, and its style with it."""
    text = page(played(2).tournament)
    assert "<script" not in text
    assert "<link" not in text
    assert "<style>body{" in text
