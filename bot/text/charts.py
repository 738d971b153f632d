"""Values of the charts in statistics and leaderboards: bars and rankings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BarRow:
    """A row of a bar chart: its label, and a value and its text for each series.

    A value of None leaves the bar out.
    """

    label: str
    values: tuple[float | None, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BarsView:
    """Rows of bars, one bar for each of some series."""

    series: tuple[str, ...]
    rows: tuple[BarRow, ...]


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A row of a ranking: place, name, number, its uncertainty, and False for a provisional one."""

    place: str
    name: str
    number: int
    uncertainty: int
    is_firm: bool = True


@dataclass(frozen=True, slots=True)
class RankingView:
    """Numbers with their uncertainties, the best first."""

    rows: tuple[RankingRow, ...]
