"""What a player chooses of the paper, and what a sheet does not know and the paper shows."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.printing.styles import PAPERS as SIZES

# One page to play from; that and all there is to say after it; weapons and gear to cut out.
KINDS = CLASSIC, FULL, CARDS = "classic", "full", "cards"
PAPERS = tuple(SIZES)


@dataclass(frozen=True)
class Edition:
    """How a sheet is printed. ValueError for a kind or a paper that is none.

    `state` marks what is marked at the table; without it boxes and points are left to fill in.
    Cards have nothing to fill in, so `fillable` changes nothing of them.
    """

    kind: str = CLASSIC
    paper: str = PAPERS[0]
    state: bool = True
    colour: bool = False
    fillable: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind: {self.kind!r}; there are {', '.join(KINDS)}")
        if self.paper not in PAPERS:
            raise ValueError(f"no such paper: {self.paper!r}; there are {', '.join(PAPERS)}")


@dataclass(frozen=True)
class Note:
    """A heading, and HTML that is safe: from `sheets.prose`, nowhere else."""

    name: str
    html: str


@dataclass(frozen=True)
class Extras:
    """What a sheet does not know.

    `date` is printed as it is given. `portrait` is a picture of our own making, already cropped.
    Portrait and notes stand on the full sheet only. `accepted` are the deviations that the game
    master accepted, each with the reason; `link` is an address to print as a code.
    """

    date: str = ""
    player: str = ""
    portrait: bytes = b""
    portrait_alt: str = ""
    notes: tuple[Note, ...] = ()
    accepted: tuple[tuple[str, str], ...] = ()
    link: str = ""


PLAIN, NOTHING_MORE = Edition(), Extras()
