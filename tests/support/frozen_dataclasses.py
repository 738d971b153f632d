"""Search for dataclasses that can be changed after they were made."""

import importlib
import pkgutil
from collections.abc import Collection
from dataclasses import is_dataclass
from types import ModuleType


def check_dataclasses(
    package: ModuleType, mutable: Collection[type] = (), slotless: Collection[type] = ()
) -> tuple[list[str], list[str]]:
    """List the names of all dataclasses of a package, and of those not frozen or without slots.

    Classes in ``mutable`` are not listed among the latter; those in ``slotless`` have no slots.
    """
    names, wrong = [], []
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.endswith("__main__"):
            continue
        for name, kind in vars(importlib.import_module(module.name)).items():
            if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == module.name:
                names.append(name)
                settings = kind.__dataclass_params__  # type: ignore[attr-defined]
                has_slots = "__slots__" in vars(kind)
                if kind not in mutable and (not settings.frozen or has_slots is (kind in slotless)):
                    wrong.append(name)
    return names, wrong
