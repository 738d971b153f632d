"""The installation: clone or package, commands for extras, paths of data files, foreign files."""

import sys
from importlib import util
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from rules.version import DISTRIBUTION

PLAYGROUND_MODULES: Final = ("simcord", "markdown_it", "linkify_it", "regex", "PIL", "aiohttp")


def has_playground() -> bool:
    """True if the playground's packages are installed."""
    return all(util.find_spec(module) is not None for module in PLAYGROUND_MODULES)


def missing_token_text() -> str:
    """No token is set, and what opens instead."""
    missing = "DISCORD_TOKEN is not set."
    asks = "carcassonne setup asks for the token."
    if has_playground():
        return f"{missing} Only the playground opens; {asks}"
    command = install_command("playground")
    return f"{missing} The playground is not installed either: {command} installs it; {asks}"


def install_command(extra: str) -> str:
    """Adds an extra such as ``playground``."""
    if is_clone():
        return f"pip install -e '.[{extra}]'"
    prefix = Path(sys.prefix).parts
    if "pipx" in prefix:
        return f"pipx install --force '{DISTRIBUTION}[{extra}]'"
    if "uv" in prefix:
        return f"uv tool install '{DISTRIBUTION}[{extra}]'"
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def is_clone() -> bool:
    """True in a clone of the project."""
    return (Path(__file__).parents[1] / "pyproject.toml").is_file()


def data_file(name: str) -> Path:
    """A file such as ``.env.example``, installed beside the packages."""
    if is_clone():
        return Path(__file__).parents[1] / name
    return Path(sys.prefix) / "share" / DISTRIBUTION / name


def foreign_files(package: str) -> list[str]:
    """Files in a package of ours that our distribution did not install.

    Other projects install packages of the same name. A clone's folder is our own.
    """
    distribution = _distribution()
    if is_clone() or distribution is None or not distribution.files:
        return []
    own = {str(file.locate()) for file in distribution.files}
    spec = util.find_spec(package)
    folders = (
        [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    )
    return sorted(
        str(path)
        for folder in folders
        for path in folder.rglob("*.py")
        if str(path) not in own and str(path.resolve()) not in own
    )


def _distribution() -> Distribution | None:
    try:
        return distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return None
