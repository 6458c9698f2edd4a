"""Kinds of events."""

KINDS = {
    "MatchCreated": "created",
    "SeatTaken": "seated",
    "SeatLeft": "left",
    "MatchStarted": "started",
    "ClientSeedGiven": "client_seed_given",
    "WentBerserk": "went_berserk",
    "MovePlayed": "moved",
    "ChanceDecided": "chance_decided",
    "SeedRevealed": "seed_revealed",
    "SeedKept": "seed_kept",
    "MatchFinished": "finished",
    "MatchAborted": "aborted",
    "OfferMade": "offered",
    "OfferAccepted": "agreed",
    "OfferDeclined": "declined",
    "OfferWithdrawn": "withdrawn",
    "TakenBack": "taken_back",
    "MatchPaused": "paused",
    "MatchResumed": "resumed",
    "PaceSet": "pace_set",
    "RematchAgreed": "rematch_agreed",
    "Rematched": "rematched",
    "RematchDropped": "rematch_dropped",
}
"""The kind of each class of events in the protocol."""
AFTER_THE_END = (
    "OfferMade",
    "OfferAccepted",
    "OfferDeclined",
    "OfferWithdrawn",
    "RematchAgreed",
    "Rematched",
    "RematchDropped",
    "SeedRevealed",
    "SeedKept",
)
"""Classes of the events that may follow the end of a match."""
