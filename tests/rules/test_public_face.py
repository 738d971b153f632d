"""The public names of `rules`: all exist, and the example in its docstring runs."""

import doctest
import importlib
import pkgutil

import rules


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(rules)
    assert results.attempted > 5
    assert not results.failed


def test_every_name_in_all_exists() -> None:
    names = ["rules", *(module.name for module in pkgutil.walk_packages(rules.__path__, "rules."))]
    modules = [importlib.import_module(name) for name in names]
    public = [module for module in modules if hasattr(module, "__all__")]
    assert {module.__name__ for module in public} >= {"rules", "rules.game", "rules.opponents"}
    for module in public:
        assert [name for name in module.__all__ if not hasattr(module, name)] == []
