"""Run a test for many values as one item, and name each value for which it fails."""

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import pytest

Test: TypeAlias = Callable[..., None]


def for_each(
    names: str | Sequence[str],
    values: Iterable[Any],
    *,
    fast: int | None = None,
    ids: Callable[[Any], object] = str,
) -> Callable[[Test], Test]:
    """Take the arguments of `pytest.mark.parametrize`; all values share the fixtures of the test.

    The values behind the first ``fast`` ones are an item of their own, which is slow.
    """
    arguments = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    every = list(values)
    source = f"values_of_{'_'.join(arguments)}"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run(**others: Any) -> None:
            cases: Sequence[Any] = others.pop(source, every)
            failures = []
            for case in cases:
                given = zip(arguments, case if len(arguments) > 1 else [case], strict=True)
                try:
                    test(**others, **dict(given))
                except (Exception, pytest.fail.Exception) as error:
                    failures.append(f"{ids(case)}: {str(error) or _where(error)}")
            assert cases, "there is no value to test"
            assert not failures, f"{len(failures)} of {len(cases)} fail\n" + "\n".join(failures)

        wanted = inspect.signature(test).parameters.values()
        others = [parameter for parameter in wanted if parameter.name not in arguments]
        if fast is not None:
            others.append(inspect.Parameter(source, inspect.Parameter.KEYWORD_ONLY))
        run.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined]
        if fast is None:
            return run
        rest = pytest.param(every[fast:], id="rest", marks=pytest.mark.slow)
        first = pytest.param(every[:fast], id="first")
        marked: Test = pytest.mark.parametrize(source, [first, rest])(run)
        return marked

    return decorate


def _where(error: BaseException) -> str:
    """Name an error without a text by its line, as of an assert that pytest did not rewrite."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{error!r} in {last.filename}:{last.lineno}: {last.line}"
