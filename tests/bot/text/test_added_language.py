"""A language is added by files alone: a folder of ``bot/locale`` with three sentences."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
CATALOGUE: Final = r"""
msgid ""
msgstr ""
"Language: fi\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "Join"
msgstr "Mukaan"

msgid "{who}'s city"
msgstr "{who}n linna"

msgid "{number} aurochs"
msgid_plural "{number} aurochs"
msgstr[0] "{number} alkuhärkä"
msgstr[1] "{number} alkuhärkää"

msgid "{number} big monk"
msgid_plural "{number} big monks"
msgstr[0] "{number} iso munkki"
msgstr[1] ""
"""
"""Three sentences, and one of which a form is missing."""
SETTINGS: Final = r"""
name = "Tehty"
plural = "t"

[[contractions]]
find = '\{(?P<fact>\w+)\}n\b'
fact = '[b-df-hj-np-tv-xz]$'
replace = '{\g<fact>}in'

[dates]
days = { huomenna = 1 }
"""
UNKNOWN_TO_BABEL: Final = "xx"


@pytest.mark.slow
@pytest.mark.landing
def test_language_of_three_sentences_is_added_by_files_alone(tmp_path: Path) -> None:
    locale = tmp_path / "bot" / "locale"
    locale.mkdir(parents=True)
    for path in (ROOT / "bot").iterdir():
        if path.name != "locale":
            (tmp_path / "bot" / path.name).symlink_to(path)
    for path in (ROOT / "bot" / "locale").iterdir():
        (locale / path.name).symlink_to(path)
    for code in ("fi", UNKNOWN_TO_BABEL):
        (locale / code).unlink(missing_ok=True)
        (locale / code / "LC_MESSAGES").mkdir(parents=True)
        (locale / code / "LC_MESSAGES" / "messages.po").write_text(CATALOGUE, "utf-8")
    (locale / "fi" / "language.toml").write_text(SETTINGS, "utf-8")
    subprocess.run(
        [sys.executable, "-m", "tests.support.added_language"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, ROOT)))},
        check=True,
    )
