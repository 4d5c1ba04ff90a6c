"""Addresses of parties and their pages."""

from django.urls import path

from sheets.parties import log_views, member_views, views
from sheets.parties.awards import views as awards
from sheets.parties.board import views as board
from sheets.parties.briefing import views as briefing
from sheets.parties.chat import views as chat
from sheets.parties.convention import views as convention
from sheets.parties.guests import views as guests
from sheets.parties.house_rules import views as house_rules
from sheets.parties.pack import views as pack
from sheets.parties.roll_requests import views as roll_requests
from sheets.parties.sessions import end_views
from sheets.parties.sessions import views as sessions
from sheets.parties.stash import views as stash
from sheets.parties.takeover import views as takeover

PARTY = "parties/<uuid:id>/"
MEMBERS = f"{PARTY}members/"
MEMBER = f"{MEMBERS}<int:member>/"
RULES = f"{PARTY}rules/"
SESSIONS = f"{PARTY}sessions/"
GUESTS = f"{PARTY}guests/"
STASH = f"{PARTY}stash/"
CONVENTION = f"{PARTY}convention/"

urlpatterns = [
    path("parties/", views.index, name="parties"),
    path("parties/new/", views.new, name="party_new"),
    path("parties/join/", views.join, name="party_join"),
    path("join/<str:code>/", views.invitation, name="invitation"),
    path(PARTY, board.index, name="party"),
    path(f"{PARTY}skills/", board.skills, name="party_skills"),
    path(f"{PARTY}log/", log_views.index, name="party_log"),
    path(f"{PARTY}log.txt", log_views.as_text, name="party_log_text"),
    path(f"{PARTY}log.md", log_views.as_markdown, name="party_log_markdown"),
    path(f"{PARTY}log.json", log_views.as_json, name="party_log_json"),
    path(f"{PARTY}calls/", roll_requests.index, name="party_call"),
    path(f"{PARTY}calls/<int:number>/close/", roll_requests.close, name="party_call_close"),
    path(f"{PARTY}calls/<int:number>/reopen/", roll_requests.reopen, name="party_call_reopen"),
    path(
        f"{PARTY}calls/<int:number>/again/<uuid:character>/",
        roll_requests.ask_again,
        name="party_call_again",
    ),
    path(
        f"{PARTY}calls/<int:number>/keep/<uuid:character>/",
        roll_requests.keep_earlier,
        name="party_call_keep",
    ),
    path(f"{PARTY}calls/secret/", roll_requests.secret, name="party_secret_roll"),
    path(
        f"{PARTY}calls/secret/<int:number>/<slug:verb>/",
        roll_requests.decide,
        name="party_secret_roll_decide",
    ),
    path(MEMBERS, member_views.index, name="party_members"),
    path(f"{PARTY}name/", member_views.rename, name="party_rename"),
    path(f"{PARTY}invitations/", member_views.invite, name="party_invite"),
    path(f"{PARTY}invitations/<int:invitation>/revoke/", member_views.revoke, name="party_revoke"),
    path(f"{PARTY}bring/", member_views.bring, name="party_bring"),
    path(f"{PARTY}chat/", chat.index, name="party_chat"),
    path(f"{PARTY}chat/remove/", chat.remove, name="party_chat_remove"),
    path(GUESTS, guests.index, name="party_guests"),
    path(f"{GUESTS}code/", guests.screen, name="party_guests_code"),
    path(f"{GUESTS}open/", guests.open_table, name="party_guests_open"),
    path(f"{GUESTS}close/", guests.close_table, name="party_guests_close"),
    path("seat/<str:code>/", guests.seat, name="guest_seat"),
    path(f"{PARTY}leave/", member_views.leave, name="party_leave"),
    path(f"{PARTY}dissolve/", member_views.dissolve, name="party_dissolve"),
    path(
        f"{PARTY}characters/<uuid:character>/send-away/",
        member_views.send_away,
        name="party_send_away",
    ),
    path(f"{MEMBER}remove/", member_views.remove, name="party_remove"),
    path(f"{MEMBER}role/", member_views.appoint, name="party_appoint"),
    path(f"{MEMBER}hand-over/", member_views.hand_over, name="party_hand_over"),
    path(f"{PARTY}lead/", takeover.lead, name="party_lead"),
    path(f"{PARTY}lead/ask/", takeover.ask, name="party_lead_ask"),
    path(f"{PARTY}lead/dismiss/", takeover.dismiss, name="party_lead_dismiss"),
    path(f"{PARTY}lead/object/", takeover.object_to, name="party_lead_object"),
    path(f"{PARTY}lead/withdraw/", takeover.withdraw, name="party_lead_withdraw"),
    path("characters/<uuid:id>/leave-party/", member_views.take_out, name="character_leave_party"),
    path(f"{PARTY}hand-out/", awards.index, name="party_hand_out"),
    path(f"{PARTY}hand-out/<int:hand_out>/undo/", awards.undo, name="party_hand_out_undo"),
    path(STASH, stash.index, name="party_stash"),
    path(f"{STASH}put/", stash.put, name="party_stash_put"),
    path(f"{STASH}take/", stash.take, name="party_stash_take"),
    path(f"{STASH}add/", stash.add, name="party_stash_add"),
    path(f"{STASH}remove/", stash.remove, name="party_stash_remove"),
    path(f"{STASH}<int:act>/undo/", stash.undo, name="party_stash_undo"),
    path(f"{PARTY}session/", awards.session, name="party_session"),
    path(SESSIONS, sessions.index, name="party_sessions"),
    path(f"{SESSIONS}end/", end_views.end, name="party_session_end"),
    path(f"{SESSIONS}<int:number>/", sessions.edit, name="party_session_edit"),
    path(f"{PARTY}chronicle.pdf", sessions.pdf, name="party_chronicle"),
    path(f"{PARTY}sessions.md", sessions.as_markdown, name="party_sessions_markdown"),
    path(f"{PARTY}brief/", briefing.index, name="party_brief"),
    path(f"{PARTY}brief.pdf", briefing.pdf, name="party_brief_pdf"),
    path(f"{PARTY}pack/", pack.index, name="party_pack"),
    path(f"{PARTY}pack.pdf", pack.pdf, name="party_pack_pdf"),
    path(CONVENTION, convention.index, name="party_convention"),
    path(f"{CONVENTION}make/", convention.make, name="party_convention_make"),
    path(f"{CONVENTION}discard/", convention.discard, name="party_convention_discard"),
    path(f"{CONVENTION}pack/", convention.pack, name="party_convention_pack"),
    path(f"{PARTY}convention.pdf", convention.pdf, name="party_convention_pdf"),
    path(RULES, house_rules.index, name="party_rules"),
    path(f"{PARTY}options/", house_rules.change_options, name="party_options"),
    path(f"{RULES}<slug:kind>/", house_rules.homebrew, name="party_homebrew_new"),
    path(f"{RULES}<slug:kind>/<slug:thing>/", house_rules.homebrew, name="party_homebrew"),
    path(
        f"{RULES}<slug:kind>/<slug:thing>/remove/",
        house_rules.remove_homebrew,
        name="party_homebrew_remove",
    ),
]
