"""The patches of the mutants fit the sources of today."""

from pathlib import Path

import pytest

from tests.mutants.mutant import ROOT, DoesNotApply, Mutant, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_a_patch_applies(mutant: Mutant) -> None:
    """Each patch changes sources of the product, and names tests that exist."""
    changed = mutant.changed(ROOT)
    assert changed
    for path, text in changed.items():
        assert path.relative_to(ROOT).parts[0] in ("server", "client", "protocol")
        assert text != path.read_text(encoding="utf-8")
    assert mutant.breaks.endswith(".")
    assert mutant.tests
    assert all((ROOT / path).exists() for path in mutant.tests)


def test_a_patch_that_no_longer_fits_is_refused(tmp_path: Path) -> None:
    """A patch fits if the lines that it changes are there once, in any place."""
    mutant = Mutant(
        "off-by-one", "It counts one too few.", (), "\n--- a/count.py\n+++ b/count.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
    )
    file = tmp_path / "count.py"
    file.write_text("x\na\nb\n")
    assert mutant.changed(tmp_path) == {file: "x\na\nc\n"}
    for text in ("a\nB\n", "a\nb\na\nb\n"):
        file.write_text(text)
        with pytest.raises(DoesNotApply):
            mutant.changed(tmp_path)
