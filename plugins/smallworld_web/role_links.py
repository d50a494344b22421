"""Roles at a table, and their secret links: a person who opens a link has its role; nobody has an account."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace

from smallworld import SmallWorldError, _
from smallworld_web.store import Link

HOST, SPECTATOR, SEAT, OPEN, SCREEN = "host", "spectator", "seat", "open", "screen"
"""Kinds of roles; ``open`` is the common link with which a person chooses a free seat, ``screen`` the link of several
people at one screen."""
PUBLIC = "public"
"""The kind of role of everybody who opens the public page of a finished game, which needs no secret."""
SEAT_MARK = "~"
"""Separates the secret of a screen from the number of a seat: the link of one of its people."""
BYTES = 16
"""Bytes of a secret; the store has only hashes of secrets."""
LONGEST = 64
"""Most letters of a secret in a request; longer ones are not hashed."""


class WrongLink(SmallWorldError):
    """A link without a table; the sentence reveals nothing more."""

    def __init__(self) -> None:
        super().__init__(_("this link opens no table; ask the host for a new one"))


class NotAllowed(SmallWorldError):
    """A request for which the link gives no right."""


@dataclass(frozen=True, slots=True)
class Role:
    """The rights that a link gives.

    :ivar kind: ``host``, ``seat``, ``spectator``, ``open``, ``screen`` or ``public``.
    :ivar player: the player of a seat; empty for all other roles.
    :ivar is_shared: the link is that of a screen with several people.
    """

    kind: str
    player: str = ""
    is_shared: bool = False

    @property
    def name(self) -> str:
        """The name of the role in the store: ``seat:ann``."""
        return f"{self.kind}:{self.player}" if self.player else self.kind


def seat_name(player: str) -> str:
    """Return the name of the role of a seat in the store: ``seat:ann``."""
    return Role(SEAT, player).name


def role_named(name: str) -> Role:
    """Return the role of a name in the store."""
    kind, _, player = name.partition(":")
    return Role(kind, player)


def new_secret() -> str:
    """Return a secret that nobody can guess, as text for a link."""
    return secrets.token_urlsafe(BYTES)


def derived_secret(host_secret: str, role: str, generation: int) -> str:
    """Return the secret of a role, which only the host's secret leads to, so that the host's page can list it."""
    message = f"{role} {generation}".encode()
    raw = hmac.digest(host_secret.encode(), message, "sha256")[:BYTES]
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def known_secret(host_secret: str, link: Link) -> str:
    """Return the secret of a link, for the host; empty if a person has the seat through the common link."""
    role, generation, digest = link
    secret = derived_secret(host_secret, role, generation)
    return secret if digest_of(secret) == digest else ""


def digest_of(secret: str) -> str:
    """Return the hash of a secret, which the store keeps."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def first_links(host_secret: str, players: Iterable[str]) -> list[Link]:
    """Return the links of a new table."""
    roles = [SPECTATOR, OPEN, SCREEN, *map(seat_name, players)]
    links = [(role, 1, digest_of(derived_secret(host_secret, role, 1))) for role in roles]
    return [(HOST, 1, digest_of(host_secret)), *links]


def role_of(links: Iterable[Link], secret: str) -> Role:
    """Return the role of a secret; the comparison takes equally long for every wrong one.

    :raises WrongLink: no table has this link.
    """
    links = list(links)
    secret_of_link, mark, seat = secret.partition(SEAT_MARK)
    digest = digest_of(secret_of_link[:LONGEST])
    roles = [role for role, _, expected in links if hmac.compare_digest(digest, expected)]
    if not roles or len(secret) > LONGEST:
        raise WrongLink
    if not mark:
        return role_named(roles[0])
    seats = _seat_roles(links)
    if roles[0] != SCREEN or seat not in seats:
        raise WrongLink
    return seats[seat]


def _seat_roles(links: Iterable[Link]) -> dict[str, Role]:
    """Return the number of each seat, as text, by which the link of a screen names it → its role."""
    names = sorted(name for name, _, _ in links if name.startswith(f"{SEAT}:"))
    return {str(number): replace(role_named(name), is_shared=True) for number, name in enumerate(names)}


def seat_secrets(links: Iterable[Link], screen_secret: str) -> dict[str, str]:
    """Return player → the secret of their seat for the people at one screen."""
    return {role.player: f"{screen_secret}{SEAT_MARK}{seat}" for seat, role in _seat_roles(links).items()}
