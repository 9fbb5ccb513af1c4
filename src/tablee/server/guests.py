"""Guests are people without an account. A signed cookie identifies them."""

from __future__ import annotations

import secrets
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE = "tablee_guest"
YEAR = 365 * 86_400


class Guests:
    """Makes and reads the cookies. A cookie that was not signed here counts as none."""

    def __init__(self, key: str, *, secure: bool) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="tablee guest")
        self._secure = secure

    def known(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """Returns the guest of a valid cookie that is not too old, or None."""
        value = connection.cookies.get(COOKIE)
        if value is None:
            return None
        try:
            guest = self._signer.loads(value, max_age=YEAR)
        except BadData:
            return None
        return guest if isinstance(guest, str) else None

    def new(self) -> str:
        return secrets.token_hex(12)

    def cookie(self, guest: str) -> Cookie:
        return Cookie(
            key=COOKIE,
            value=self._signer.dumps(guest),
            max_age=YEAR,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )
