"""The visible part of a portrait: its shape and position."""

from dataclasses import dataclass

MIN_SIDE = 32
# Aspect ratios, and the default crop of a new portrait:
# faces are mostly near the top.
SHAPES = {"square": (1, 1), "upright": (3, 4)}
DEFAULT_CROP = ("upright", "top")
POSITIONS = {"top": 0, "middle": 1, "bottom": 2}


@dataclass(frozen=True)
class Crop:
    """The visible part, in pixels of the image; its height follows from its width and shape."""

    shape: str
    left: int
    top: int
    across: int

    @property
    def down(self) -> int:
        """The height of the crop in pixels."""
        ratio_width, ratio_height = SHAPES[self.shape]
        return max(1, self.across * ratio_height // ratio_width)

    def fits(self, width: int, height: int) -> bool:
        """True if the crop lies inside an image of that size and is at least MIN_SIDE wide."""
        if self.across < MIN_SIDE or self.left < 0 or self.top < 0:
            return False
        return self.left + self.across <= width and self.top + self.down <= height


def preset(width: int, height: int, *, shape: str, place: str) -> Crop:
    """The largest crop of a shape at the top, middle or bottom of an image."""
    ratio_width, ratio_height = SHAPES[shape]
    across = max(1, min(width, height * ratio_width // ratio_height))
    down = Crop(shape, 0, 0, across).down
    return Crop(shape, (width - across) // 2, (height - down) * POSITIONS[place] // 2, across)
