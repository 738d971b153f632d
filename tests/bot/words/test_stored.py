"""Texts about stored data: unreadable logs and the records of games."""

import re
from itertools import product
from random import Random

import pytest

from bot.history.words import export_text
from bot.table.fold import BrokenLog, fold
from bot.table.refusals import Refusal
from bot.text.i18n import use_language
from bot.text.names import Names
from bot.words.refusals import refusal_text
from rules.game import start
from rules.random_play import deal, random_move
from rules.record import replay
from tests.support.language_check import COMPLETE, english_leaks, slips
from tests.support.written_logs import ANA, BEGUN, BO, BROKEN, PLACE, log

NAMES = Names((ANA, BO), {ANA: "Ana", BO: "Bo"})


def refusal(texts: tuple[tuple[int, str], ...]) -> BrokenLog:
    with pytest.raises(BrokenLog) as refused:
        fold(log(*texts))
    return refused.value


def test_unreadable_log_is_reported_in_the_readers_language() -> None:
    for error, language in product(map(refusal, BROKEN.values()), ("en", *COMPLETE)):
        with use_language(language):
            text = refusal_text(Refusal("broken", where=error), NAMES)
        assert "`/end`" in text
        if error.number is not None:
            assert str(error.number) in text and error.text.replace("`", "'") in text
        if language in COMPLETE:
            assert not english_leaks(text, language) and not slips(text, language), text


def test_refusal_of_the_rules_in_a_log_is_worded_as_for_a_player() -> None:
    error = refusal((*BEGUN, (PLACE[0], "place 0 0 rot0")))
    english = refusal_text(Refusal("broken", where=error), NAMES)
    assert "from entry 4 on, `place 0 0 rot0` (there's already a tile at `0 0`), so" in english
    with use_language("fr"):
        french = refusal_text(Refusal("broken", where=error), NAMES)
    assert "`place 0 0 rot0` (il y a déjà une tuile en `0 0`)" in french


@pytest.mark.parametrize("language", ["en", *COMPLETE])
def test_remark_in_a_record_is_one_line_in_the_readers_language(language: str) -> None:
    chance = Random(1)
    header = deal("base", 2, chance, nonce="ab" * 16)
    moves = str(random_move(start(header.book, 2, header.bags), chance).write())
    table = fold(log(*BEGUN[:2], (ANA, f"start\norder: 0 1\n{header.text()}"), (ANA, moves)))
    with use_language(language):
        text = export_text(table)
    [remark] = [line for line in text.splitlines() if line.startswith("#")]
    if language in COMPLETE:
        assert not english_leaks(remark, language) and not slips(remark, language), remark
    # With the hidden tiles written in, the remark is passed over and the record replays.
    shown = re.sub(r"^(bag|commitment): .*$", "", text, flags=re.M)
    whole = shown.replace("seats: 2\n", "seats: 2\nbag: " + " ".join(header.bags["bag"]) + "\n")
    assert replay(whole).game.story == table.running_game.story
