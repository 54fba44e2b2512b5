"""Who may speak to the page: only this machine, only with the token, only from the page itself."""

from collections.abc import Sequence
from email.message import Message
from hmac import compare_digest
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from hexmeister.page.bounds import Refused

HOST: Final = "127.0.0.1"

HEADERS: Final = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
)
"""What every answer says; there is no cookie that could be sent along, and no word that lets another site read."""

_NOWHERE: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; connect-src 'self'"
POLICY: Final = MappingProxyType({"text/html": _NOWHERE})
"""By kind: a page has its own, stricter, policy within; nothing else may do anything."""
SHUT: Final = "default-src 'none'; frame-ancestors 'none'"


def admit(headers: Message, method: str, path: str, port: int, token: str) -> str:
    """Return what is asked for, behind the token; refuse whoever is not the page on this machine."""
    if headers.get_all("Host") != [f"{HOST}:{port}"]:
        raise Refused(HTTPStatus.MISDIRECTED_REQUEST, "host")
    _same_site(headers, method, port)
    parts = path.partition("?")[0].split("/", 2)
    if len(parts) != 3 or parts[0] or not compare_digest(parts[1].encode(), token.encode()):
        raise Refused(HTTPStatus.FORBIDDEN, "token")
    return parts[2]


def _same_site(headers: Message, method: str, port: int) -> None:
    """Refuse what another site (or another port, or a page out of a file) had the browser send."""
    acting = method not in {"GET", "HEAD"}
    sites: Sequence[str] = ("same-origin",) if acting else ("same-origin", "none")
    origins = headers.get_all("Origin", [])
    strange = [each for each in headers.get_all("Sec-Fetch-Site", []) if each not in sites]
    if strange or any(each != f"http://{HOST}:{port}" for each in origins) or (acting and not origins):
        raise Refused(HTTPStatus.FORBIDDEN, "site")
