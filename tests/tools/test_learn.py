"""Weights fitted to searches."""

import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from rules.opponents.weights import TUNED
from tools.learn import fitted, main, products


def test_fit_finds_a_weight_that_is_too_small_and_leaves_the_others() -> None:
    """Turns turn out better by half the effect of ``promise``, worse the better they look."""
    draw, grams = np.random.default_rng(1), []
    names = [*asdict(TUNED)]
    for _ in range(50):
        effects, looks = draw.normal(0, 5, (20, len(names))), draw.normal(0, 5, 20)
        outcomes = 0.8 * looks + effects[:, names.index("promise")] / 2 + draw.normal(0, 1, 20)
        grams.append(products(np.c_[effects, looks, outcomes].tolist()))
    found = fitted(np.array(grams), TUNED, random.Random(1))
    promise, error = found["weights"]["promise"]
    assert promise == pytest.approx(1.5 * TUNED.promise, abs=3 * error)
    assert found["weights"]["hand"][0] == pytest.approx(TUNED.hand, rel=0.02)
    assert found["explained"] > 0.8


@pytest.mark.slow
def test_decisions_are_played_and_fitted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "decisions.jsonl"
    main(["play", str(kept), "--number", "1"])
    main(["fit", str(kept)])
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    assert found["weights"].keys() == asdict(TUNED).keys()
