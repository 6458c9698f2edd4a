"""Tests of the throttle of failed logins."""

from kibitz_server.accounts.login_throttle import MAX_BLOCK, MAX_NAME, MAX_PAIR, NAME_WINDOW_S, WINDOW_S, LoginThrottle


def test_a_name_can_be_tried_a_few_times_from_one_address() -> None:
    """After the limit, the throttle gives the wait, which expires."""
    attempts = LoginThrottle()
    for i in range(MAX_PAIR):
        assert attempts.wait_s("ann", "here", 100.0 + i) == 0
        attempts.failed("ann", "here", 100.0 + i)
    assert attempts.wait_s("ann", "here", 110.0) == 100.0 + WINDOW_S - 110.0
    assert attempts.wait_s("ann", "elsewhere", 110.0) == 0
    assert attempts.wait_s("bob", "here", 110.0) == 0
    assert attempts.wait_s("ann", "here", 100.0 + WINDOW_S) == 0


def test_one_address_cannot_try_one_name_after_the_other() -> None:
    """The address has a separate limit."""
    attempts = LoginThrottle()
    for i in range(MAX_BLOCK):
        attempts.failed(f"name-{i}", "here", 100.0)
    assert attempts.wait_s("another", "here", 100.0) == WINDOW_S
    assert attempts.wait_s("another", "elsewhere", 100.0) == 0


def test_many_addresses_cannot_try_one_name_without_limit() -> None:
    """The name has a separate limit for all addresses, which expires more slowly."""
    attempts = LoginThrottle()
    for i in range(MAX_NAME):
        attempts.failed("ann", f"address-{i}", 100.0)
    assert attempts.wait_s("ann", "here", 100.0) == NAME_WINDOW_S


def test_failures_from_elsewhere_do_not_lock_the_owner_out() -> None:
    """An address from which the name logged in before, and a client with a token of the account, may still try."""
    attempts = LoginThrottle()
    attempts.failed("ann", "home", 50.0)
    attempts.succeeded("ann", "home")
    for i in range(MAX_NAME):
        attempts.failed("ann", f"address-{i}", 100.0)
    assert attempts.wait_s("ann", "home", 100.0) == 0
    assert attempts.wait_s("ann", "abroad", 100.0) == NAME_WINDOW_S
    assert attempts.wait_s("ann", "abroad", 100.0, known=True) == 0
    for _ in range(MAX_PAIR):
        attempts.failed("ann", "home", 101.0)
    assert attempts.wait_s("ann", "home", 101.0) == WINDOW_S


def test_known_places_have_a_limit_too() -> None:
    """A stolen token does not allow attempts without end from changing addresses."""
    attempts = LoginThrottle()
    for i in range(MAX_NAME):
        attempts.failed("ann", f"address-{i}", 100.0, known=True)
    assert attempts.wait_s("ann", "here", 100.0, known=True) == NAME_WINDOW_S
    assert attempts.wait_s("ann", "here", 100.0) == 0


def test_a_login_resets_the_failures_of_its_address() -> None:
    """A login to one account does not allow more attempts for others."""
    attempts = LoginThrottle()
    for i in range(MAX_BLOCK - 1):
        attempts.failed(f"name-{i}", "here", 100.0)
    attempts.failed("own", "here", 100.0)
    attempts.succeeded("own", "here")
    assert attempts.wait_s("another", "here", 100.0) == 0
    attempts.failed("another", "here", 100.0)
    assert attempts.wait_s("another", "here", 100.0) == WINDOW_S


def test_what_is_kept_is_bounded() -> None:
    """Many invented names replace old ones and use no more memory."""
    attempts = LoginThrottle(most_kept=30)
    for i in range(1000):
        attempts.failed(f"name-{i}", f"address-{i}", 100.0)
        attempts.trust(f"name-{i}", f"address-{i}")
    assert (len(attempts._failed), len(attempts._known)) == (30, 30)
