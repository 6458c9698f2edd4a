"""Encryption of push messages and the signature of the server."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from kibitz_server.alerts.web_push import (
    CURVE,
    MOST_PAYLOAD,
    BadSubscription,
    ServerKey,
    Subscription,
    decoded,
    decrypt,
    encrypt,
)
from tests.server.alerts.push_service import Browser, verified

# The example of RFC 8291, appendix A.
PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
    "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://push.example.net/send/abc"


def test_the_example_of_the_standard_is_read() -> None:
    """The keys follow from both public keys, the secret and the salt as RFC 8291 says."""
    private = ec.derive_private_key(int.from_bytes(decoded(PRIVATE)), CURVE)
    assert decrypt(decoded(BODY), private, decoded(SECRET)) == b"When I grow up, I want to be a watermelon"


def test_only_the_browser_of_the_subscription_reads_a_message() -> None:
    """Another browser refuses it, and no two messages are the same."""
    browser, other = Browser(ENDPOINT), Browser(ENDPOINT)
    keys = Subscription.read(browser.subscription["p256dh"], browser.subscription["auth"])
    body = encrypt(b'{"a": "b"}', keys)
    assert browser.read(body) == {"a": "b"}
    assert body != encrypt(b'{"a": "b"}', keys)
    with pytest.raises(ValueError, match="not for this subscription"):
        other.read(body)
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (MOST_PAYLOAD + 1), keys)


def test_the_server_signs_for_one_push_service_and_keeps_its_key() -> None:
    """The signature names the origin of the service, ends within a day, and holds after the key was stored."""
    key = ServerKey.make()
    again = ServerKey.read(key.written)
    assert again.public == key.public
    claims = verified(again.header(ENDPOINT, 1000.0, "https://games.example.org"))
    assert claims == {"aud": "https://push.example.net", "exp": 44200, "sub": "https://games.example.org"}
    assert "sub" not in verified(key.header(ENDPOINT, 0.0))


@pytest.mark.parametrize(("p256dh", "auth"), [("A" * 87, SECRET), ("BAAA" + "A" * 83, SECRET), ("", "")])
def test_keys_that_no_browser_makes_are_refused(p256dh: str, auth: str) -> None:
    """They are no point of the curve, or too short."""
    with pytest.raises(BadSubscription):
        Subscription.read(p256dh, auth)
    with pytest.raises(BadSubscription):
        Subscription.read(Browser(ENDPOINT).subscription["p256dh"], "AAAA")
