"""The address that changes made without a connection are sent to."""

from django.urls import path

from sheets.outbox import views

urlpatterns = [path("outbox/", views.index, name="outbox")]
