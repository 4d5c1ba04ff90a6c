"""Characters for other programs: a page and a file for each, of one character and of a party."""

from django.urls import path

from sheets.exchange import chat_views, views

CHARACTER, PARTY = "characters/<uuid:id>/exchange/", "parties/<uuid:id>/exchange/"

urlpatterns = [
    path("dice/", views.dice, name="dice_spelling"),
    path("dice/discord/", chat_views.own, name="own_chat"),
    path("dice/discord/remove/", chat_views.remove, name="own_chat_remove"),
    path(CHARACTER, views.index, name="character_exchange"),
    path(f"{CHARACTER}<slug:target>/", views.file, name="character_exchange_file"),
    path(PARTY, views.party, name="party_exchange"),
    path(
        f"{PARTY}opponents/<slug:target>.zip",
        views.opponents_file,
        name="party_exchange_opponents",
    ),
    path(f"{PARTY}<slug:target>.zip", views.party_file, name="party_exchange_file"),
]
