"""The commands of `kibitz tournament` of entrants and organisers."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.options import Done, KeyFile, duration
from kibitz_client.cli.runner import Work
from kibitz_client.cli.tournaments.show import Code, Entrant, key_of
from kibitz_client.settings import Settings
from kibitz_protocol.validation.durations import TENTH

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, which all see.")]
ChallengeNumber = Annotated[
    int, typer.Argument(metavar="N", min=1, max=10_000_000, help="The number of the challenge; see show.")
]


def _work(kind: str, code: str, key_file: Any, done: str, **fields: object) -> Work:
    """Return the work of an action, whose class has this name."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.organise import act
        from kibitz_protocol.tournaments import commands

        return act(settings, output, getattr(commands, kind), code, key_of(key_file), done, **fields)

    return work


def enter(code: Code, key_file: KeyFile = None) -> Work:
    """Enter a tournament, or return to it. `kibitz play CODE` also leads you to each game."""
    return _work("EnterTournament", code, key_file, "you have entered")


def leave(code: Code, key_file: KeyFile = None) -> Work:
    """Withdraw from a tournament. Your running game goes on."""
    return _work("LeaveTournament", code, key_file, "you have withdrawn")


def rest(code: Code, key_file: KeyFile = None) -> Work:
    """Pause: you are not paired until you are ready."""
    return _work("Rest", code, key_file, f"you rest; go on with: kibitz tournament ready {code}")


def ready(code: Code, key_file: KeyFile = None) -> Work:
    """End your pause."""
    return _work("Ready", code, key_file, "you are ready")


def start(code: Code, key_file: KeyFile = None) -> Work:
    """Start your tournament."""
    return _work("StartTournament", code, key_file, "the tournament starts")


def pause(code: Code, reason: Reason = "", key_file: KeyFile = None) -> Work:
    """Begin no further games in your tournament. Running games go on."""
    return _work("PauseTournament", code, key_file, "the tournament is paused", reason=reason)


def resume(code: Code, key_file: KeyFile = None) -> Work:
    """Go on with your tournament after a pause."""
    return _work("ResumeTournament", code, key_file, "the tournament goes on")


def extend(
    code: Code,
    rounds: Annotated[int, typer.Option(min=0, max=15, metavar="N", help="Add rounds.")] = 0,
    minutes: Annotated[
        float,
        typer.Option(callback=duration(TENTH, 24 * 60, zero=True), metavar="N", help="Add minutes of an arena."),
    ] = 0,
    key_file: KeyFile = None,
) -> Work:
    """Add rounds to your tournament, or minutes to an arena."""
    _check_one(rounds, minutes)
    return _work("ExtendTournament", code, key_file, "the tournament is extended", rounds=rounds, minutes=minutes)


def _check_one(rounds: int, minutes: float) -> None:
    """Refuse an extension by nothing, or by both."""
    if bool(rounds) == bool(minutes):
        raise typer.BadParameter("say by how much: --rounds 1, or --minutes 10")


def cancel(code: Code, reason: Reason = "", key_file: KeyFile = None) -> Work:
    """End your tournament with the current standings."""
    return _work("CancelTournament", code, key_file, "the tournament is cancelled", reason=reason)


def add(
    code: Code,
    who: Annotated[
        str,
        typer.Argument(
            metavar="WHO",
            help="A player: NAME or @NAME; or an engine: level:5, or deep=alphabeta:depth=8.",
            autocompletion=completion.engines,
        ),
    ],
    key_file: KeyFile = None,
) -> Work:
    """Enter a player that is connected or has an account, or an engine, in your tournament."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.organise import add

        return add(settings, output, code, who, key_of(key_file))

    return work


def remove(code: Code, entrant: Entrant, reason: Reason = "", key_file: KeyFile = None) -> Work:
    """Remove an entrant from your tournament."""
    return _work("RemoveEntrant", code, key_file, f"{entrant} was removed", entrant=entrant, reason=reason)


def approve(code: Code, entrant: Entrant, key_file: KeyFile = None) -> Work:
    """Approve an entrant of your tournament."""
    return _work("ApproveEntrant", code, key_file, f"{entrant} is approved", entrant=entrant)


def pair(
    code: Code,
    round: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=10_000_000, help="The number of the round.")],
    first: Annotated[str, typer.Argument(metavar="A", help="The entrant that moves first.")],
    second: Annotated[
        str | None, typer.Argument(metavar="B", help="Its opponent. Without one, the entrant has a bye.")
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Pair two entrants of a round of your tournament by hand."""
    said = f"{first} - {second} in round {round}" if second else f"{first} has a bye in round {round}"
    return _work("PairByHand", code, key_file, said, round=round, first=first, second=second)


def result(
    code: Code,
    game: Annotated[
        int, typer.Argument(metavar="GAME", min=1, max=10_000_000, help="The number of the game; see games.")
    ],
    result: Annotated[
        str,
        typer.Argument(metavar="RESULT", help="1-0, 0-1, draw, void, restore, or forfeit:NAME of the absent entrant."),
    ],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, which all see.")],
    key_file: KeyFile = None,
) -> Work:
    """Set, void or restore the result of a game of your tournament."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.organise import set_result

        return set_result(settings, output, code, game, result, reason, key_of(key_file))

    return work


def tie_breaks(
    code: Code,
    names: Annotated[list[str], typer.Argument(metavar="NAMES", help="The tie-breaks in their order: BH-C1 BH SB.")],
    key_file: KeyFile = None,
) -> Work:
    """Choose other tie-breaks for your tournament."""
    return _work("ChooseTieBreaks", code, key_file, f"the tie-breaks are {' '.join(names)}", tie_breaks=names)


def challenge(code: Code, entrant: Entrant, key_file: KeyFile = None) -> Work:
    """Challenge an entrant of a ladder that is above you."""
    return _work("Challenge", code, key_file, f"you have challenged {entrant}", entrant=entrant)


def accept(code: Code, number: ChallengeNumber, key_file: KeyFile = None) -> Work:
    """Accept a challenge of a ladder."""
    return _answer(code, number, key_file, accept=True)


def decline(code: Code, number: ChallengeNumber, key_file: KeyFile = None) -> Work:
    """Decline a challenge of a ladder, or withdraw your own."""
    return _answer(code, number, key_file, accept=False)


def _answer(code: str, number: int, key_file: Any, *, accept: bool) -> Work:
    said = f"challenge {number} is {'accepted' if accept else 'declined'}"
    return _work("AnswerChallenge", code, key_file, said, challenge=number, accept=accept)


ACTIONS = (
    enter,
    leave,
    rest,
    ready,
    challenge,
    accept,
    decline,
    start,
    pause,
    resume,
    extend,
    cancel,
    add,
    remove,
    approve,
    pair,
    result,
)
"""Commands whose names are those of their functions."""
