"""Read and write log entries, custom ids and keys by a pattern that a dataclass declares.

A pattern stands above a dataclass, as ``@ENTRIES.pattern("colour {colour} seat {seat}")``: literal
words, and fields in braces. The type of a field says how its value is written: `int` is a number,
`str` a word, a `StrEnum` one of its values; any other type names a `FieldText` in ``Annotated``.
"""

import re
from collections import defaultdict
from collections.abc import Callable, KeysView
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from string import Formatter
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_type_hints,
)

T = TypeVar("T")
C = TypeVar("C")
Own = TypeVar("Own", bound="OwnText")

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}")
"""Seats, entries, seconds: nothing that is counted needs more digits."""


class TextError(ValueError):
    """A text that follows no pattern, or names an impossible value."""


def read_number(word: str) -> int:
    """Read a number without sign or leading zeros. Raise TextError."""
    if not _NUMBER.fullmatch(word):
        raise TextError(f"{word[:20]!r} is no number")
    return int(word)


@dataclass(frozen=True, slots=True)
class FieldText(Generic[T]):
    regex: str
    read: Callable[[str], T]
    write: Callable[[T], str] = str


ANY_WORD: Final = r"[^ \n]*"
WORD: Final = FieldText(ANY_WORD, str)
NUMBER: Final = FieldText(ANY_WORD, read_number)
REST: Final = FieldText(r"(?s:.*)", str)
"""All that follows, whatever it is."""
Numbers: TypeAlias = Annotated[
    tuple[int, ...],
    FieldText(
        rf"{ANY_WORD}(?: {ANY_WORD})*",
        lambda words: tuple(map(read_number, words.split(" "))),
        lambda numbers: " ".join(map(str, numbers)),
    ),
]
"""At least one number."""


def _field_text(hint: Any) -> FieldText[Any]:
    options = [option for option in (hint, *get_args(hint)) if option is not type(None)]
    for option in options:
        for known in (option, *getattr(option, "__metadata__", ())):
            if isinstance(known, FieldText):
                return known
        if isinstance(option, type) and issubclass(option, StrEnum):
            return FieldText("|".join(map(re.escape, option)), option)
    return NUMBER if options[-1] is int else WORD


class Pattern(Generic[C]):
    """A class's pattern; unnamed fields are ``fixed``, or have their default.

    A field named twice has the same text twice.
    """

    def __init__(self, of: type[C], template: str, /, **fixed: object) -> None:
        hints = get_type_hints(of, include_extras=True)
        regex = ""
        self._of, self._template, self._fixed = of, template, fixed
        self._texts: dict[str, FieldText[Any]] = {}
        for literal, name, _, _ in Formatter().parse(template):
            regex += re.escape(literal)
            if name in self._texts:
                regex += f"(?P={name})"
            elif name is not None:
                self._texts[name] = text = _field_text(hints[name])
                regex += f"(?P<{name}>{text.regex})"
        self.regex: Final = re.compile(regex)
        self._reads = [(name, text.read) for name, text in self._texts.items()]
        others = (one for one in fields(of) if one.name not in self._texts)  # type: ignore[arg-type]
        self._others = {one.name: fixed.get(one.name, one.default) for one in others}
        if MISSING in self._others.values():
            raise TypeError(f"{template!r} does not give {of.__name__} all its fields")

    def read(self, text: str) -> C | None:
        """None if the text does not follow the pattern. Raise TextError."""
        match = self.regex.fullmatch(text)
        return None if match is None else self.read_match(match)

    def read_match(self, match: re.Match[str]) -> C:
        """Read a match of ``regex``. Raise TextError."""
        parts = zip(self._reads, match.groups(), strict=True)
        return self._of(**{name: read(part) for (name, read), part in parts}, **self._fixed)

    def holds(self, value: C) -> bool:
        """True if the pattern names each field with an unusual value."""
        return all(getattr(value, name) == usual for name, usual in self._others.items())

    def write(self, value: C) -> str:
        texts = {name: text.write(getattr(value, name)) for name, text in self._texts.items()}
        return self._template.format(**texts)


class OwnText(Protocol):
    """A class that reads and writes itself."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None if the text has another form. Raise TextError for an impossible value."""

    def write(self) -> str:
        """Return the text."""


class Codec(Generic[T]):
    """The texts of a family of classes, told apart by first word.

    A class with several patterns is written by the first that holds the value. A pattern that
    begins with a field gets all texts with other first words.
    """

    def __init__(self, name: str) -> None:
        self.syntax: dict[str, str] = {}
        """The patterns of each first word, as shown to a user who typed something else."""
        self._name = name
        self._readers: dict[str, list[Callable[[str], T | None]]] = defaultdict(list)
        self._writers: dict[type, list[Callable[[Any], str | None]]] = defaultdict(list)

    def pattern(self, template: str, **fixed: object) -> Callable[[type[C]], type[C]]:
        """Declare a pattern above a class's others; it sets ``fixed`` fields."""

        def declare(of: type[Any]) -> type[Any]:
            pattern = Pattern(of, template, **fixed)
            return self._add(
                of,
                template,
                pattern.read,
                lambda value: pattern.write(value) if pattern.holds(value) else None,
            )

        return declare

    def word(self, text: str) -> None:
        self._add(str, text, lambda given: text if given == text else None, lambda value: None)

    def own(self, template: str) -> Callable[[type[Own]], type[Own]]:
        """Declare a class that reads and writes itself; ``template`` only documents it."""
        return lambda of: self._add(of, template, of.read, of.write)

    def _add(
        self,
        of: type[C],
        template: str,
        read: Callable[[str], Any],
        write: Callable[[Any], str | None],
    ) -> type[C]:
        word = re.split("[ \n]", template)[0]
        if "{" in word:
            word = ""
        else:
            shown = "`" + template.replace("\n", "\\n") + "`"
            self.syntax[word] = " or ".join([shown, *filter(None, [self.syntax.get(word)])])
        self._readers[word].insert(0, read)
        self._writers[of].insert(0, write)
        return of

    @property
    def classes(self) -> KeysView[type]:
        return self._writers.keys()

    def read(self, text: str) -> T:
        """Raise TextError, which names the right syntax."""
        word = text.partition("\n")[0].partition(" ")[0]
        for read in self._readers.get(word) or self._readers[""]:
            value = read(text)
            if value is not None:
                return value
        raise TextError(
            f"this should be {self.syntax[word]}"
            if word in self.syntax
            else f"this is no {self._name}"
        )

    def write(self, value: T) -> str:
        for write in self._writers[type(value)]:
            text = write(value)
            if text is not None:
                return text
        raise AssertionError(f"no pattern holds {value}")
