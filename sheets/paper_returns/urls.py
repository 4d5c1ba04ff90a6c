"""Addresses of printed sheets that come back."""

from django.urls import path

from sheets.paper_returns import views

urlpatterns = [
    path("printed/", views.index, name="paper_returns"),
    path("printed/<str:code>/", views.sheet, name="paper_return"),
    path("printed/<str:code>/undo/<int:number>/", views.undo, name="paper_return_undo"),
]
