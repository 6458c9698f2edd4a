"""What people type to talk in a match, and to hear somebody no longer."""

from kibitz_client.asking import build
from kibitz_protocol.to_server import Chat, Mute


def talk_command(word: str, rest: str, reference: str) -> Chat | Mute | None:
    """`chat TEXT`, `mute NAME` or `unmute NAME`; None for anything else. Raises Misuse."""
    match word:
        case "chat":
            return build(Chat, match=reference, text=rest)
        case "mute" | "unmute":
            return build(Mute, name=rest, on=word == "mute")
        case _:
            return None
