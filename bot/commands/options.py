"""Options that are no parameters in the source: those that the parts bring to commands."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

from bot.client.discord_io.call import Call


def with_options(
    callback: Callable[..., Awaitable[None]],
    options: Mapping[str, Any],
    default: object = Parameter.empty,
) -> Any:
    """A callback whose keywords are read as options of some types, after those it has already.

    ``default`` is the value of one that is not filled; without it they must be.
    """

    async def filled(call: Call, **given: Any) -> None:
        await callback(call, **given)

    own = [
        each
        for each in Signature.from_callable(callback).parameters.values()
        if each.kind is not Parameter.VAR_KEYWORD
    ]
    more = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)
        for name, kind in options.items()
    ]
    # Discord's library reads what a command takes off the signature of its callback.
    vars(filled)["__signature__"] = Signature([*own, *more])
    return filled
