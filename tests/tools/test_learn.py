"""Weights fitted to games."""

import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from rules.opponents.weights import TUNED
from tools.learn import fitted, main


def test_fit_finds_a_weight_that_is_too_small_and_leaves_the_others() -> None:
    """The errors are half the effect of ``promise``, and noise."""
    draw, grams = np.random.default_rng(1), []
    names = [*asdict(TUNED)]
    for _ in range(50):
        effects = draw.normal(0, 5, (20, len(names)))
        noise = draw.normal(0, 1, 20)
        samples = np.c_[effects, np.ones(20), effects[:, names.index("promise")] / 2 + noise]
        grams.append(samples.T @ samples)
    found = fitted(np.array(grams), TUNED, random.Random(1))
    promise, error = found["weights"]["promise"]
    assert promise == pytest.approx(1.5 * TUNED.promise, abs=3 * error)
    assert found["weights"]["hand"][0] == pytest.approx(TUNED.hand, rel=0.02)
    before, after = found["deviation"]
    assert after < 1.1 < 2 < before


@pytest.mark.slow
def test_games_are_played_and_fitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "games.jsonl"
    for seed in range(6):
        main(["play", str(kept), "--seed", str(seed), "--minutes", "0.001"])
    main(["fit", str(kept)])
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 6
    assert found["weights"].keys() == asdict(TUNED).keys()
