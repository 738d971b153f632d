"""The version of the opponents in a game: a digest of golden texts that hold their choices.

It is taken from the golden texts of the tests, which hold choices, searches and evaluations of each
game and the numbers of the search. A change of the code alone is no new version.
"""

import hashlib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
KINDS: Final = ("choices", "evaluation", "search")
"""The golden texts of a game; not every game has each of them."""
NUMBERS: Final = ("simple_players", "search", "turns")
"""The modules of the opponents whose numbers limit what they look at."""
REASON_INDENT: Final = "  "
"""The beginning of a line that gives a reason for a choice, and so does not count."""
DIGEST_CHARACTERS: Final = 8


def opponents_digest(game: str, checkout: Path = ROOT) -> str:
    """The digest for a checkout whose golden texts are up to date."""
    lines = _lines(checkout / "tests/rules/goldens/numbers.txt")
    begins = tuple(f"rules.opponents.{module}." for module in NUMBERS)
    lines = [line for line in lines if line.startswith(begins)]
    for kind in KINDS:
        path = checkout / f"tests/rules/opponents/goldens/{kind}-{game}.txt"
        if path.exists():
            lines += [line for line in _lines(path) if not line.startswith(REASON_INDENT)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGEST_CHARACTERS]


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()
