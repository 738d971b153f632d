"""Capital letters for numbers."""

from rules.analysis.letters import capital_letters


def test_letters_go_on_after_z_as_in_a_spreadsheet() -> None:
    assert [capital_letters(number) for number in (1, 2, 26, 27, 28, 52, 53, 702, 703)] == [
        *("A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA")
    ]
