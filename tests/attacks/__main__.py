"""Measures: players at rest, then the same under each attack."""

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.attacks.attacks import ATTACKS, CONNECTIONS
from tests.attacks.browser import Browser, Player
from tests.attacks.site import Site

ASKED = 0.5
# Of processor time, for the dearest of some steps, once what is loaded only once is loaded.
DEAREST, WARM, MEASURED = 1.0, 4, 8
TURNS = 4
PATIENCE = 60


def main() -> None:
    """One line for each attack."""
    options = arguments()
    site = Site()
    site.wait_until_idle()
    try:
        players = [
            Player(Browser(site.port, f"127.0.1.{number}"))
            for number in range(1, options.players + 1)
        ]
        print(
            f"\nSaves a second of {options.players} players, at rest and under an attack with"
            f" {options.connections} connections, {options.seconds:g} s each;"
            " and the processor time of one step of it, when nobody else asks"
        )
        for number, name in enumerate(options.attacks, start=1):
            # Each from another address: what one was refused is none of the next.
            connections = CONNECTIONS.get(name, options.connections)
            with Guest(site, name, f"127.0.2.{number}", connections) as guest:
                rest, under = in_turns(players, guest, options.seconds)
            dearest = guest.dearest.value
            fair = "yes" if under / rest >= ASKED else "NO"
            cheap = "yes" if dearest <= DEAREST else "NO"
            print(
                f"  {name:10} {rest:6.1f} → {under:6.1f} {under / rest:5.0%}"
                f"  at least 50 %  {fair:3}"
                f"  one takes {dearest:5.2f} s  at most 1 s  {cheap:3}"
                f"  its answers: {guest.told()}",
                flush=True,
            )
    finally:
        site.end()


def arguments() -> argparse.Namespace:
    """Which attacks, how many connections, how many players, how long."""
    parser = argparse.ArgumentParser(prog="bin/bench --attacks", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(ATTACKS)}")
    parser.add_argument("--connections", type=int, default=8, help="of the guest; 8")
    parser.add_argument("--players", type=int, default=4, help="who save meanwhile; 4")
    parser.add_argument("--seconds", type=float, default=10, help="each way; 10")
    options = parser.parse_args()
    options.attacks = options.attacks or list(ATTACKS)
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    return options


def in_turns(players: list[Player], guest: "Guest", seconds: float) -> tuple[float, float]:
    """Saves a second at rest and under the attack, in short turns, so that both share the
    machine's moods.
    """
    rest = under = 0.0
    for _ in range(TURNS):
        rest += saves(players, seconds / TURNS) / TURNS
        guest.goes_on.set()
        under += saves(players, seconds / TURNS) / TURNS
        guest.goes_on.clear()
        players[0].save()  # what the guest has begun is done
    return rest, under


def saves(players: list[Player], seconds: float) -> float:
    """The saves a second of all players, each saving again as soon as it is answered."""
    counted, start = Counter[int](), time.monotonic()

    def play(number: int) -> None:
        while time.monotonic() < start + seconds:
            counted[number] += players[number].save()

    together(len(players), play)
    return counted.total() / (time.monotonic() - start)


class Guest:
    """A visitor in a process of its own, who attacks while told to go on, until the `with` ends."""

    def __init__(self, site: Site, name: str, address: str, connections: int) -> None:
        self.site, self.address = site, address
        self.ready, self.goes_on = multiprocessing.Event(), multiprocessing.Event()
        self.stops = multiprocessing.Event()
        self.dearest = multiprocessing.Value("d", 0.0)
        self.answers: multiprocessing.Queue[Counter[int]] = multiprocessing.Queue()
        self.process = multiprocessing.Process(
            target=self._work, args=(name, connections), daemon=True
        )
        self.counted = Counter[int]()

    def _work(self, name: str, connections: int) -> None:
        first = Browser(self.site.port, self.address)
        steps = [ATTACKS[name](first)]
        for _ in range(connections - 1):
            browser = Browser(self.site.port, self.address)
            browser.cookies = dict(first.cookies)
            steps.append(ATTACKS[name](browser))
        self.dearest.value = self._measured(steps[0])
        self.ready.set()
        counted = Counter[int]()

        def attack(number: int) -> None:
            while not self.stops.is_set():
                if self.goes_on.wait(0.2):
                    counted[steps[number]()] += 1

        together(connections, attack)
        self.answers.put(counted)

    def _measured(self, step: Callable[[], int]) -> float:
        """The processor time of the dearest of some steps."""
        took = []
        for _ in range(WARM + MEASURED):
            before = self.site.processor_time()
            step()
            took.append(self.site.processor_time() - before)
        return max(took[WARM:])

    def __enter__(self) -> "Guest":
        self.process.start()
        if not self.ready.wait(PATIENCE):
            raise RuntimeError("the attack could not be prepared")
        return self

    def __exit__(self, *_: object) -> None:
        self.goes_on.clear()
        self.stops.set()
        self.counted = self.answers.get(timeout=PATIENCE)
        self.process.join()

    def told(self) -> str:
        """The statuses of its answers, with the number of each."""
        return ", ".join(
            f"{count} × {status or 'none'}" for status, count in sorted(self.counted.items())
        )


def together(count: int, work: Callable[[int], None]) -> None:
    """Runs it in so many threads, and waits for all of them."""
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(work, range(count)))


if __name__ == "__main__":
    main()
