"""A worker process that handles one image and ends, so its memory is always freed."""

from __future__ import annotations

import msgspec

from sheets.portraits import images
from sheets.portraits.crop import Crop
from sheets.portraits.images import CroppedImage, PortraitImages, UnusableImage
from sheets.processes.child import main


class ProcessUpload(msgspec.Struct, frozen=True, tag="sent"):
    """An uploaded file, to make a portrait of."""

    file: bytes


class CropImage(msgspec.Struct, frozen=True, tag="shown"):
    """A stored image, and the crop to make of it."""

    picture: bytes
    crop: Crop


PortraitJob = ProcessUpload | CropImage


class PortraitResult(msgspec.Struct, frozen=True):
    """A portrait, or a cropped image, or why there is none."""

    portrait: PortraitImages | None = None
    cropped: CroppedImage | None = None
    error: str = ""


def run(job: PortraitJob) -> PortraitResult:
    """Does the job; every failure is an `error`, never an exception."""
    try:
        if isinstance(job, ProcessUpload):
            return PortraitResult(portrait=images.process_upload(job.file))
        return PortraitResult(cropped=images.crop_image(job.picture, job.crop))
    except UnusableImage as error:
        return PortraitResult(error=str(error))
    except MemoryError:
        return PortraitResult(error=images.TOO_COSTLY)


def handle(message: bytes) -> tuple[bytes, bool]:
    """The reply to a message; the worker retires after it."""
    result = run(msgspec.msgpack.decode(message, type=PortraitJob))
    return msgspec.msgpack.encode(result), True


if __name__ == "__main__":
    main(handle)
