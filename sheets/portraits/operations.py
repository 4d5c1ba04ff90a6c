"""A character's portrait: upload, crop, remove, copy."""

from dataclasses import dataclass, field

from sheets import portraits, quotas
from sheets.access import CharacterAccess
from sheets.errors import ARCHIVED, Conflict, NotEditable, Refused
from sheets.models import Character, Portrait
from sheets.portraits import Crop, UnusableImage, process
from sheets.writes import Operation

CUSTOM = "numbers"
CHANGED = "The portrait has changed since this page was loaded."


@dataclass(frozen=True)
class CropInput:
    """The crop that a form asks for: a shape with a preset position, or (CUSTOM) with numbers."""

    shape: str
    place: str
    left: int = 0
    top: int = 0
    across: int = 0

    def crop(self, width: int, height: int) -> Crop:
        """The crop for an image of that size; Refused, by field, if it is not possible."""
        if self.place != CUSTOM:
            return portraits.preset(width, height, shape=self.shape, place=self.place)
        crop = Crop(self.shape, self.left, self.top, self.across)
        if not crop.fits(width, height):
            largest = portraits.preset(width, height, shape=self.shape, place="top").across
            raise Refused(
                {
                    "across": f"This crop doesn't fit the picture of {width:,} × {height:,} pixels."
                    f" Use a width of {portraits.MIN_SIDE} to {largest:,}, less if left or top"
                    " is above 0."
                }
            )
        return crop


class Upload(Operation[Character, None]):
    """Makes an uploaded file the character's portrait; Refused if it is not a usable image.

    Pixels are processed before anything is locked.
    """

    access: quotas.QuotaAccess = field(kw_only=False)
    picture: bytes
    alt: str

    def run(self) -> None:
        self.access.check()
        self.portrait = new_portrait(self.picture, alt=self.alt)
        super().run()

    def save(self) -> None:
        character = self.row
        _check_editable(character)
        growth = stored_bytes(self.portrait) - quotas.portrait_bytes(character)
        quotas.check_room(character.owner, growth, "picture")
        Portrait.objects.filter(character=character).delete()
        attach(self.portrait, character)


def new_portrait(content: bytes, *, alt: str, crop: Crop | None = None) -> Portrait:
    """An unsaved portrait of an uploaded file, with an optional crop; Refused, by field ("picture",
    "crop"), if the file or the crop is not usable; Busy.
    """
    if not content:
        raise Refused({"picture": f"Choose a picture first. {portraits.ACCEPTED_FILES}"})
    try:
        images = process.process_upload(content)
        picture, cropped = images.picture, images.cropped
        if crop and crop != images.crop:
            if not crop.fits(picture.width, picture.height):
                size = f"{picture.width:,} × {picture.height:,} pixels"
                raise Refused({"crop": f"The crop reaches beyond the picture of {size}."})
            cropped = process.crop_image(picture.content, crop)
    except UnusableImage as fault:
        raise Refused({"picture": str(fault)}) from None
    return Portrait(
        picture=picture.content,
        width=picture.width,
        height=picture.height,
        alt=alt,
        **vars(cropped),
        **_crop_columns(crop or images.crop),
    )


def stored_bytes(portrait: Portrait) -> int:
    """The bytes that a portrait takes in the database."""
    return len(portrait.picture) + len(portrait.shown) + len(portrait.small)


def attach(portrait: Portrait, character: Character) -> None:
    """Saves a new portrait as that of a character. Part of an operation."""
    portrait.character = character
    portrait.save()


class SetCrop(Operation[Character, None]):
    """Crops the portrait anew, before anything is locked. Conflict if its digest is not
    `expected_digest` any more, or it is gone.
    """

    access: CharacterAccess = field(kw_only=False)
    crop_input: CropInput
    alt: str
    expected_digest: str

    def run(self) -> None:
        self.access.check()
        portrait = Portrait.objects.filter(character__public_id=self.access.id).first()
        if portrait is None or portrait.digest != self.expected_digest:
            raise Conflict(CHANGED)
        crop = self.crop_input.crop(portrait.width, portrait.height)
        try:
            cropped = process.crop_image(bytes(portrait.picture), crop)
        except UnusableImage as fault:
            raise Refused({"place": str(fault)}) from None
        self.columns = {"alt": self.alt, **vars(cropped), **_crop_columns(crop)}
        super().run()

    def save(self) -> None:
        _check_editable(self.row)
        rows = Portrait.objects.filter(character=self.row, digest=self.expected_digest)
        if not rows.update(**self.columns):
            raise Conflict(CHANGED)


class Remove(Operation[Character, None]):
    """Removes the portrait, if there is one."""

    def save(self) -> None:
        _check_editable(self.row)
        Portrait.objects.filter(character=self.row).delete()


def portrait_of(character: Character) -> Portrait | None:
    """The character's portrait, if there is one; its image columns are loaded when used."""
    return getattr(character, "portrait", None)


def copy(character: Character, to: Character) -> None:
    """Gives another character the same portrait. Part of an operation."""
    if portrait := Portrait.objects.filter(character=character).first():
        portrait.pk, portrait.character = None, to
        portrait._state.adding = True
        portrait.save()


def _crop_columns(crop: Crop) -> dict[str, int | str]:
    return {**vars(crop), "down": crop.down}


def _check_editable(character: Character) -> None:
    if character.is_archived:
        raise NotEditable(ARCHIVED)
