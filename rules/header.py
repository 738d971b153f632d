"""The header of a record, and its text: game, seats, options, bags. `rules.record` reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.editions import FIRST
from rules.ruleset import Rulebook
from rules.variants import rulebook


@dataclass(frozen=True, slots=True)
class Header:
    """The game, the seats and the order of every bag.

    With a ``nonce`` a commitment can be published: see `rules.fairness`.
    """

    game: str
    seats: int
    bags: Mapping[str, tuple[str, ...]]
    edition: int = FIRST.number
    options: Mapping[str, str] = field(default_factory=dict)
    nonce: str = ""

    def public_lines(self) -> list[str]:
        """The lines without secrets, and without options at their default."""
        lines = [f"game: {self.game}", f"seats: {self.seats}", f"edition: {self.edition}"]
        return lines + [f"{option}: {value}" for option, value in self.options.items()]

    def text(self) -> str:
        lines = self.public_lines()
        lines += [f"{bag}: {' '.join(order)}" for bag, order in self.bags.items()]
        lines += [f"nonce: {self.nonce}"] * bool(self.nonce)
        return "\n".join(lines)

    @property
    def book(self) -> Rulebook:
        return rulebook(self.game, self.options, self.edition)
