"""`Names` by seat, safe in messages and pictures; user numbers of opponents; escaping of text.

The user number of an opponent is negative, so code that addresses people must check it first.
Logs contain these numbers: names and levels may only be added, never reordered.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.text.emoji import without_emoji
from bot.text.i18n import N_, _
from bot.text.message import truncate

GRANDMASTER: Final = "grandmaster"
"""The level whose answers take seconds, and follow in a post of their own."""
LEVELS: Final = {
    "novice": N_("novice"),
    "villager": N_("villager"),
    "master": N_("master"),
    GRANDMASTER: N_("grandmaster"),
}
"""The levels of play, the weakest first."""
OPPONENT_NAMES: Final = (
    *("Odile", "Gaston", "Hermine", "Josse", "Lambert", "Mahaut"),
    *("Perrin", "Renaud", "Sibylle", "Thibaut", "Ursule", "Yvain"),
)
_NAMES_PER_LEVEL: Final = 1000
"""An upper bound of the names at one level."""
_LEVELS: Final = tuple(LEVELS)


THE_CHANNEL: Final = -(10**9)
"""The user number of the seat for which the people of a channel vote."""


def is_impersonal(user: object) -> bool:
    """True for an opponent or the channel: never pinged, never rated."""
    return isinstance(user, int) and user < 0


def is_opponent(user: object) -> bool:
    return is_impersonal(user) and user != THE_CHANNEL


def opponent_number(name: str, level: str) -> int:
    """Raise ValueError for an unknown name or level."""
    return -1 - _NAMES_PER_LEVEL * _LEVELS.index(level) - OPPONENT_NAMES.index(name)


def opponent_name(user: int) -> str:
    return OPPONENT_NAMES[(-1 - user) % _NAMES_PER_LEVEL]


def opponent_level(user: int) -> str:
    return _LEVELS[(-1 - user) // _NAMES_PER_LEVEL]


def opponent_title(user: int) -> str:
    """Return ``Odile (master)``."""
    return _("{name} ({level})", name=opponent_name(user), level=_(LEVELS[opponent_level(user)]))


def free_names(players: Collection[int | None]) -> tuple[str, ...]:
    taken = {opponent_name(user) for user in players if user is not None and is_opponent(user)}
    return tuple(name for name in OPPONENT_NAMES if name not in taken)


NAME_LIMIT: Final = 32
TYPED_LIMIT: Final = 60
"""The most characters quoted from typed text."""
COMBINING_MARKS_LIMIT: Final = 2
"""Combining marks kept on one letter; more would cover the lines around."""
SCRIPT_MARKS_LIMIT: Final = 4
"""Vowel and tone signs of a script of their own kept on one letter."""

_MARKDOWN = re.compile(r"([\\*_`~|>#\[\]()<:@+.-])")
_MARKDOWN_MARK = re.compile(r"\\([\\*_`~|>#\[\]()<:@+.-])|[*`]")
_JOINERS = "\u200d\ufe0f"
_NON_JOINER = "\u200c"
_VIRAMA = 9
"""The combining class of the signs that join two consonants."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""The Unicode classes of letters and digits written from right to left."""
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters and symbols without a visible glyph, used for invisible names."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of players by seat, and of other users.

    ``absence_ends``: end of each current absence by user; ``absence_periods``: when a user's clock
    is stopped, as of ``now`` in Unix seconds, None for a text not about the present.
    ``is_protected``: no vote may begin yet, as the player to move has had no notice.
    """

    players: tuple[int | None, ...]
    known: Mapping[int, str]
    colours: tuple[int, ...] = ()
    absence_ends: Mapping[int, float] = field(default_factory=dict)
    absence_periods: Mapping[int, Sequence[tuple[float, float]]] = field(default_factory=dict)
    now: float | None = None
    open_seats: frozenset[int] = frozenset()
    undrawable: frozenset[int] = frozenset()
    """The users whose names no font can draw: at a table, texts call them as pictures do."""
    is_protected: bool = False
    server: str = ""
    """The name of the server, if it is known."""
    rates_games: bool = False
    """True for a lobby in a server where ratings are on."""
    channel: str = ""
    """The name of the channel that has a seat."""
    voted: int = 0
    """The number of people who have voted for the channel's move."""
    vote_ends: float | None = None
    """The end of the channel's vote in Unix seconds; None if it is not known, or in a pause."""
    faithful: tuple[tuple[int, int], ...] = ()
    """The most frequent voters of an ended game, and their votes."""

    def plain_name(self, seat: int) -> str:
        """A name for a label or alt text, next to other words."""
        return isolate_right_to_left(self.picture_name(seat))

    def picture_name(self, seat: int) -> str:
        """A name for a picture, where it stands alone."""
        if seat in self.open_seats:
            return _("Seat {number} (empty)", number=seat + 1)
        user = self.players[seat] if seat < len(self.players) else 0
        if user is None:
            return _("Former player {number}", number=seat + 1)
        if user == THE_CHANNEL:
            return f"#{self.channel}"
        if is_opponent(user):
            return opponent_title(user)
        name = self.known.get(user, "")
        if not name or user in self.undrawable:
            return _("Player {number}", number=seat + 1)
        known_names = [self.known.get(other) for other in self.players if other is not None]
        # Two players may bear the same name: the number of the seat tells them apart, which
        # pictures then show beside the initial.
        return f"{name} ({seat + 1})" if known_names.count(name) > 1 else name

    def colour(self, seat: int) -> int:
        return self.colours[seat] if seat < len(self.colours) else seat

    def bold_name(self, seat: int) -> str:
        """A bold name for a message, markdown escaped."""
        return f"**{escape_markdown(self.plain_name(seat))}**"

    def user_name(self, user: object) -> str:
        """A name for a message; None is a forgotten user."""
        if user is None:
            return _("a former player")
        if user in self.players and isinstance(user, int):
            return self.bold_name(self.players.index(user))
        if isinstance(user, int) and is_opponent(user):
            return f"**{escape_markdown(opponent_title(user))}**"
        name = self.known.get(user) if isinstance(user, int) else None
        return f"**{escape_markdown(isolate_right_to_left(name))}**" if name else _("someone")

    def plain_user_name(self, user: int) -> str:
        """A name for a picture or alt text."""
        name = "" if user in self.undrawable else self.known.get(user)
        return name or _("someone")

    def without_clocks(self) -> "Names":
        """The names for a text about the past, without absences and clocks."""
        return replace(self, absence_ends={}, absence_periods={}, now=None)

    def picture_names(self) -> tuple[str, ...]:
        return tuple(self.picture_name(seat) for seat in range(len(self.players)))

    def names_beside_levels(self) -> tuple[str, ...]:
        """Names by seat, for a picture with signs for opponents' levels."""
        return tuple(
            opponent_name(user) if self._level(seat) and user is not None else name
            for seat, (user, name) in enumerate(
                zip(self.players, self.picture_names(), strict=True)
            )
        )

    def levels(self) -> tuple[int, ...]:
        """Levels by seat, from 1 for the weakest opponent; 0 for a person."""
        return tuple(map(self._level, range(len(self.players))))

    def _level(self, seat: int) -> int:
        user = self.players[seat]
        if user is None or not is_opponent(user) or seat in self.open_seats:
            return 0
        return 1 + tuple(LEVELS).index(opponent_level(user))


