"""``tablee serve`` runs the server."""

from __future__ import annotations

import argparse
import ipaddress
import os
import sys
import webbrowser
from contextlib import suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from tablee._build import warn_if_pure
from tablee.cli.console import Console, say
from tablee.cli.extras import needed
from tablee.cli.help import Help
from tablee.cli.numbers import above_zero, seconds, up_to, whole
from tablee.core.errors import Invalid
from tablee.server.addresses import address_of, friends_address
from tablee.server.settings import Limits, Settings, default_data_dir

ADMIN_TOKEN = "TABLEE_ADMIN_TOKEN"
DATABASE, BROKER = "TABLEE_DATABASE", "TABLEE_BROKER"
"""Variables for addresses with a password, which all users of the machine could read as options."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("serve", parents=[anywhere], help=tell("serve"))
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS", help=tell("serve-host"))
    add("--port", type=whole(0, 65535), default=8000, metavar="N", help=tell("serve-port"))
    add("--database", default="", metavar="URL", help=tell("serve-database"))
    add("--broker", default="", metavar="URL", help=tell("serve-broker"))
    add("--workers", type=up_to(256), default=1, metavar="N", help=tell("serve-workers"))
    folder = str(default_data_dir())
    add("--data-dir", type=Path, metavar="DIR", help=tell("serve-data", folder=folder))
    add("--origin", action="append", default=[], metavar="URL", help=tell("serve-origin"))
    add("--https", action="store_true", help=tell("serve-https"))
    add("--log-format", choices=("text", "json"), default="text", help=tell("serve-log"))
    add("--browser", action="store_true", help=tell("serve-browser"))
    add("--think", type=seconds, default=1.0, metavar="SECONDS", help=tell("serve-think"))
    _add_limits(parser, tell)
    add(
        "--trusted-proxies",
        type=_network,
        action="extend",
        nargs="+",
        default=[],
        metavar="ADDRESS",
        help=tell("serve-proxies"),
    )
    add(
        "--hosts",
        action="extend",
        nargs="+",
        default=[],
        metavar="NAME",
        help=tell("serve-hosts"),
    )
    add_policy(parser, tell)
    parser.set_defaults(run=run)


def _add_limits(parser: argparse.ArgumentParser, tell: Help) -> None:
    usual = Limits()
    many, often = up_to(10**9), above_zero(10**6)
    for flag, read, default, key in (
        ("--rate", many, usual.requests_per_minute, "serve-rate"),
        ("--message-rate", often, usual.messages_per_second, "serve-message-rate"),
        ("--tables", many, usual.tables_per_guest, "serve-tables"),
        ("--tables-per-address", many, usual.tables_per_caller, "serve-tables-address"),
        ("--new-tables", many, usual.new_tables_per_day, "serve-new-tables"),
        ("--chat-rate", often, usual.chats_per_minute, "serve-chat-rate"),
        ("--sockets", many, usual.sockets_per_guest, "serve-sockets"),
        ("--guests-per-address", many, usual.guests_per_caller, "serve-guests"),
        ("--connections", many, usual.connections, "serve-connections"),
        (
            "--connections-per-address",
            many,
            usual.connections_per_address,
            "serve-connections-address",
        ),
    ):
        parser.add_argument(flag, type=read, default=default, metavar="N", help=tell(key))


def add_policy(parser: argparse.ArgumentParser, tell: Help) -> None:
    """Adds the options that say which tables are deleted."""
    parser.add_argument(
        "--expire-open", type=_days, default=7.0, metavar="DAYS", help=tell("serve-expire")
    )
    parser.add_argument(
        "--keep-finished", type=_days, default=0.0, metavar="DAYS", help=tell("serve-keep")
    )


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < 1e6:
        raise Invalid(say("number-between", text=text, least=0, most=10**6))
    return days


def _network(text: str) -> str:
    """Returns an address or a network. Refuses any other text with a sentence."""
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def run(options: argparse.Namespace, console: Console) -> int:
    # The web server and the database take long to import. Other commands do not need them.
    with needed("server"):
        from tablee.server.run import serve

    limits = Limits(
        requests_per_minute=options.rate,
        messages_per_second=options.message_rate,
        message_burst=max(1, int(4 * options.message_rate)),
        tables_per_guest=options.tables,
        tables_per_caller=options.tables_per_address,
        new_tables_per_day=options.new_tables,
        chats_per_minute=options.chat_rate,
        chat_burst=max(1, int(options.chat_rate / 2)),
        sockets_per_guest=options.sockets,
        guests_per_caller=options.guests_per_address,
        connections=options.connections,
        connections_per_address=options.connections_per_address,
    )
    settings = Settings(
        data_dir=options.data_dir or default_data_dir(),
        database=options.database or os.environ.get(DATABASE, ""),
        broker=options.broker or os.environ.get(BROKER, ""),
        host=options.host,
        port=options.port,
        origins=tuple(options.origin),
        admin_token=os.environ.get(ADMIN_TOKEN, ""),
        secure_cookies=options.https,
        think_seconds=options.think,
        limits=limits,
        expire_open=options.expire_open,
        keep_finished=options.keep_finished,
        trusted_proxies=tuple(options.trusted_proxies),
        hosts=tuple(options.hosts),
    )
    warn_if_pure()
    served = serve(
        settings,
        partial(_announce, settings, options.browser, console),
        workers=options.workers,
        json_logs=options.log_format == "json",
    )
    return 0 if served else 1


def _announce(settings: Settings, browser: bool, console: Console, host: str, port: int) -> None:
    """Says where the server listens, and what friends type into their browsers."""
    here = f"{address_of(host, port)}/"
    console.print(say("serving", address=here))
    friends = friends_address(settings, host, port)
    if friends is None:
        console.print(say("serving-alone"))
    else:
        console.print(say("serving-friends", address=f"{friends}/"))
        if sys.stdout.isatty():
            console.print(qr_code(f"{friends}/"))
    sys.stdout.flush()
    if browser:
        with suppress(webbrowser.Error):
            webbrowser.open(here)


def qr_code(address: str) -> str:
    """Returns the address as a QR code of block characters, for a telephone's camera."""
    import segno

    out = StringIO()
    segno.make(address, micro=False).terminal(out, compact=True)
    return out.getvalue().rstrip("\n")
