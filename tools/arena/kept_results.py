"""Results kept in a file, a line each, so that a stopped run goes on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar


class Kept(Protocol):
    """A result of a match that can be a line of a file."""

    @property
    def match(self) -> Any:
        """The match, by which the result is found again."""

    def line(self) -> str:
        """The result as a line."""


R = TypeVar("R", bound=Kept)


@dataclass(frozen=True, slots=True)
class ResultFile(Generic[R]):
    """A file of results, or none; ``read`` raises ValueError, KeyError or TypeError."""

    path: Path | None
    read: Callable[[str], R]
    heading: str = ""

    def results(self) -> Iterator[R]:
        """The results in the file; a line that was cut off is skipped."""
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text("utf-8").split("\n")[:-1]:
            try:
                yield self.read(line)
            except (ValueError, KeyError, TypeError):
                continue  # The heading, or two lines of which one was cut off.

    def run(self, wanted: Sequence[Any], play: Callable[[list[Any]], Iterable[R]]) -> Iterator[R]:
        """The results of matches: first those in the file; others are played and added to it."""
        known = {result.match: result for result in self.results()}
        yield from (known[match] for match in wanted if match in known)
        left = [match for match in wanted if match not in known]
        for result in play(left) if left else ():
            if self.path is not None:
                heading = "" if self.path.exists() else self.heading
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(f"{heading}{result.line()}\n")
            yield result


def tuples(value: Any) -> Any:
    """A value of JSON with tuples in place of lists."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value
