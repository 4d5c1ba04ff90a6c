"""Runs image work in a separate process, one image at a time on the whole machine, so many large
uploads together take no more memory than one.
"""

from __future__ import annotations

import msgspec

from sheets.portraits.crop import Crop
from sheets.portraits.images import TOO_COSTLY, CroppedImage, PortraitImages, UnusableImage
from sheets.portraits.worker import CropImage, PortraitJob, PortraitResult, ProcessUpload
from sheets.processes.file_lock import LockTimeout, file_lock
from sheets.processes.pool import (
    CpuLimitExceeded,
    PerProcess,
    Pool,
    PoolBusy,
    WorkerDied,
    WorkerNotStarted,
    WorkerSpec,
)
from sheets.rate_limits import Busy

WORKER = WorkerSpec("sheets.portraits.worker", memory=512 * 1024**2, seconds=5)
WAIT_SECONDS = 15.0
_pool = PerProcess(lambda: Pool(WORKER, size=1, jobs=1))


def process_upload(content: bytes) -> PortraitImages:
    """The portrait made of an uploaded file; UnusableImage if it is not a picture we accept,
    Busy.
    """
    images = _run(ProcessUpload(content)).portrait
    if images is None:
        raise UnusableImage(TOO_COSTLY)
    return images


def crop_image(picture: bytes, crop: Crop) -> CroppedImage:
    """The cropped image of a stored image; UnusableImage, Busy."""
    cropped = _run(CropImage(picture, crop)).cropped
    if cropped is None:
        raise UnusableImage(TOO_COSTLY)
    return cropped


def _run(job: PortraitJob) -> PortraitResult:
    try:
        with file_lock("portrait", seconds=WAIT_SECONDS):
            reply = _pool().ask(msgspec.msgpack.encode(job))
    except (PoolBusy, WorkerNotStarted, LockTimeout):
        raise Busy from None
    except (CpuLimitExceeded, WorkerDied):
        raise UnusableImage(TOO_COSTLY) from None
    result = msgspec.msgpack.decode(reply, type=PortraitResult)
    if result.error:
        raise UnusableImage(result.error)
    return result
