"""Games that tests are parametrised with, a sample of all combinations of sets.

Every set multiplies the number of games: slow tests use `FIVE` at most, very slow tests `FOUR`, and
quick tests may use all of `rules.variants.games`.
"""

from typing import Final

from rules.variants import available_additions, combine_parts, games_by_part, starting_part

FOUR: Final = ("hunters", "base", "base+ferries", "ark")
"""Games without expansions, and one game with an expansion."""
SETS: Final = tuple(name for name in games_by_part() if name not in FOUR)
"""Each other set by itself."""
ALL_TOGETHER: Final = combine_parts("base", available_additions("base"))
"""The game with every set there is in it: the most of everything, with six seats."""
FIVE: Final = (*FOUR, ALL_TOGETHER)
EIGHT: Final = (*FOUR, *SETS, ALL_TOGETHER)


def opening_options(name: str) -> dict[str, str]:
    begun = starting_part(name)
    sets = " ".join(part for part in name.split("+") if part != begun)
    return {"game": begun, **({"sets": sets} if sets else {})}
