"""Print options, and the extras that a sheet does not hold but the paper shows."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.printing.styles import PAPERS as SIZES

# One page; that page and all details after it; all of it in large letters; a page to frame;
# weapons, gear, and powers as cards to cut out; a name tent.
KINDS = CLASSIC, FULL, LARGE, FRAME, CARDS, TENT = (
    "classic",
    "full",
    "large",
    "frame",
    "cards",
    "tent",
)
# The kinds that have neither fields nor a code.
LOOSE = (LARGE, FRAME, CARDS, TENT)
PAPERS = tuple(SIZES)


@dataclass(frozen=True)
class PrintOptions:
    """The options of a print. ValueError for an unknown kind or paper.

    With `state`, boxes and points are marked as in play; without it they are left empty. Only
    classic and full sheets have fields, so `fillable` does not change the others. `backs` gives
    cards printed backs.
    """

    kind: str = CLASSIC
    paper: str = PAPERS[0]
    state: bool = True
    colour: bool = False
    fillable: bool = False
    backs: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind: {self.kind!r}; there are {', '.join(KINDS)}")
        if self.paper not in PAPERS:
            raise ValueError(f"no such paper: {self.paper!r}; there are {', '.join(PAPERS)}")


@dataclass(frozen=True)
class Note:
    """A heading, and safe HTML from `sheets.markdown`."""

    name: str
    html: str


@dataclass(frozen=True)
class Extras:
    """The additions to the sheet on paper.

    `date` is printed as given. `portrait` is a cropped image of ours, for full sheets, tents, and,
    with `face`, the head of a sheet; notes and the `timeline` of sessions are on full sheets only.
    `accepted` are problems that the GM accepted, each with the reason; `link` is the address in the
    QR code. `return_code` and `return_link` bring the paper back once something was penciled in: a
    short code at the foot, and its address in a small QR code.
    """

    date: str = ""
    player: str = ""
    portrait: bytes = b""
    portrait_alt: str = ""
    notes: tuple[Note, ...] = ()
    timeline: tuple[Note, ...] = ()
    accepted: tuple[tuple[str, str], ...] = ()
    link: str = ""
    return_code: str = ""
    return_link: str = ""
    face: bool = False


DEFAULT_OPTIONS, NO_EXTRAS = PrintOptions(), Extras()
