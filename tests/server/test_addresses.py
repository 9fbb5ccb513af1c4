"""Where a server listens, and where friends find it. The terminal and the page say the same."""

from pathlib import Path

import pytest

from tablee.server import addresses
from tablee.server.addresses import address_of, friends_address
from tablee.server.settings import Settings


@pytest.mark.parametrize(
    ("host", "names", "https", "expected"),
    [
        ("127.0.0.1", (), False, None),
        ("localhost", (), False, None),
        ("::1", (), False, None),
        ("192.168.1.20", (), False, "http://192.168.1.20:8000"),
        ("0.0.0.0", (), False, "http://10.1.2.3:8000"),
        ("::", (), False, "http://[fd00::7]:8000"),
        ("127.0.0.1", ("127.0.0.1", "table.example"), True, "https://table.example"),
        ("0.0.0.0", ("table.example",), False, "http://table.example:8000"),
    ],
)
def test_friends_get_an_address_that_other_machines_can_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, names: tuple[str, ...], https: bool, expected: str
) -> None:
    own = {"0.0.0.0": "10.1.2.3", "::": "fd00::7"}
    monkeypatch.setattr(addresses, "own_address", own.get)
    settings = Settings(data_dir=Path(), hosts=names, secure_cookies=https)
    assert friends_address(settings, host, 8000) == expected


def test_a_machine_without_a_network_has_no_address_for_friends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "own_address", lambda _: None)
    assert friends_address(Settings(data_dir=Path()), "0.0.0.0", 8000) is None


def test_a_browser_on_the_same_machine_gets_an_address_that_it_can_open() -> None:
    assert address_of("0.0.0.0", 8000) == "http://127.0.0.1:8000"
    assert address_of("::", 8000) == "http://[::1]:8000"
    assert address_of("table.example", 80) == "http://table.example:80"
