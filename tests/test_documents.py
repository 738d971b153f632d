"""Links, module names and lengths of the documents."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.for_each import for_each

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.md"))
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)
MAINTAINED: Final = [
    path for path in DOCUMENTS if path.name == "CONTRIBUTING.md" or ROOT / "docs" in path.parents
]
"""The documents of today's code, not those of earlier versions."""
MODULE: Final = re.compile(r"`((?:bot|rules|renderer|storage|tests|tools|deploy)/[\w/.<>-]*)`")
"""A file or folder of the repository, named from its root."""
NAME_IN_MODULE: Final = re.compile(r"`(?:\w+\.)?(\w+)`\s+(?:\(|in\s+|of\s+)`([\w/]+\.py)`")
"""A name with the module that defines it: `NAME` (`path.py`), `NAME` in `path.py`."""
DOTTED: Final = re.compile(r"`(\w+)\.(\w+)(?:\(\))?`")
"""An attribute of a class or a module, or the name of a file."""
FILE_ENDINGS: Final = {"md", "po", "toml", "yaml", "xml", "conf", "service", "sqlite3"}
FOREIGN: Final = {"random.Random", "applications.commands"}
PARAGRAPH_LINES: Final = 5


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@for_each("path", DOCUMENTS)
def test_every_relative_link_leads_to_a_file(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text("utf-8"))
    missing = [
        link for link in links if "://" not in link and not (path.parent / link).resolve().exists()
    ]
    assert not missing, f"{name(path)} links to {missing}"


@for_each("path", DOCUMENTS)
def test_every_module_named_in_a_document_exists(path: Path) -> None:
    named = set(MODULE.findall(path.read_text("utf-8")))
    real = {path for path in named if "<" not in path}
    missing = sorted(path for path in real if not (ROOT / path).exists())
    assert not missing, f"{name(path)} names {missing}"


@cache
def sources() -> dict[str, str]:
    """The text of each module by its path."""
    packages = ("bot", "rules", "renderer", "storage", "tests", "tools")
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return {name(path): path.read_text("utf-8") for path in paths}


def defines(source: str, wanted: str) -> bool:
    """Return True if a module defines a class, function, method, field or constant."""
    found = re.search(
        rf"^\s*(?:(?:async )?def|class) {wanted}\b|^\s*(?:\w+, )*{wanted}(?:, \w+)*(?::| =)",
        source,
        re.M,
    )
    return found is not None


@for_each("path", MAINTAINED)
def test_every_name_with_its_module_in_a_document_is_defined_there(path: Path) -> None:
    missing = [
        f"{wanted} in {module}"
        for wanted, module in NAME_IN_MODULE.findall(path.read_text("utf-8"))
        if not defines(sources().get(module, ""), wanted)
        and not (wanted.islower() and f'"{wanted}"' in sources().get(module, ""))
    ]
    assert not missing, f"{name(path)} names {missing}"


@for_each("path", MAINTAINED)
def test_every_dotted_name_in_a_document_exists(path: Path) -> None:
    missing = [
        f"{owner}.{wanted}"
        for owner, wanted in DOTTED.findall(path.read_text("utf-8"))
        if wanted not in FILE_ENDINGS and f"{owner}.{wanted}" not in FOREIGN
        if not any(
            file.endswith(f"/{owner}.py")
            if wanted == "py"
            else (file.endswith(f"/{owner}.py") or f"class {owner}" in source)
            and defines(source, wanted)
            for file, source in sources().items()
        )
    ]
    assert not missing, f"{name(path)} names {missing}"


@for_each("path", DOCUMENTS)
def test_no_paragraph_is_long(path: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:[*\-|#]|\d+\.) ?)", prose)
    long = [text for text in paragraphs if len(text.strip().splitlines()) > PARAGRAPH_LINES]
    assert not long


def test_architecture_page_links_to_every_subsystem_page() -> None:
    linked = set(
        re.findall(
            r"\((architecture/[\w-]+\.md)\)", (ROOT / "docs/architecture.md").read_text("utf-8")
        )
    )
    assert linked == {f"architecture/{path.name}" for path in ROOT.glob("docs/architecture/*.md")}


def test_each_threat_names_a_test_that_exists() -> None:
    security = (ROOT / "SECURITY.md").read_text("utf-8")
    table = security.partition("## The threat model")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 10
    for row in rows:
        shown = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row.split("|")[4])
        assert shown and row.split("|")[4].count("`") == 2 * len(shown), row
        for file, test in shown:
            source = (ROOT / file).read_text("utf-8")
            assert re.search(rf"^(?:async )?def {test}\(", source, re.M), f"{file}::{test}"


def test_every_document_cited_in_code_exists() -> None:
    missing = [
        f"{path}: {cited}"
        for path, source in sources().items()
        for cited in re.findall(r"\bdocs/[\w/-]+\.md\b", source)
        if not (ROOT / cited).exists()
    ]
    assert not missing, missing
