"""Guests: people without an account, known by a signed cookie."""

from __future__ import annotations

import secrets
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE = "tablee_guest"
YEAR = 365 * 86_400


class Guests:
    """Gives out cookies and reads them back; what was not signed here is nobody."""

    def __init__(self, key: str, *, secure: bool) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="tablee guest")
        self._secure = secure

    def known(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """The guest who asks, if the cookie is one of ours and not too old."""
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
