"""The public names of `rules`: all exist, and the example in its docstring runs."""

import doctest

import rules


def test_the_example_of_the_package_runs() -> None:
    found = doctest.testmod(rules)
    assert found.attempted > 5
    assert not found.failed


def test_every_name_in_all_exists() -> None:
    assert all(hasattr(rules, name) for name in rules.__all__)
