"""What is said about a character: reviews, and comments."""

from django.urls import URLPattern, path

from sheets.views import comments, reviewing, reviews

CHARACTER = "characters/<uuid:id>/"
REVIEWS = "parties/<uuid:id>/reviews/"
ONE = f"{REVIEWS}<uuid:character>/"

urlpatterns: list[URLPattern] = [
    path(f"{CHARACTER}review/", reviews.index, name="character_review"),
    path(f"{CHARACTER}comments/", comments.index, name="character_comments"),
    path(REVIEWS, reviewing.overview, name="party_reviews"),
    path(ONE, reviewing.one, name="party_review"),
    path(f"{ONE}undo/", reviewing.undo, name="party_review_undo"),
    path(f"{ONE}accept/", reviewing.accept, name="party_accept"),
    path(f"{ONE}reject/", reviewing.reject, name="party_reject"),
]
