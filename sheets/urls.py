"""Every address."""

from django.urls import path

from sheets.views import (
    beginning,
    creation,
    landing,
    paper,
    portrait,
    reference,
    sheet,
    shelf,
    text,
    words,
)

CHARACTER = "characters/<uuid:id>/"
STEP = f"{CHARACTER}build/<slug:step>/"

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("credits/", landing.thanks, name="credits"),
    path("theme/", landing.theme, name="theme"),
    path("characters/", shelf.characters, name="characters"),
    path("characters/new/", beginning.new, name="character_new"),
    path("characters/import/", beginning.take_in, name="character_import"),
    path("rules/", reference.rules, name="rules"),
    path("rules/<slug:system>/", reference.contents, name="reference"),
    path("rules/<slug:system>/booklet.pdf", reference.booklet, name="reference_booklet"),
    path("rules/<slug:system>/<slug:chapter>/", reference.chapter, name="reference_chapter"),
    path(CHARACTER, sheet.character, name="character"),
    path(f"{CHARACTER}why/<path:key>/", sheet.why, name="character_why"),
    path(f"{CHARACTER}document.json", sheet.document, name="character_document"),
    path(f"{CHARACTER}sheet.pdf", paper.pdf, name="character_pdf"),
    path(f"{CHARACTER}text/", text.copy, name="character_copy"),
    path(f"{CHARACTER}sheet.md", text.markdown, name="character_markdown"),
    path(f"{CHARACTER}sheet.txt", text.plain, name="character_text"),
    path(f"{CHARACTER}words/", words.index, name="character_words"),
    path(f"{CHARACTER}portrait.webp", portrait.image, name="character_portrait_image"),
    path(f"{CHARACTER}portrait/", portrait.index, name="character_portrait"),
    path(f"{CHARACTER}portrait/whole.webp", portrait.whole, name="character_portrait_whole"),
    path(f"{CHARACTER}portrait/show/", portrait.show, name="character_portrait_show"),
    path(f"{CHARACTER}portrait/remove/", portrait.remove, name="character_portrait_remove"),
    path(f"{CHARACTER}build/", creation.build, name="character_build"),
    path(STEP, creation.step, name="character_step"),
    path(f"{STEP}surprise/", creation.surprise, name="character_surprise"),
    path(f"{CHARACTER}finish/", creation.finish, name="character_finish"),
    path(f"{CHARACTER}reopen/", creation.reopen, name="character_reopen"),
    path(f"{CHARACTER}duplicate/", shelf.duplicate, name="character_duplicate"),
    path(f"{CHARACTER}archive/", shelf.archive, name="character_archive"),
    path(f"{CHARACTER}restore/", shelf.restore, name="character_restore"),
    path(f"{CHARACTER}delete/", shelf.delete, name="character_delete"),
]
