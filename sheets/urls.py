"""Every address."""

from django.urls import path

from sheets.views import beginning, creation, landing, paper, sheet, shelf

CHARACTER = "characters/<uuid:id>/"
STEP = f"{CHARACTER}build/<slug:step>/"

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("credits/", landing.thanks, name="credits"),
    path("theme/", landing.theme, name="theme"),
    path("characters/", shelf.characters, name="characters"),
    path("characters/new/", beginning.new, name="character_new"),
    path("characters/import/", beginning.take_in, name="character_import"),
    path(CHARACTER, sheet.character, name="character"),
    path(f"{CHARACTER}why/<str:key>/", sheet.why, name="character_why"),
    path(f"{CHARACTER}document.json", sheet.document, name="character_document"),
    path(f"{CHARACTER}sheet.pdf", paper.pdf, name="character_pdf"),
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
