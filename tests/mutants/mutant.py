"""Mutants: small bugs that were put into the sources on purpose, and the tests that have to find them.

Each is a patch of this folder. Its first line says what it breaks, and the line `Tests:` has the paths of the tests.
"""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
TESTS = "Tests: "


class DoesNotApply(Exception):
    """The sources have changed where a patch changes them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A planted bug.

    Args:
        name: Name of its patch, without the ending.
        breaks: What it breaks, as a sentence.
        tests: Paths of the tests that have to find it.
        patch: Differences of sources in the unified format.
    """

    name: str
    breaks: str
    tests: tuple[str, ...]
    patch: str

    def changed(self, root: Path) -> dict[Path, str]:
        """Return the new texts of the files that the patch changes below a folder.

        Raises:
            DoesNotApply: The lines that a part of the patch changes are not there exactly once.
        """
        texts: dict[Path, str] = {}
        for part in self.patch.split("\n--- a/")[1:]:
            head, *hunks = part.split("\n@@ ")
            path = root / head.partition("\n")[0]
            text = path.read_text(encoding="utf-8")
            for hunk in hunks:
                lines = hunk.splitlines()[1:]
                before = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
                after = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
                if text.count(before) != 1:
                    raise DoesNotApply(f"{self.name}: {path.relative_to(root)} has changed there:\n{before}")
                text = text.replace(before, after)
            texts[path] = text
        return texts


def mutants(names: tuple[str, ...] = ()) -> list[Mutant]:
    """Return the mutants whose names contain one of some texts; all of them without any."""
    found = [_read(path) for path in sorted(FOLDER.glob("*.patch"))]
    return [mutant for mutant in found if not names or any(name in mutant.name for name in names)]


def _read(path: Path) -> Mutant:
    breaks, tests, patch = path.read_text(encoding="utf-8").split("\n", 2)
    if not tests.startswith(TESTS):
        raise ValueError(f"the second line of {path} does not name the tests")
    return Mutant(path.stem, breaks, tuple(tests.removeprefix(TESTS).split()), patch)
