"""Golden transcripts: a file per capability, a section per action; README.md there has the legend.

A message that several answers have stands once, in ``common.txt``, under a name made of its first
words; in its places stands ``= name``, and ``=> name`` behind the situations where it is the whole
answer. A situation in French is marked ``(fr)``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

FOLDER: Final = Path(__file__).parent / "goldens"
COMMON: Final = "common"
SECTION, CASE, NAMED, WHOLE = "== ", "-- ", "= ", " => "
NAME_WORDS: Final = 8
LINES_LIMIT: Final = 9000
"""The most lines of all files, so that a person can read them."""

Answers: TypeAlias = dict[str, dict[str, str]]
"""Transcripts by action, then by situation."""


def read(capability: str) -> Answers:
    common = {name: body for name, cases in _parse(COMMON).items() for body in cases.values()}

    def whole(body: str) -> str:
        return "\n".join(
            whole(common[line.removeprefix(NAMED)]) if line.startswith(NAMED) else line
            for line in body.split("\n")
        )

    return {
        action: {
            situation: whole(body) for case, body in cases.items() for situation in case.split("; ")
        }
        for action, cases in _parse(capability).items()
    }


def _parse(name: str) -> dict[str, dict[str, str]]:
    """Read the sections of a file, with their cases as they stand."""
    path = FOLDER / f"{name}.txt"
    sections: dict[str, dict[str, list[str]]] = {}
    cases: dict[str, list[str]] = {}
    body: list[str] = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.startswith(SECTION):
            cases = sections.setdefault(line.removeprefix(SECTION), {})
            body = cases.setdefault("", []) if name == COMMON else []
        elif line.startswith(CASE):
            case, _, name_of_all = line.removeprefix(CASE).partition(WHOLE)
            body = cases.setdefault(case, [NAMED + name_of_all] if name_of_all else [])
        else:
            body.append(line)
    return {
        section: {case: "\n".join(lines).strip("\n") for case, lines in cases.items()}
        for section, cases in sections.items()
    }


def write(files: Mapping[str, Answers]) -> None:
    """Rewrite all files: those of the capabilities, and the common answers."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    places = Counter(
        body
        for answers in files.values()
        for cases in answers.values()
        for body in set(cases.values())
    )
    often = [body for body, times in places.items() if _pays(body, times)]
    parts = Counter(message for body in places for message in set(messages_of(body)))
    parts = Counter({part: times for part, times in parts.items() if places[part] < 2})
    often += [message for message, times in parts.items() if _pays(message, times)]
    pieces = Counter(line for message in parts for line in set(lines_of(message)) if "\n" in line)
    often += [line for line, times in pieces.items() if _pays(line, times)]
    named = _names(often)

    def shown(body: str) -> str:
        shown_messages = []
        for message in messages_of(body):
            if message in named and message != body:
                shown_messages.append(f"{NAMED}{named[message]}")
            else:
                shown_messages += [
                    f"{NAMED}{named[line]}" if line in named and line != body else line
                    for line in lines_of(message)
                ]
        return "\n".join(shown_messages)

    for capability, answers in files.items():
        lines = []
        for action, cases in answers.items():
            lines += [f"{SECTION}{action}"]
            for body, situations in _by_body(cases).items():
                case = f"{CASE}{'; '.join(situations)}"
                if body in named:
                    lines.append(f"{case}{WHOLE}{named[body]}")
                else:
                    lines += [case, shown(body)]
        _write(capability, lines)
    common = [(name, shown(body)) for body, name in named.items()]
    _write(COMMON, [line for name, body in common for line in (SECTION + name, body)])


def _pays(text: str, times: int) -> bool:
    """Return True if replacing a text by a name, which has two lines of its own, saves lines."""
    rows = text.count("\n") + 1
    return (times - 1) * rows > times + 2


def messages_of(body: str) -> list[str]:
    """The messages and other events of an answer: each begins with a line that is not indented."""
    messages: list[str] = []
    for line in body.split("\n"):
        if messages and line.startswith(" "):
            messages[-1] += f"\n{line}"
        else:
            messages.append(line)
    return messages


def lines_of(message: str) -> list[str]:
    """The lines of a message; those that were wrapped hold their continuations."""
    lines: list[str] = []
    for line in message.split("\n"):
        if lines and line.startswith("      ") and not line.lstrip().startswith("["):
            lines[-1] += f"\n{line}"
        else:
            lines.append(line)
    return lines


def _write(name: str, lines: Iterable[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join(lines).rstrip("\n") + "\n", "utf-8")


def _by_body(cases: Mapping[str, str]) -> dict[str, list[str]]:
    """The situations of each answer, in the order of the first one."""
    found: dict[str, list[str]] = {}
    for situation, body in cases.items():
        found.setdefault(body, []).append(situation)
    return found


def _names(messages: Iterable[str]) -> dict[str, str]:
    """A name for each message, made of its first words; a number tells namesakes apart."""
    named: dict[str, str] = {}
    for message in sorted(messages):
        said = next((line for line in message.splitlines()[1:] if line.startswith("  ")), message)
        words = re.findall(r"[\w'’]+", said)[:NAME_WORDS]
        name = "-".join(words).lower() or "silence"
        number = 1 + sum(other.partition(" #")[0] == name for other in named.values())
        named[message] = name if number == 1 else f"{name} #{number}"
    return named


def count_lines() -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in FOLDER.glob("*.txt"))
