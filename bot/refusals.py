"""What players may not do; how it is said is a matter of the presenters."""


class Refusal(Exception):
    """A request that changes nothing: ``reason`` names its sentence, ``facts`` fill it.

    A fact called ``user`` or ``host`` is a Discord user and is shown by name.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
