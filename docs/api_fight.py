"""A game master's bot: prepares a fight, runs it to the end, takes the loot, and says how it went.

    python docs/api_fight.py https://hyperspace.example hs_w_… PARTY stormtrooper stormtrooper

The token is the game master's. The words after the party are ids of the book's opponents, as
`GET /parties/{id}/roster` lists them. With a player's token, and nobody named, it plays the
player's own combatants in the fight that is running, until it is over.
"""

import sys
import time
from typing import Any

from api_client import Api

MOST_STEPS = 2000


class Fight:
    """The running fight of a party, as the token's account sees it."""

    def __init__(self, api: Api, party: str) -> None:
        self.api = api
        self.party = f"/parties/{party}"
        self.now: Any = {}

    def read(self) -> bool:
        """Reads how it stands; False if it is over."""
        listed = self.api.json("GET", f"{self.party}/encounters")["encounters"]
        if not any(one["state"] == "running" for one in listed):
            return False
        self.now = self.api.json("GET", f"{self.party}/fight")
        return True

    def post(self, where: str, **body: Any) -> None:
        """Takes a step, and keeps how the fight stands after it."""
        path = f"{self.party}/encounters/{self.now['id']}/{where}"
        self.now = self.api.json("POST", path, body)

    def prepare(self, opponents: list[str]) -> None:
        """Adds the opponents to the roster and to a new encounter, and starts it."""
        self.now = self.api.json("POST", f"{self.party}/encounters", {"name": "Ambush"})
        added = [
            self.api.json("POST", f"{self.party}/roster", {"listed": one})["id"]
            for one in opponents
        ]
        self.post("lead/add", characters=added)
        self.post("lead/start")
        self.post("lead/roll")

    def decide(self) -> bool:
        """Takes the newest attack that waits for us one step further; False if none does."""
        for attack in self.now["attacks"]:
            for step in ("defend", "damage", "hit", "take"):
                if step in attack["steps"]:
                    self.post(f"attacks/{attack['id']}/{step}")
                    if step == "take":
                        self.tell(attack["id"])
                    return True
        return False

    def tell(self, attack: int) -> None:
        """Says what became of an attack."""
        names = {one["id"]: one["name"] for one in self.now["combatants"]}
        for row in self.now["attacks"]:
            if row["id"] == attack:
                print(f"{names[row['attacker']]} at {names[row['target']]}: {row['result']}")

    def loot(self) -> None:
        """Takes all that the fallen carry to the party's stash."""
        path = f"{self.party}/encounters/{self.now['id']}/loot"
        found = self.api.json("GET", path)["things"]
        if found:
            self.api.json("POST", path, {"things": {one["id"]: one["quantity"] for one in found}})
        for one in found:
            print(f"To the stash: {one['quantity']} × {one['name']}")

    def act(self) -> bool:
        """Attacks with whoever's turn it is, or moves toward a foe, and ends the turn; False if it
        is somebody else's.
        """
        own = [one for one in self.now["combatants"] if one["id"] == self.now["turn"]]
        if not own or not own[0]["is_own"]:
            return False
        actor, where = own[0], f"combatants/{own[0]['id']}"
        foes = {
            one["id"]: one
            for one in self.now["combatants"]
            if one["side"] != actor["side"] and not one["is_out"]
        }
        if actor["attacks"] and foes and not actor["is_out"]:
            path = f"{self.party}/encounters/{self.now['id']}/{where}/attack"
            form = self.api.json("GET", path)
            near = [one for one in form["targets"] if one["combatant"] in foes and not one["far"]]
            if near and not form["wrong"] and not (form["form"] or {}).get("blocked"):
                target = near[0]["combatant"]
                self.post(f"{where}/attack", attack=form["attack"], targets=[target])
            elif not near:
                foe = min(foes.values(), key=lambda one: abs(one["place"] - actor["place"]))
                self.post(f"{where}/{'forward' if foe['place'] > actor['place'] else 'back'}")
            while self.decide():
                pass
        self.post("lead/next" if self.leads else f"{where}/end", after=actor["id"])
        return True

    @property
    def leads(self) -> bool:
        """True with a game master's token, which plays everybody."""
        return all(one["is_own"] for one in self.now["combatants"])

    @property
    def sides(self) -> set[str]:
        """The sides on which somebody can still fight."""
        return {one["side"] for one in self.now["combatants"] if not one["is_out"]}


def main(site: str, token: str, party: str, *opponents: str) -> None:
    """Runs a fight, or plays in one."""
    fight = Fight(Api(site, token), party)
    if opponents:
        fight.prepare(list(opponents))
    for _ in range(MOST_STEPS):
        if not fight.read():
            return
        if fight.leads and len(fight.sides) < 2:
            break
        if fight.decide():
            continue
        if fight.leads and fight.now["turn"] is None:
            fight.post("lead/next")
        elif not fight.act():
            time.sleep(1)
    for one in fight.now["combatants"]:
        print(f"{one['name']}: {one['condition']}")
    if fight.leads:
        fight.post("lead/end")
        fight.loot()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
