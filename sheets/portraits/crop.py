"""The part of a picture that is shown: its shapes, and where it is taken from."""

from dataclasses import dataclass

MIN_SIDE = 32
# Width and height of what is shown, and where it is taken from when nobody says where exactly:
# faces are mostly near the top.
SHAPES = {"square": (1, 1), "upright": (3, 4)}
FIRST = ("upright", "top")
PLACES = {"top": 0, "middle": 1, "bottom": 2}


@dataclass(frozen=True)
class Crop:
    """The part that is shown, in pixels of the picture; its height follows from its shape."""

    shape: str
    left: int
    top: int
    across: int

    @property
    def down(self) -> int:
        """Its height."""
        wide, high = SHAPES[self.shape]
        return max(1, self.across * high // wide)

    def fits(self, width: int, height: int) -> bool:
        """Whether all of it lies inside a picture of that size, and there is something to see."""
        if self.across < MIN_SIDE or self.left < 0 or self.top < 0:
            return False
        return self.left + self.across <= width and self.top + self.down <= height


def preset(width: int, height: int, *, shape: str, place: str) -> Crop:
    """The largest part of that shape, at the top, in the middle or at the bottom of the picture."""
    wide, high = SHAPES[shape]
    across = max(1, min(width, height * wide // high))
    down = Crop(shape, 0, 0, across).down
    return Crop(shape, (width - across) // 2, (height - down) * PLACES[place] // 2, across)
