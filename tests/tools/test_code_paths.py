"""Limits on the lengths of call paths."""

import pytest

from tools import code_paths
from tools.code_paths import Figures

MOST = Figures(
    place_files=61,
    place_frames=4,
    place_reads=8,
    place_row_reads=2,
    reminder_files=31,
    reminder_loads=1,
    single_importers=57,
    registered=58,
    names_twice=0,
)
"""The most of each figure."""


@pytest.fixture(scope="module")
def figures() -> Figures:
    return code_paths.measured()


@pytest.mark.parametrize("name", Figures.__slots__)
@pytest.mark.slow
def test_call_paths_do_not_grow(figures: Figures, name: str) -> None:
    assert getattr(figures, name) <= getattr(MOST, name), "see python -m tools.code_paths --list"


@pytest.mark.slow
def test_call_path_report_has_measurements(figures: Figures) -> None:
    assert figures.place_files > 20 and figures.place_frames and figures.place_reads > 2
    assert figures.reminder_files > 10 and figures.reminder_loads == 1
