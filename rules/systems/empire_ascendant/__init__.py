"""Empire Ascendant."""

from rules.systems.empire_ascendant.system import EmpireAscendant

SYSTEM = EmpireAscendant()
