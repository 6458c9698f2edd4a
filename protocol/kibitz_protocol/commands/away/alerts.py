"""The command `alerts`: what tells an absent player that a match waits, by Web Push or by e-mail.

Nothing is on until the player asks for it. The `repr` of a message shows neither addresses nor keys.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import Count, ShortText, Timestamp
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.values.base import ClientModel, ServerModel
from kibitz_protocol.values.fields import IN_SCHEMA

AlertKind = Literal["turn", "waiting", "round"]
Kinds = Annotated[
    list[AlertKind],
    Field(
        min_length=1,
        max_length=3,
        description="turn: your move in a match with days for a move, or without a clock between people; waiting: half"
        " of your time for such a move is gone; round: a game of yours in a tournament begins",
    ),
]
ALL_KINDS: tuple[AlertKind, ...] = ("turn", "waiting", "round")
Language = Literal["en", "de"]
MAX_CHANNELS = 8
"""Addresses that one player may have."""
EMAIL = (
    r"^[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$"
)
"""An address without quotes. A question mark would begin an encoded word, which mail programs read as other text."""

Endpoint = Annotated[str, StringConstraints(pattern=r"^https?://[!-~]+$", max_length=1000), Field(repr=False)]
PushKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{80,90}=*$"), Field(repr=False)]
PushSecret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,26}=*$"), Field(repr=False)]
Email = Annotated[str, StringConstraints(pattern=EMAIL, max_length=200), Field(repr=False)]
ChannelToken = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,64}$"), Field(repr=False)]
Device = Annotated[
    str, StringConstraints(max_length=64, strip_whitespace=True), AfterValidator(check_legible), IN_SCHEMA
]


class ShowAlerts(ClientModel):
    """Show what the server offers, and where you get alerts."""

    kind: Literal["show"] = "show"


class AddPush(ClientModel):
    """Get alerts by Web Push, as a browser has subscribed. The same endpoint replaces its earlier entry."""

    kind: Literal["push"] = "push"
    endpoint: Endpoint
    p256dh: Annotated[PushKey, Field(description="public key of the subscription, as base64url")]
    auth: Annotated[PushSecret, Field(description="secret of the subscription, as base64url")]
    device: Device = ""
    language: Language = "en"
    kinds: Kinds = list(ALL_KINDS)


class AddMail(ClientModel):
    """Get alerts by e-mail. The server sends a link to the address, and nothing else before that link is opened."""

    kind: Literal["mail"] = "mail"
    address: Email
    language: Language = "en"
    kinds: Kinds = list(ALL_KINDS)


class ChooseAlerts(ClientModel):
    """Choose the kinds of alerts that an address of yours gets."""

    kind: Literal["choose"] = "choose"
    channel: ShortText
    kinds: Kinds


class RemoveAlerts(ClientModel):
    """Remove one of your addresses, or all of them."""

    kind: Literal["remove"] = "remove"
    channel: Annotated[ShortText | None, Field(description="id of the address; null for all")] = None


class TryAlerts(ClientModel):
    """Send a trial message to one of your addresses."""

    kind: Literal["try"] = "try"
    channel: ShortText


class ConfirmMail(ClientModel):
    """Confirm an e-mail address by the token of the link. The sender need not be the player."""

    kind: Literal["confirm"] = "confirm"
    token: ChannelToken


class StopMail(ClientModel):
    """Remove an e-mail address by the token of the link. The sender need not be the player."""

    kind: Literal["stop"] = "stop"
    token: ChannelToken


class LookAway(ClientModel):
    """Tell whether the player sees this client. A hidden page keeps its connection, and alerts go out all the same."""

    kind: Literal["away"] = "away"
    away: bool


AlertChange = AddPush | AddMail | ChooseAlerts | RemoveAlerts | TryAlerts | ConfirmMail | StopMail
"""Actions that change something or send a message."""
AlertAction = Annotated[ShowAlerts | AlertChange | LookAway, Field(discriminator="kind")]


class ManageAlerts(Command):
    """Manage the alerts that reach you while you are away."""

    t: Literal["alerts"] = "alerts"
    do: AlertAction


class AlertChannel(ServerModel):
    """A browser or an e-mail address that gets alerts."""

    channel: ShortText
    kind: Literal["push", "mail"]
    address: ShortText = Field(description="the e-mail address, or the host of the push service")
    device: ShortText = Field(default="", description="name that the browser gave itself")
    kinds: list[ShortText] = Field(max_length=20, description="kinds of alerts that it gets")
    confirmed: bool = Field(default=True, description="false while the link in the first mail is not opened")
    created_at: Timestamp
    sent_at: Timestamp | None = Field(default=None, description="when the last alert was delivered")
    id_of_endpoint: ShortText = Field(
        default="", description="the first digits of the SHA-256 of the endpoint, by which a browser knows its own"
    )


class AlertSettings(ServerModel):
    """Result of `alerts`: what the server offers, and your addresses."""

    kind: Literal["alerts"] = "alerts"
    push_key: ShortText | None = Field(
        default=None, description="public key for subscriptions of browsers, as base64url; null without Web Push"
    )
    mail: bool = Field(default=False, description="whether the server sends e-mail")
    most: Count = Field(default=MAX_CHANNELS, description="largest number of addresses")
    channels: list[AlertChannel] = Field(default=[], max_length=100)
