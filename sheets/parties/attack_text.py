"""An attack's result in words."""

from sheets.models import Attack


def came(row: Attack, *, numbered: bool) -> str:
    """An attack's result: "17, a hit", "17 against 14, a hit: 12 damage"; the number to reach only
    if `numbered`.
    """
    number = f" against {row.number}" if numbered and row.number is not None else ""
    rolled = f"{row.total}{f' {row.unit}' if row.unit else ''}{number}"
    damage = (row.harm.get("damage") or [""])[0]
    if row.state == Attack.State.DEFENDING:
        return f"{row.total}{f' {row.unit}' if row.unit else ''}, to be defended"
    match row.state:
        case Attack.State.MISSED:
            return f"{rolled}, a miss"
        case Attack.State.UNKNOWN:
            return f"{rolled}, not decided"
        case Attack.State.HIT:
            return f"{rolled}, a hit"
        case Attack.State.DAMAGED:
            return f"{rolled}, a hit: {damage} damage" if damage else f"{rolled}, a hit"
        case Attack.State.TAKEN:
            return (
                f"{rolled}, a hit: {damage} damage taken" if damage else f"{rolled}, a hit, taken"
            )
        case _:
            return f"{rolled}, without effect"
