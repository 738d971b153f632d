"""Every refusal in every language, without a word of English."""

import ast
import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from bot.table.refusals import Refusal
from bot.text.i18n import use_language
from bot.text.names import Names
from bot.words.refusals import SENTENCES, refusal_text
from rules import deal, error_facts, start
from rules.analysis.drafts import play_draft
from rules.errors import REASONS, ExplainedError, RulesError
from rules.geometry import Side, cell_at
from rules.moves import Deploy
from rules.pieces import Piece
from rules.ruleset import Decision
from rules.tiles import Terrain
from rules.variants import PARTS, available_additions, games, rulebook
from tests.bot.text.test_catalogues import placeholders
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.language_check import COMPLETE, english_leaks, slips

BOT: Final = Path(__file__).parents[3] / "bot"


def raised(source: str) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return {
        constant.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("Refusal", "Unreadable")
        for reason in call.args[:1]
        for constant in (reason, *(getattr(reason, name, None) for name in ("body", "orelse")))
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def every(samples: dict[str, list[object]]) -> Iterator[dict[str, object]]:
    for number in range(max(map(len, samples.values()), default=1)):
        yield {key: values[number % len(values)] for key, values in samples.items()}


def of_the_rules() -> Iterator[RulesError]:
    """Every refusal of the rules, each time about other terrains, figures and sides."""
    rulesets = [rulebook(game).ruleset for game in games()]
    roles = list({role.name: role for ruleset in rulesets for role in ruleset.roles}.values())
    layers = {layer for ruleset in rulesets for layer in ruleset.layers}
    terrains = sorted({terrain for layer in layers for terrain in layer.terrains})
    kinds = sorted({kind for ruleset in rulesets for kind in ruleset.supply})
    lake = Terrain("lake")
    place, letters = error_facts.Place(cell_at(2, 0)), error_facts.Letters(("a", "b"))
    turned, named = (
        error_facts.Rotations((0, 1)),
        [error_facts.RoleName(role.name) for role in roles],
    )
    sides: dict[str, list[object]] = {
        "mismatch": [error_facts.Clashes(((s, t, lake),)) for t in terrains for s in Side],
        "nowhere-here": [error_facts.Demands(((s, t),)) for t in terrains for s in Side],
    }
    # Tests make decisions of their own, of which nothing is translated.
    steps = [step for step in Decision.__subclasses__() if step.__module__.startswith("rules.")]
    decisions: list[object] = [error_facts.Phrase(step.wanted) for step in steps]
    samples: dict[str, list[object]] = {
        **{key: [5] for key in ("low", "high", "longest")},
        **{key: [place] for key in ("cell", "lakes", "cells")},
        **{key: [error_facts.Written("hunter b")] for key in ("move", "example")},
        **{key: [turned] for key in ("rotation", "fitting")},
        **{key: [letters] for key in ("letters", "roads")},
        "text": [error_facts.Typed("blah")],
        "letter": ["b"],
        "figure": [error_facts.FigureExample()],
        "seat": [error_facts.Seat(0)],
        "role": list(named),
        "roles": [error_facts.Roles(tuple(named))],
        "choices": [error_facts.Figures(((name, "a"), (name, "b"))) for name in named],
        "terrain": list(terrains),
        "wanted": [error_facts.Terrains((terrain, lake)) for terrain in terrains],
        "kind": list(kinds),
        "area": [
            error_facts.FeatureName(t, terrain_layer.name)
            for terrain_layer in layers
            for t in terrain_layer.terrains
        ],
        "piece": [error_facts.Standing(Piece(0, role, cell_at(2, 0))) for role in roles],
    }
    for reason in (*REASONS.values(), *(r for part in PARTS.values() for r in part.reasons)):
        words = reason.sentence
        needed = {name: samples.get(name, []) for name in placeholders(words)}
        if "sides" in needed:
            needed["sides"] = sides[reason]
        if reason == "not-now":
            needed["wanted"] = decisions
        for facts in every(needed):
            yield ExplainedError(reason, **facts)


@for_each("language", COMPLETE)
def test_every_refusal_of_the_rules_is_translated(language: str) -> None:
    names = Names((1, 2), {1: "Ana", 2: "Bo"})
    with use_language(language):
        for game, error in product(("hunters", "ark", ALL_TOGETHER), of_the_rules()):
            said = refusal_text(error, names, game)
            assert not english_leaks(said, language) and not slips(said, language), said


@for_each("language", COMPLETE)
def test_every_refusal_of_the_table_is_translated(language: str) -> None:
    names = Names((1, 2), {1: "Ana", 2: "Bo"})
    about: dict[str, object] = {
        **{"user": 1, "host": 2, "colour": 3, "low": 2, "high": 5, "seats": 2, "cell": "0 1"},
        **{"game": "hunters", "games": ["base"], "sets": [*available_additions("base")]},
        **{"switch": "ferries", "title": "Pace"},
    }
    with use_language(language):
        for reason, words in SENTENCES.items():
            values = {name: about.get(name, "…") for name in placeholders(words)}
            said = refusal_text(Refusal(reason, **values), names)
            assert not english_leaks(said, language) and not slips(said, language), said


def test_every_refusal_of_the_table_has_its_sentence_and_every_sentence_its_refusal() -> None:
    reasons = {reason for path in BOT.rglob("*.py") for reason in raised(path.read_text("utf-8"))}
    assert reasons == SENTENCES.keys()


@pytest.mark.parametrize(
    ("language", "typed", "game", "sets"),
    [
        ("en", "builder", "base", "It comes with Traders & Builders, and this game"),
        ("fr", "bâtisseur", "base+inns", "que cette partie n’utilise pas."),
        ("en", "big knight", "base+traders", "It comes with Inns & Cathedrals, and"),
        ("en", "builder", "hunters", ""),
        ("en", "wizard", "base", ""),
    ],
)
def test_refusal_of_an_absent_expansions_figure_names_the_expansion(
    language: str, typed: str, game: str, sets: str
) -> None:
    header = deal(game, 2, random.Random(1))
    begun = start(header.book, 2, header.bags)
    place = begun.legal_moves()[0]
    with use_language(language), pytest.raises(RulesError) as refused:
        play_draft(begun, [place, Deploy(typed, "a")])
    with use_language(language):
        said = refusal_text(refused.value, Names((), {}), game)
    assert sets in said if sets else "It comes with" not in said


def test_every_refusal_says_what_would_be_right() -> None:
    remedy = (
        r"`/?\w|\*\w|\{\w+\}|again|counted once|have been scored|still have to answer"
        r"|are taken|Anyone can|without aids|type `/`"
    )
    assert not [
        reason
        for reason, sentence in SENTENCES.items()
        if not re.search(remedy, sentence) or not sentence.endswith(".")
    ]
