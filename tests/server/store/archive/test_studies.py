"""Tests of stored studies."""

import sqlalchemy as sql

from kibitz_server.store.archive import studies
from kibitz_server.store.archive.studies import StoredStudy


def stored(code: str = "S1", **changes: object) -> StoredStudy:
    """Return a study of Ann."""
    study = StoredStudy(
        code, "ann", "ann", "chess", "{}", None, "Ends", False, 1, 0, "[{}]", 1796096479.1093316, 1796096479.1093316
    )
    return study._replace(**changes)  # type: ignore[arg-type]


def test_changes_may_be_applied_again(database: sql.Connection) -> None:
    """After a failure whose outcome was not known, a change is repeated: it is then as successful as before."""
    second = stored(version=2, title="Endgames")
    for _ in range(2):
        assert studies.add(database, stored(), 1)
    for _ in range(2):
        assert studies.save(database, second)
    assert studies.find(database, "S1") == second
    assert not studies.save(database, second._replace(title="Other"))
    assert not studies.save(database, stored("S9", version=2))


def test_a_player_has_so_many_studies_at_most(database: sql.Connection) -> None:
    """Those of others do not count."""
    assert studies.add(database, stored("S1"), 1)
    assert not studies.add(database, stored("S2"), 1)
    assert studies.add(database, stored("S3", owner_id="bob"), 1)


def test_lists_have_the_last_changed_first(database: sql.Connection) -> None:
    """Of one player, or the listed ones; of one game, or of all."""
    for code, at, game, shown in (("S1", 1.0, "chess", True), ("S2", 3.0, "go", False), ("S3", 2.0, "go", True)):
        studies.add(database, stored(code, changed_at=at, game=game, listed=shown), 9)
    assert [head.code for head in studies.of_owner(database, "ann", None, 9)] == ["S2", "S3", "S1"]
    assert [head.code for head in studies.of_owner(database, "ann", "go", 1)] == ["S2"]
    assert [head.code for head in studies.listed(database, None, 9)] == ["S3", "S1"]
    studies.delete(database, "S3")
    assert [head.code for head in studies.listed(database, None, 9)] == ["S1"]
