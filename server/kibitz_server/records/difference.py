"""First difference between a record and what is computed from it."""

RULES = "the rules say"


class DifferenceError(Exception):
    """First difference between a record and the rules, clocks or chance events.

    `line` and `seq` locate the message, `what` names the value.
    """

    def __init__(self, line: int, seq: int, what: str, recorded: object, computed: object, says: str = RULES) -> None:
        super().__init__(
            f"event {seq} (line {line}), {what}: recorded is {_shown(recorded)}, {says} {_shown(computed)}"
        )
        self.line = line
        self.seq = seq
        self.what = what
        self.recorded = recorded
        self.computed = computed


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"