NOBODY: Final = Names((), {})
"""For a text that names nobody."""


def escape_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text).replace("@", "@\u200b")


def isolate_right_to_left(text: str) -> str:
    """Isolate right-to-left text, so that it does not reorder its surroundings.

    Other text is returned unchanged.
    """
    leftwards = any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text)
    return f"{_ISOLATE}{text}{_END_ISOLATE}" if leftwards else text


def quote_typed(typed: str) -> str:
    """Escape and shorten a typed text for a message, on one line."""
    shown = [" " if unicodedata.category(char)[0] in "CZ" else char for char in typed]
    return escape_markdown(
        isolate_right_to_left(truncate(" ".join("".join(shown).split()), TYPED_LIMIT))
    )


def strip_markdown(text: str) -> str:
    """Remove markdown and emoji, for menus and alt texts."""
    return _MARKDOWN_MARK.sub(r"\1", without_emoji(text)).replace("@\u200b", "@")


def clean_name(name: str, limit: int = NAME_LIMIT) -> str:
    """Remove characters that hide, reverse or overrun surrounding text."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name).translate(_BLANKS):
        category = unicodedata.category(char)
        if char in _JOINERS or (char == _NON_JOINER and kept and _joins_next(kept[-1])):
            kept.append(char)
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        is_accent = unicodedata.name(char, "").startswith("COMBINING")
        most = COMBINING_MARKS_LIMIT if is_accent else SCRIPT_MARKS_LIMIT
        if marks > most or category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            continue
        kept.append(char)
    text = " ".join("".join(kept).split())
    visible = any(unicodedata.category(char)[0] in "LNPS" for char in text)
    return text[:limit].strip() if visible else ""


def _joins_next(char: str) -> bool:
    """True if a letter changes with the next one: Arabic, or an Indic virama."""
    return unicodedata.bidirectional(char) == "AL" or unicodedata.combining(char) == _VIRAMA


def gains_text(points: Mapping[int, int], names: Names) -> str:
    """Return ``3 for Ana, 1 for Bo``, for points by seat."""
    return ", ".join(
        _("{points} for {players}", points=f"**{more}**", players=names.bold_name(seat))
        for seat, more in points.items()
    )
