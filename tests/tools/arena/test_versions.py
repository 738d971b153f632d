"""Two versions of the opponents as two processes that play each other."""

import subprocess
from pathlib import Path

import pytest

from tools.arena.__main__ import main
from tools.arena.digest import ROOT
from tools.arena.match import kept_results
from tools.arena.versions import PositionsDifferError


def test_versions_play_each_bag_from_both_seats_and_go_on_where_they_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "versions.csv"
    words = [
        "versions",
        "--against",
        str(ROOT),
        "--game",
        "base",
        "--level",
        "random",
        "--bags",
        "1",
    ]
    words += ["--results", str(kept)]
    assert main(words) == 0
    printed = capsys.readouterr().out
    one, other = kept_results(kept)
    assert (one.match.first, other.match.first) == (0, 1)
    # The same player on both sides plays the same game from both seats.
    assert one.scores == other.scores[::-1]
    assert "random: 50.0 % of 2" in printed and "+0.00 ± 0.00 points" in printed
    lines = kept.read_bytes()
    with kept.open("a") as file:
        file.write("base,a b,1")
    assert main(words) == 0
    assert capsys.readouterr().out == printed and kept.read_bytes().startswith(lines)


@pytest.mark.slow
def test_versions_with_other_rules_are_found_out(tmp_path: Path) -> None:
    older = tmp_path / "older"
    subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), older], check=True)
    base = older / "rules/variants/base.py"
    changed = base.read_text("utf-8").replace("Scorer(ROAD.name, PerTile(1))", "None")
    changed = changed.replace("road = None", "road = Scorer(ROAD.name, PerTile(2))")
    base.write_text(changed, "utf-8")
    words = [
        "versions",
        "--against",
        str(older),
        "--game",
        "base",
        "--level",
        "greedy",
        "--bags",
        "1",
    ]
    with pytest.raises(PositionsDifferError, match="scores"):
        main([*words, "--results", str(tmp_path / "versions.csv")])
