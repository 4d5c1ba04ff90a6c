"""Addresses of reviews and comments."""

from django.urls import URLPattern, path

from sheets.reviews import gm_views, player_views

CHARACTER = "characters/<uuid:id>/"
REVIEWS = "parties/<uuid:id>/reviews/"
ONE = f"{REVIEWS}<uuid:character>/"

urlpatterns: list[URLPattern] = [
    path(f"{CHARACTER}review/", player_views.index, name="character_review"),
    path(f"{CHARACTER}comments/", player_views.comments_index, name="character_comments"),
    path(REVIEWS, gm_views.overview, name="party_reviews"),
    path(ONE, gm_views.review, name="party_review"),
    path(f"{ONE}undo/", gm_views.undo, name="party_review_undo"),
    path(f"{ONE}accept/", gm_views.accept, name="party_accept"),
    path(f"{ONE}reject/", gm_views.reject, name="party_reject"),
]
