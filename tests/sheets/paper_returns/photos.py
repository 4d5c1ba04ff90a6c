"""Photographs of printed sheets, as a phone takes them, and the codes that are read in them."""

import pypdfium2
import zxingcpp
from PIL import Image, ImageFilter

# A whole page on two megapixels: few phones take less.
DOTS_PER_INCH = 150


def photo(pdf: bytes, *, dots_per_inch: int = DOTS_PER_INCH) -> Image.Image:
    """The first page, held a little askew, not quite in focus, in poor light."""
    (page, *_) = pypdfium2.PdfDocument(pdf)
    image = page.render(scale=dots_per_inch / 72).to_pil().convert("L")
    turned = image.rotate(4, Image.Resampling.BICUBIC, expand=True, fillcolor=200)
    blurred = turned.filter(ImageFilter.GaussianBlur(dots_per_inch / 250))
    return blurred.point([60 + value * 55 // 100 for value in range(256)])


def read(image: Image.Image) -> list[str]:
    """The texts of the QR codes in a picture."""
    return [code.text for code in zxingcpp.read_barcodes(image)]
