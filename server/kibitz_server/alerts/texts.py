"""Sentences of alerts, in English and German. Names of players are shown as plain words, which no program links."""

import html
import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

LANGUAGES = ("en", "de")
MOST_OF_NAME = 32

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "turn": "Your move",
        "turn.body": "{game}: {opponent} has moved.",
        "turn.first": "{game}: you move first against {opponent}.",
        "waiting": "{opponent} is waiting",
        "waiting.body": "{game}: {left} left for your move.",
        "round": "Round {round} begins",
        "round.body": "{game}: your game against {opponent}.",
        "trial": "Alerts work",
        "trial.body": "This is how a move will be announced.",
        "hour": "{count} hour",
        "hours": "{count} hours",
        "days": "{count} days",
        "confirm": "Confirm your address for {server}",
        "confirm.body": "A player of {server} wants alerts about matches at this address. If that was you, open the"
        " link. If not, ignore this mail: no other one will follow.",
        "confirm.link": "Confirm the address",
        "open": "Open the match",
        "open.server": "Open Kibitz",
        "why": "You get this mail because you asked for alerts at {server}.",
        "stop": "No more mails",
    },
    "de": {
        "turn": "Du bist am Zug",
        "turn.body": "{game}: {opponent} hat gezogen.",
        "turn.first": "{game}: Du beginnst gegen {opponent}.",
        "waiting": "{opponent} wartet",
        "waiting.body": "{game}: noch {left} für deinen Zug.",
        "round": "Runde {round} beginnt",
        "round.body": "{game}: deine Partie gegen {opponent}.",
        "trial": "Benachrichtigungen funktionieren",
        "trial.body": "So wird dir ein Zug gemeldet.",
        "hour": "{count} Stunde",
        "hours": "{count} Stunden",
        "days": "{count} Tage",
        "confirm": "Deine Adresse für {server} bestätigen",
        "confirm.body": "Jemand möchte auf {server} an diese Adresse Nachrichten über Partien bekommen. Wenn du"
        " das warst, öffne den Link. Wenn nicht, lösche diese Mail: Es folgt keine weitere.",
        "confirm.link": "Adresse bestätigen",
        "open": "Zur Partie",
        "open.server": "Kibitz öffnen",
        "why": "Du bekommst diese Mail, weil du auf {server} um Nachrichten gebeten hast.",
        "stop": "Keine Mails mehr",
    },
}

GERMAN_TITLES = {
    "Chess": "Schach",
    "Connect Four": "Vier gewinnt",
    "Dots and boxes": "Käsekästchen",
    "English draughts": "Englische Dame",
    "International draughts": "Internationale Dame",
    "Kalah": "Kalaha",
    "Kuhn poker": "Kuhn-Poker",
    "Leduc poker": "Leduc-Poker",
    "Russian draughts": "Russische Dame",
    "Tic-tac-toe": "Tic-Tac-Toe",
    "Ultimate tic-tac-toe": "Ultimatives Tic-Tac-Toe",
}
"""Titles of games that have another one in German, as on the page."""


class Alert(NamedTuple):
    """What an alert is about.

    Attributes:
        kind: `turn`, `waiting`, `round` or `trial`.
        path: Where the page shows it, such as `/ABC234`.
        topic: Newer alerts replace older ones of the same topic.
        lasts_s: Seconds after which a push service need not deliver it any more.
        game: Title of the game.
        opponent: Name of the opponent.
        round: Round of a tournament.
        left_s: Seconds left for the move.
        first: Whether the move is the first of the match.
    """

    kind: str
    path: str
    topic: str
    lasts_s: float = 86_400.0
    game: str = ""
    opponent: str = ""
    round: int = 0
    left_s: float = 0.0
    first: bool = False


class Sentences(NamedTuple):
    """An alert in one language."""

    title: str
    body: str


def shown_name(name: str) -> str:
    """Return a name without signs of which a mail program or a reader could make an address or markup."""
    kept = (
        char if unicodedata.category(char)[0] in "LMN" or char in " -_\u2019'" else " "
        for char in unicodedata.normalize("NFC", name)
    )
    return " ".join("".join(kept).split())[:MOST_OF_NAME] or "?"


def sentences(alert: Alert, language: str) -> Sentences:
    """Return the title and the sentence of an alert."""
    texts = TEXTS.get(language, TEXTS["en"])
    unit = "days" if alert.left_s >= 2 * 86_400 else "hours"
    count = max(1, round(alert.left_s / (86_400 if unit == "days" else 3600)))
    left = texts["hour" if unit == "hours" and count == 1 else unit].format(count=count)
    game = GERMAN_TITLES.get(alert.game, alert.game) if language == "de" else alert.game
    words = {"game": game, "opponent": shown_name(alert.opponent), "round": alert.round, "left": left}
    body = "turn.first" if alert.kind == "turn" and alert.first else f"{alert.kind}.body"
    return Sentences(texts[alert.kind].format(**words), texts[body].format(**words))


class MailText(NamedTuple):
    """Subject and text of a mail, in plain text and HTML."""

    subject: str
    text: str
    html: str


def alert_mail(alert: Alert, language: str, home: str, stop: str) -> MailText:
    """Return the mail of an alert.

    Args:
        alert: What it is about.
        language: Language of the recipient.
        home: Public address of the server, without a slash at the end.
        stop: Link that ends the mails.
    """
    texts, said = TEXTS.get(language, TEXTS["en"]), sentences(alert, language)
    label = texts["open" if alert.path != "/" else "open.server"]
    why = texts["why"].format(server=_host(home))
    lines = [said.body, "", f"{label}: {home}{alert.path}", "", "--", why, f"{texts['stop']}: {stop}"]
    document = _document(said.body, (label, home + alert.path), f"{html.escape(why)} {_link(texts['stop'], stop)}")
    return MailText(f"{said.title} - {_host(home)}", "\n".join(lines) + "\n", document)


def confirmation_mail(language: str, home: str, link: str) -> MailText:
    """Return the mail that asks to confirm an address. It has no text of a player."""
    texts = TEXTS.get(language, TEXTS["en"])
    words: Mapping[str, str] = {"server": _host(home)}
    body, label = texts["confirm.body"].format(**words), texts["confirm.link"]
    document = _document(body, (label, link))
    return MailText(texts["confirm"].format(**words), f"{body}\n\n{label}: {link}\n", document)


def _host(home: str) -> str:
    return re.sub(r"^https?://", "", home)


def _link(label: str, target: str) -> str:
    return f'<a href="{html.escape(target)}" style="color:#6b6459">{html.escape(label)}</a>'


def _document(body: str, button: tuple[str, str], foot: str = "") -> str:
    """Return a small document of HTML. `foot` is markup."""
    label, target = (html.escape(part) for part in button)
    return (
        '<!doctype html><html><body style="margin:0;padding:24px;background:#f7f5ef;color:#211d16;'
        'font:16px/1.5 system-ui,sans-serif"><div style="max-width:480px;margin:auto">'
        f'<p>{html.escape(body)}</p><p><a href="{target}" style="display:inline-block;padding:12px 20px;'
        f'border-radius:8px;background:#8a3b12;color:#fff;text-decoration:none;font-weight:600">{label}</a></p>'
        f'<p style="font-size:13px;color:#6b6459">{foot}</p></div></body></html>\n'
    )
