"""The site's front, the rules, and what is done with one's characters."""

from django.urls import path

from sheets.advancement import views as advancement
from sheets.characters import (
    bulk_views,
    convert_views,
    press_views,
    sheet_views,
    shelf_views,
    start_views,
    text_views,
)
from sheets.creation import introduction_views, surprise_views, tip_views
from sheets.creation import views as creation
from sheets.history import views as history
from sheets.home import views
from sheets.notes import views as notes
from sheets.play import views as play
from sheets.play_log import views as play_log
from sheets.portraits import views as portraits
from sheets.print_pages import blank_views
from sheets.print_pages import views as print_pages
from sheets.reference import booklet
from sheets.reference import views as reference
from sheets.text_export import views as text_export

CHARACTER = "characters/<uuid:id>/"
STEP = f"{CHARACTER}build/<slug:step>/"
TABLE = f"{CHARACTER}table/"
MOMENT = f"{CHARACTER}history/<int:moment>/"

urlpatterns = [
    path(CHARACTER, sheet_views.character, name="character"),
    path("", views.landing, name="landing"),
    path("credits/", views.credits_page, name="credits"),
    path("theme/", views.theme, name="theme"),
    path("tips/off/", tip_views.off, name="tips_off"),
    path("characters/", shelf_views.characters, name="characters"),
    path("characters/new/", start_views.new, name="character_new"),
    path("characters/archive/", bulk_views.archive, name="characters_archive"),
    path("characters/restore/", bulk_views.restore, name="characters_restore"),
    path("characters/undo/", bulk_views.undo, name="characters_undo"),
    path("characters/export.zip", bulk_views.export, name="characters_export"),
    path("rules/", reference.games, name="rules"),
    path("rules/<slug:system>/", reference.contents, name="reference"),
    path("rules/<slug:system>/booklet.pdf", booklet.pdf, name="reference_booklet"),
    path("rules/<slug:system>/booklet/", booklet.page, name="reference_booklet_page"),
    path("rules/<slug:system>/<slug:chapter>/", reference.chapter, name="reference_chapter"),
    path("paper/<slug:system>/", blank_views.index, name="blank"),
    path("paper/<slug:system>/blank.pdf", blank_views.pdf, name="blank_pdf"),
    path("paper/<slug:system>/<int:number>.png", blank_views.picture, name="blank_picture"),
    path(f"{CHARACTER}why/<path:key>/", sheet_views.why, name="character_why"),
    path(f"{CHARACTER}document.json", sheet_views.document, name="character_document"),
    path(f"{CHARACTER}export.zip", sheet_views.export, name="character_export"),
    path(f"{CHARACTER}sheet.pdf", print_pages.pdf, name="character_pdf"),
    path(f"{CHARACTER}print/", print_pages.index, name="character_print"),
    path(f"{CHARACTER}print/<int:number>.png", print_pages.picture, name="character_print_picture"),
    path(f"{CHARACTER}text/", text_export.index, name="character_copy"),
    path(f"{CHARACTER}sheet.md", text_export.markdown, name="character_markdown"),
    path(f"{CHARACTER}sheet.txt", text_export.plain, name="character_text"),
    path(f"{CHARACTER}words/", notes.index, name="character_words"),
    path(f"{CHARACTER}portrait.webp", portraits.image, name="character_portrait_image"),
    path(f"{CHARACTER}portrait/small.webp", portraits.small_image, name="character_portrait_small"),
    path(f"{CHARACTER}portrait/", portraits.index, name="character_portrait"),
    path(f"{CHARACTER}portrait/whole.webp", portraits.full_image, name="character_portrait_whole"),
    path(f"{CHARACTER}portrait/show/", portraits.set_crop, name="character_portrait_show"),
    path(f"{CHARACTER}portrait/remove/", portraits.remove, name="character_portrait_remove"),
    path(f"{CHARACTER}meet/", introduction_views.meet, name="character_meet"),
    path(f"{CHARACTER}build/", creation.build, name="character_build"),
    path(STEP, creation.step, name="character_step"),
    path(f"{STEP}surprise/", surprise_views.surprise, name="character_surprise"),
    path(f"{STEP}surprise/undo/", surprise_views.undo, name="character_surprise_undo"),
    path(f"{CHARACTER}finish/", creation.finish, name="character_finish"),
    path(f"{CHARACTER}rebuild/", creation.begin, name="character_rebuild"),
    path(f"{CHARACTER}rebuild/leave/", creation.leave, name="character_rebuild_leave"),
    path(f"{CHARACTER}rebuild/finish/", creation.finish_rebuild, name="character_rebuild_finish"),
    path(f"{CHARACTER}rebuild/why/<path:key>/", creation.why, name="character_rebuild_why"),
    path(f"{CHARACTER}history/", history.index, name="character_history"),
    path(f"{CHARACTER}history/compare/", history.compare, name="character_compare"),
    path(MOMENT, history.moment, name="character_moment"),
    path(f"{MOMENT}why/<path:key>/", history.why, name="character_moment_why"),
    path(f"{MOMENT}go-back/", history.go_back, name="character_go_back"),
    path(
        f"{CHARACTER}history/<int:position>/take-back/",
        history.take_back,
        name="character_take_back",
    ),
    path(f"{CHARACTER}advance/", advancement.advance, name="character_advance"),
    path(f"{CHARACTER}gear/", advancement.gear, name="character_gear"),
    path(f"{CHARACTER}session/", advancement.session, name="character_session"),
    path(f"{CHARACTER}price/<slug:part>/<path:offer>/", advancement.price, name="character_price"),
    path(f"{CHARACTER}plan/", advancement.index, name="character_plan"),
    path(f"{CHARACTER}plan/wish/", advancement.wish, name="character_wish"),
    path(f"{CHARACTER}log/", play_log.index, name="character_log"),
    path(f"{CHARACTER}log.json", play_log.as_json, name="character_log_json"),
    path(f"{CHARACTER}log.txt", play_log.as_text, name="character_log_text"),
    path(TABLE, play.index, name="character_table"),
    path(f"{TABLE}panel/<path:action>/", play.panel, name="character_table_panel"),
    path(f"{CHARACTER}texts/", text_views.index, name="character_texts"),
    path(f"{CHARACTER}press/<path:action>/", press_views.press, name="character_press"),
    path(f"{CHARACTER}press-undo/<int:number>/", press_views.undo, name="character_press_undo"),
    path(f"{TABLE}do/<path:action>/", play.do, name="character_table_do"),
    path(f"{TABLE}point/<int:number>/", play.point, name="character_table_point"),
    path(f"{TABLE}declare/", play.declare, name="character_table_declare"),
    path(f"{TABLE}take-back/<int:number>/", play.take_back, name="character_table_take_back"),
    path(f"{TABLE}answer/<int:number>/", play.answer, name="character_table_answer"),
    path(f"{CHARACTER}convert/", convert_views.convert, name="character_convert"),
    path(f"{CHARACTER}duplicate/", shelf_views.duplicate, name="character_duplicate"),
    path(f"{CHARACTER}archive/", shelf_views.archive, name="character_archive"),
    path(f"{CHARACTER}restore/", shelf_views.restore, name="character_restore"),
    path(f"{CHARACTER}delete/", shelf_views.delete, name="character_delete"),
    path("characters/deleted/", shelf_views.deleted, name="characters_deleted"),
    path(f"{CHARACTER}undelete/", shelf_views.undelete, name="character_undelete"),
    path(f"{CHARACTER}erase/", shelf_views.erase, name="character_erase"),
]
