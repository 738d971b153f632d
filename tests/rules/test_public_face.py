"""The example in the docstring of `rules` runs."""

import doctest

import rules


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(rules)
    assert results.attempted > 5
    assert not results.failed
