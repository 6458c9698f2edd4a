"""Which tests are long, and the list of their durations."""

from pathlib import Path

from tests.run import durations


def test_a_case_of_each_test_stays() -> None:
    """Long tests are left out, but not a cheap case of a test all of whose cases are long."""
    seconds = {"one": 9.0, "two[x]": 7.0, "two[y]": 3.0, "three[x]": 8.0, "four[x]": 9.0, "four[y]": 8.0, "short": 1.9}
    found = durations.beyond(durations.Limits(1.0, 2.0, 4.0), [*seconds, "three[y]"], seconds)
    assert found == {"one", "two[x]", "three[x]", "four[x]", "four[y]"}


def test_a_case_without_a_mark_by_hand_stays() -> None:
    """The cheapest case may have a mark by hand, so `make test` keeps the cheapest one of the others."""
    by_hand = {"a[x]": "nightly", "a[y]": "long", "a[z]": None, "a[w]": None, "b[x]": "long", "b[y]": None}
    seconds = {"a[x]": 0.7, "a[y]": 0.8, "a[z]": 0.9, "a[w]": 3.0, "b[x]": 9.0, "b[y]": 0.1}
    assert durations.marks(by_hand, seconds) == {"long": {"a[w]"}, "nightly": {"a[w]", "b[x]"}}


def test_a_test_stays_in_its_run() -> None:
    """What the source says decides over the time."""
    by_hand = {"night": None, "all": "test-all", "short": "test", "other": "nightly"}
    assert durations.marks(by_hand, dict.fromkeys(by_hand, 99.0)) == {"long": {"night", "all"}, "nightly": {"night"}}


def test_the_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Tests that take little time have no line; ids may contain blanks."""
    file = tmp_path / "list.txt"
    durations.write({"b.py::two[a b]": 3.25, "a.py::one": 0.5, "c.py::three": 0.1}, file)
    assert file.read_text() == "0.5 a.py::one\n3.2 b.py::two[a b]\n"
    assert durations.read(file) == {"a.py::one": 0.5, "b.py::two[a b]": 3.2}


def test_listed_tests_exist() -> None:
    """The list names files and functions that exist, so that a renamed test is measured again."""
    root = Path(__file__).parents[2]
    for test in durations.listed():
        path, _, name = durations.function(test).partition("::")
        assert name.partition("::")[0] in (root / path).read_text(), test


def test_sums_by_folder() -> None:
    """Seconds are added below each folder, down to a depth."""
    measured = {"tests/a/b/c/test_x.py::one": 1.0, "tests/a/b/test_y.py::one": 2.0, "tests/test_z.py::one": 4.0}
    assert durations.by_folder(measured.items()) == {"tests/a/b": 3.0, "tests": 4.0}
