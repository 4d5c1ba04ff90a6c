"""A character's portrait: put, shown otherwise, removed."""

from dataclasses import dataclass

from sheets import portraits, quotas
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, Conflict, NotEditable, Refused
from sheets.models import Character, Portrait
from sheets.portraits import Crop, Unusable, process
from sheets.writes import write

BY_NUMBERS = "numbers"
CHANGED = "The portrait was changed in another place since the page was shown."


@dataclass(frozen=True)
class CropInput:
    """What a form says of the part to show: a shape with a place, or (BY_NUMBERS) with numbers."""

    shape: str
    place: str
    left: str = ""
    top: str = ""
    across: str = ""

    def crop(self, width: int, height: int) -> Crop:
        """The part of a picture of that size; Refused, field by field, where there is none such."""
        if self.shape not in portraits.SHAPES:
            raise Refused({"shape": "Choose one of the shapes."})
        if self.place in portraits.PLACES:
            return portraits.preset(width, height, shape=self.shape, place=self.place)
        if self.place != BY_NUMBERS:
            raise Refused({"place": "Choose one of the places."})
        numbers = {name: _number(getattr(self, name)) for name in ("left", "top", "across")}
        if wrong := {name: "A whole number." for name, one in numbers.items() if one is None}:
            raise Refused(wrong)
        crop = Crop(self.shape, numbers["left"] or 0, numbers["top"] or 0, numbers["across"] or 0)
        if not crop.fits(width, height):
            largest = portraits.preset(width, height, shape=self.shape, place="top").across
            raise Refused(
                {
                    "across": f"That reaches beyond the picture of {width:,} × {height:,} pixels, "
                    f"or is too small: {portraits.MIN_SIDE} to {largest:,} across, and less the "
                    "further it is from the left and the top."
                }
            )
        return crop


def put(claim: CharacterAccess, sent: bytes, *, alt: str) -> None:
    """The picture that somebody sent becomes the portrait; Refused where it makes none.

    Pixels are worked on before anything is locked.
    """
    claim.check()
    portrait = made(sent, alt=alt)

    def change(character: Character) -> None:
        _check_open(character)
        quotas.check_room(character.owner, size(portrait) - quotas.portrait(character), "picture")
        Portrait.objects.filter(character=character).delete()
        give(portrait, character)

    write(quotas.Adding(claim).lock, change)


def made(sent: bytes, *, alt: str, crop: Crop | None = None) -> Portrait:
    """A portrait, unsaved and nobody's, of a picture that somebody sent and of the part of it to
    show; Refused, by field ("picture", "crop"), where it makes none.
    """
    if not sent:
        raise Refused({"picture": f"Choose a picture first. {portraits.WANTED}"})
    try:
        found = process.portrait(sent)
        picture, shown, digest = found.picture, found.shown, found.digest
        if crop and crop != found.crop:
            if not crop.fits(picture.width, picture.height):
                size = f"{picture.width:,} × {picture.height:,} pixels"
                raise Refused({"crop": f"The part to show reaches beyond the picture of {size}."})
            shown, digest = process.cropped(picture.content, crop)
    except (Unusable, process.NotNow) as fault:
        raise Refused({"picture": str(fault)}) from None
    return Portrait(
        picture=picture.content,
        width=picture.width,
        height=picture.height,
        shown=shown,
        digest=digest,
        alt=alt,
        **_members(crop or found.crop),
    )


def size(portrait: Portrait) -> int:
    """How many bytes are kept of it."""
    return len(portrait.picture) + len(portrait.shown)


def give(portrait: Portrait, character: Character) -> None:
    """Saves a portrait that was made as that of a character. Part of an operation."""
    portrait.character = character
    portrait.save()


def show(claim: CharacterAccess, *, wanted: CropInput, alt: str, was: str) -> None:
    """Another part of the picture is shown; `was` is the digest of what the form was about.

    A Conflict where the portrait is another by now, or gone.
    """
    claim.check()
    portrait = Portrait.objects.filter(character__public_id=claim.id).first()
    if portrait is None or portrait.digest != was:
        raise Conflict(CHANGED)
    crop = wanted.crop(portrait.width, portrait.height)
    try:
        shown, digest = process.cropped(bytes(portrait.picture), crop)
    except (Unusable, process.NotNow) as fault:
        raise Refused({"place": str(fault)}) from None

    def change(character: Character) -> None:
        _check_open(character)
        changed = Portrait.objects.filter(character=character, digest=was).update(
            shown=shown, digest=digest, alt=alt, **_members(crop)
        )
        if not changed:
            raise Conflict(CHANGED)

    write(claim.lock, change)


def remove(claim: CharacterAccess) -> None:
    """Removes the portrait, if there is one."""

    def change(character: Character) -> None:
        _check_open(character)
        Portrait.objects.filter(character=character).delete()

    write(claim.lock, change)


def of(character: Character) -> Portrait | None:
    """The character's portrait, if there is one; its pixels are fetched when asked for."""
    return getattr(character, "portrait", None)


def copy(character: Character, to: Character) -> None:
    """Gives another the same portrait. Part of an operation."""
    if portrait := Portrait.objects.filter(character=character).first():
        portrait.pk, portrait.character = None, to
        portrait._state.adding = True
        portrait.save()


def _members(crop: Crop) -> dict[str, int | str]:
    return {
        "shape": crop.shape,
        "left": crop.left,
        "top": crop.top,
        "across": crop.across,
        "down": crop.down,
    }


def _check_open(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)


def _number(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) <= 6 else None
