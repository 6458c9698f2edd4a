"""Chess in PGN as programs and people write it."""

from tests.server.records.corpus.case import Case

CASES = [
    Case("plain", "1. e4 e5 2. Nf3 Nc6 1-0", moves="e4 e5 Nf3 Nc6", result=0, reason="resignation"),
    Case(
        "Latin-1",
        '[White "M\xfcller, J\xf6rg"]\n\n1. e4 *'.encode("latin-1"),
        players=("Müller, Jörg", "?"),
        notes=("Windows-1252",),
    ),
]
