"""The fair bag: a commitment to the order of the tiles, and its verification."""

import hashlib
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RecordError
from rules.fairness import canonical_text, commitment, header_with_commitment
from rules.header import Header
from rules.random_play import deal, random_game
from rules.record import replay
from rules.variants import PARTS, available_additions, combine_parts, rulebook, starting_parts
from tests.rules.test_main import run
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE

NONCE = "0123456789abcdef" * 4
FERRIES = {"ferries": "C3"}


def sealed_header(name: str = "hunters", nonce: str = NONCE, seed: int = 7) -> Header:
    return deal(name, 3, random.Random(seed), nonce=nonce)


def played(header: Header) -> str:
    """The record of a random game."""
    return "\n".join([*random_game(header, random.Random(1)), ""])


def test_canonical_text_has_the_documented_format() -> None:
    header = deal("base+ferries", 4, random.Random(3), FERRIES, NONCE)
    assert canonical_text(header) == (
        "game: base+ferries\nseats: 4\nedition: 1\n"
        "ferries: C3\ncloister extends ferry roads: yes\n"
        f"bag: {' '.join(header.bags['bag'])}\nnonce: {NONCE}\n"
    )
    assert commitment(header) == hashlib.sha256(canonical_text(header).encode()).hexdigest()


def test_canonical_text_contains_every_bag() -> None:
    header = sealed_header("hunters")
    keys = [line.partition(":")[0] for line in canonical_text(header).splitlines()]
    assert keys == ["game", "seats", "edition", "bag", "bonus", "nonce"]


@for_each("name", FIVE)
def test_commitment_depends_on_bag_seats_and_nonce(name: str) -> None:
    header = sealed_header(name)
    order = header.bags["bag"]
    other = next(n for n in range(1, len(order)) if order[n] != order[0])
    swapped = (order[other], *order[1:other], order[0], *order[other + 1 :])
    changed = [
        replace(header, bags={**header.bags, "bag": swapped}),
        replace(header, seats=4),
        replace(header, nonce=NONCE[::-1]),
    ]
    commitments = {commitment(header_) for header_ in [header, *changed]}
    assert len(commitments) == 4


def test_options_of_the_base_game_are_in_the_commitment_only_if_they_are_changed() -> None:
    usual = {"fields": "first", "small cities": "2"}
    header = sealed_header("base")
    assert commitment(replace(header, options=usual)) == commitment(header)
    third = replace(header, options={"fields": "third"})
    assert commitment(third) != commitment(header)
    assert "fields: third" in canonical_text(third).splitlines()


def test_only_the_options_of_the_ferries_are_sealed_at_their_default() -> None:
    """A new option of any other part therefore leaves the seals of older games unchanged."""
    games = (combine_parts(name, available_additions(name)) for name in starting_parts())
    sealed = {option for game in games for option in rulebook(game).ruleset.options}
    assert sealed == {*PARTS["ferries"].option_values}


def test_the_nonce_does_not_change_the_shuffle() -> None:
    assert sealed_header(nonce="").bags == sealed_header().bags
    assert sealed_header(nonce="").text() + f"\nnonce: {NONCE}" == sealed_header().text()
    assert commitment(sealed_header(nonce="")) == ""


@for_each("name", FIVE)
def test_sealed_header_is_read_back_unchanged(name: str) -> None:
    header = sealed_header(name)
    for text in (header.text(), header_with_commitment(header)):
        assert replay(text + "\n").game.bags
    record = played(header)
    assert f"\nnonce: {NONCE}\n" in record
    with_promise = record.replace(header.text(), header_with_commitment(header))
    assert replay(with_promise).game.story == replay(record).game.story


@for_each(
    ("line", "why"),
    [
        ("nonce: 1234", "a nonce is 32 or more of the digits 0-9 and a-f"),
        (f"nonce: {NONCE.upper()}", "a nonce is 32 or more of the digits 0-9 and a-f"),
        (
            f"nonce: {NONCE}\ncommitment: {'0' * 64}",
            f"the bags and the nonce give another commitment: {commitment(sealed_header())}",
        ),
        (
            f"commitment: {commitment(sealed_header())}",
            "the bags and the nonce give another commitment: none, as there is no nonce",
        ),
        (f"nonce: {NONCE}\nnonce: {NONCE}", "'nonce' stands twice"),
    ],
)
def test_record_with_a_broken_commitment_is_refused_with_its_line(line: str, why: str) -> None:
    head = sealed_header(nonce="").text()
    with pytest.raises(RecordError) as caught:
        replay(f"{head}\n{line}\n")
    assert caught.value.why == why
    assert caught.value.line == len(f"{head}\n{line}".splitlines())


@given(st.text("0123456789abcdefABCDEF xyz", max_size=40))
def test_any_nonce_is_read_back_or_refused(nonce: str) -> None:
    header = replace(sealed_header(), nonce=nonce)
    try:
        replay(header.text())
    except RecordError as error:
        assert "nonce" in error.why
    else:
        assert not nonce.strip() or set(nonce.strip()) <= set("0123456789abcdef")


def test_verify_confirms_a_kept_commitment(tmp_path: Path) -> None:
    header = sealed_header()
    record = tmp_path / "g.record"
    record.write_text(played(header), encoding="utf-8")
    done = run("verify", str(record), "--commitment", commitment(header).upper())
    assert (done.returncode, done.stderr) == (0, "")
    assert "bag: 78 of 78 tiles drawn, in order\n" in done.stdout
    assert done.stdout.endswith(
        f"SHA-256 of the canonical text: {commitment(header)}\nthis is the commitment\n"
    )


def test_verify_reports_a_wrong_commitment() -> None:
    header = sealed_header()
    done = run("verify", "-", "--commitment", "0" * 64, stdin=played(header))
    assert done.returncode == 1
    assert commitment(header) in done.stdout
    assert f"this is NOT the commitment {'0' * 64}" in done.stdout


def test_verify_compares_with_the_commitment_in_the_record() -> None:
    header = sealed_header("ark")
    record = played(header).replace(header.text(), header_with_commitment(header))
    assert run("verify", "-", stdin=record).returncode == 0
    first, second = header.bags["bag"][:2]
    assert first != second
    forged = record.replace(f"bag: {first} {second} ", f"bag: {second} {first} ")
    done = run("verify", "-", stdin=forged)
    assert done.returncode == 1
    assert "line 6: the bags and the nonce give another commitment" in done.stderr


def test_verify_prints_the_text_that_is_hashed() -> None:
    header = sealed_header("base+ferries")
    done = run("verify", "-", "--text", stdin=played(header))
    assert (done.returncode, done.stdout) == (0, canonical_text(header))
    assert hashlib.sha256(done.stdout.encode()).hexdigest() == commitment(header)


def test_verify_needs_a_commitment_and_a_nonce() -> None:
    done = run("verify", "-", stdin=played(sealed_header()))
    assert done.returncode == 1
    assert "give --commitment" in done.stdout
    done = run("verify", "-", stdin=played(sealed_header(nonce="")))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "there is no nonce in this record: its bags were not sealed\n"
