"""``tablee serve`` runs the server."""

from __future__ import annotations

import argparse
import ipaddress
import os
from pathlib import Path
from typing import Any

from tablee.cli.console import Console, say

ADMIN_TOKEN = "TABLEE_ADMIN_TOKEN"
DATABASE, BROKER = "TABLEE_DATABASE", "TABLEE_BROKER"
"""Variables for addresses with a password, which all users of the machine could read as options."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("serve", parents=[anywhere], help="serve tables online")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: this machine only)",
    )
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="port to listen on (default: 8000)"
    )
    parser.add_argument(
        "--database", default="", metavar="URL", help="postgresql://… (default: SQLite in a file)"
    )
    parser.add_argument(
        "--broker", default="", metavar="URL", help="redis://… that connects several nodes"
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="start so many processes; needs --broker",
    )
    parser.add_argument(
        "--data-dir",
        type=Path,
        metavar="DIR",
        help="folder for tables and key (default: the user's data)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may open sockets",
    )
    parser.add_argument("--https", action="store_true", help="have browsers come only over HTTPS")
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="json writes an object a line",
    )
    parser.add_argument("--browser", action="store_true", help="open the browser")
    parser.add_argument(
        "--think", type=float, default=1.0, metavar="SECONDS", help="how long a bot may think"
    )
    parser.add_argument(
        "--rate", type=int, metavar="N", help="HTTP requests an address may send in a minute"
    )
    parser.add_argument(
        "--message-rate", type=float, metavar="N", help="messages a guest may send in a second"
    )
    parser.add_argument(
        "--tables", type=int, metavar="N", help="unfinished tables a guest may have"
    )
    parser.add_argument(
        "--tables-per-address", type=int, metavar="N", help="unfinished tables an address may have"
    )
    parser.add_argument(
        "--new-tables", type=int, metavar="N", help="tables an address may make in a day"
    )
    parser.add_argument(
        "--chat-rate", type=float, metavar="N", help="chat messages a guest may send in a minute"
    )
    parser.add_argument(
        "--sockets", type=int, metavar="N", help="tables a guest may have open at once"
    )
    parser.add_argument(
        "--guests-per-address",
        type=int,
        metavar="N",
        help="how many guests' worth of all this one address may use",
    )
    parser.add_argument(
        "--connections", type=int, metavar="N", help="connections that may be open in all"
    )
    parser.add_argument(
        "--connections-per-address",
        type=int,
        metavar="N",
        help="connections that an address may have open",
    )
    parser.add_argument(
        "--trusted-proxies",
        type=_network,
        action="extend",
        nargs="+",
        default=[],
        metavar="ADDRESS",
        help="proxies, or networks of them, whose X-Forwarded-For is believed",
    )
    parser.add_argument(
        "--hosts",
        action="extend",
        nargs="+",
        default=[],
        metavar="NAME",
        help="names of this server; requests to other hosts are refused",
    )
    add_policy(parser)
    parser.set_defaults(run=run)


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say which tables are deleted."""
    parser.add_argument(
        "--expire-open",
        type=_days,
        default=7.0,
        metavar="DAYS",
        help="delete tables that nobody joined or played after so many days (default: 7; 0: never)",
    )
    parser.add_argument(
        "--keep-finished",
        type=_days,
        default=0.0,
        metavar="DAYS",
        help="delete tables that are over or given up after so many days (default: 0, never)",
    )


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of days")
    return days


def _network(text: str) -> str:
    """Returns an address or a network as it is, or says that it is none."""
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def run(options: argparse.Namespace, console: Console) -> int:
    # The web server and the database take long to import. Other commands do not need them.
    from tablee.server.run import serve
    from tablee.server.settings import Limits, Settings, default_data_dir

    wishes = {
        "requests_per_minute": options.rate,
        "messages_per_second": options.message_rate,
        "message_burst": options.message_rate and int(4 * options.message_rate),
        "tables_per_guest": options.tables,
        "tables_per_caller": options.tables_per_address,
        "new_tables_per_day": options.new_tables,
        "chats_per_minute": options.chat_rate,
        "chat_burst": options.chat_rate and max(1, int(options.chat_rate / 2)),
        "sockets_per_guest": options.sockets,
        "guests_per_caller": options.guests_per_address,
        "connections": options.connections,
        "connections_per_address": options.connections_per_address,
    }
    limits = Limits(**{name: value for name, value in wishes.items() if value is not None})
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
    console.print(say("serving", address=f"http://{options.host}:{options.port}/"))
    served = serve(
        settings,
        browser=options.browser,
        workers=options.workers,
        json_logs=options.log_format == "json",
    )
    return 0 if served else 1
