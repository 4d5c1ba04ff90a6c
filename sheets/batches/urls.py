"""Addresses of batches."""

from django.urls import path

from sheets.batches import views

urlpatterns = [path("batches/cancel/", views.cancel, name="batch_cancel")]
