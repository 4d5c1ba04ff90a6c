"""A small client of the API: builds a character, advances it, rolls, and prints its sheet.

    python docs/api_client.py https://hyperspace.example hs_w_…
    python docs/api_client.py https://hyperspace.example hs_w_… PARTY    fights the duel of a party

It needs nothing but Python, and a token that writes.
"""

import json
import sys
import time
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

CHARACTER = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Vessa Korr",
    "build": {
        "concept": "A smuggler's daughter",
        "species": "twilek",
        "profession": "spy",
        "skills": ["stealth", "deceive", "blasters"],
        "edge": {"id": "luck", "note": "It never asked."},
        "burden": {"id": "debt", "note": "To a Hutt."},
        "gear": [{"id": "blaster-pistol", "quantity": 1}],
    },
}


class Api:
    """The API of one site, with a token."""

    def __init__(self, site: str, token: str) -> None:
        self.address = f"{site.rstrip('/')}/api/1"
        self.token = token

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[bytes, str]:
        """What a request answers, and the ETag; SystemExit with each error that it names. Over the
        limit of its token it waits as long as it is told to, and tries again.
        """
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        if method != "GET":
            # The same key for another try: nothing is done twice.
            sent |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.address}{path}", data, sent, method=method)  # noqa: S310
        while True:
            try:
                with urlopen(request, timeout=10) as response:  # noqa: S310
                    return response.read(), response.headers.get("ETag", "")
            except HTTPError as error:
                if error.code == 429:
                    time.sleep(int(error.headers["Retry-After"]))
                    continue
                problem = json.load(error)
                faults = [f"  {one['where']}: {one['why']}" for one in problem["errors"]]
                raise SystemExit("\n".join([problem["detail"], *faults])) from None

    def json(self, method: str, path: str, body: Any = None) -> Any:
        """What a request answers, as plain values."""
        return json.loads(self.call(method, path, body)[0])


def main(site: str, token: str) -> None:
    """Builds, advances, rolls, and prints."""
    api = Api(site, token)
    answer, tag = api.call("POST", "/characters", CHARACTER)
    path = f"/characters/{json.loads(answer)['id']}"

    # Entries rest on a version: each needs the ETag of the answer before it.
    for entry in ({"kind": "award", "cp": 8}, {"kind": "raise-skill", "skill": "stealth"}):
        _, tag = api.call("POST", f"{path}/entries", entry, **{"If-Match": tag})

    answer, _ = api.call("POST", f"{path}/actions/skills.stealth", {"fields": {"target": "12"}})
    line = json.loads(answer)["line"]
    print(f"{line['name']} {line['code']}: {line['dice']} = {line['total']} against 12")

    text, _ = api.call("GET", f"{path}/export/txt")
    print(text.decode())


def fight(site: str, token: str, party: str) -> None:
    """Fights the open duel of a party for every fighter that the token rolls for, and says how it
    ended: each crosses blades until their side has the better odds, and then ends it.
    """
    api, path = Api(site, token), f"/parties/{party}/duel"
    while True:
        duel = json.loads(api.call("GET", path)[0])
        step = next_step(duel)
        if step is None:
            break
        fighter, verb, body = step
        api.call("POST", f"{path}/fighters/{fighter}/{verb}", body)
    for side in duel["sides"]:
        names = ", ".join(one["name"] for one in side["fighters"])
        won = " won" if duel["winner"] == side["side"] else ""
        print(f"{names}: {side['dice']} dice, {side['chance']:.0%}{won}")


def next_step(duel: Any) -> tuple[int, str, Any] | None:
    """Who rolls next, and what; None where nothing is left for this token."""
    for side in duel["sides"]:
        for one in side["fighters"]:
            if duel["state"] == "waiting" and one["is_own"] and one["score"] is None:
                return one["id"], "initiative", {}
            if not one["skills"]:
                continue
            best = max(
                one["skills"], key=lambda skill: int("".join(filter(str.isdigit, skill["code"])))
            )
            if duel["exchange"] and duel["exchange"]["total"] is not None:
                return one["id"], "answer", {"skill": best["id"]}
            if duel["exchange"] is None and side["chance"] > 0.6:
                return one["id"], "end", {}
            return one["id"], "check", {"skill": best["id"]}
    return None


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    (main if len(sys.argv) == 3 else fight)(*sys.argv[1:])
