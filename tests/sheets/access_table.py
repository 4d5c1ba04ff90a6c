"""Every address of the site, and who gets what there: the table that `test_access` goes through.

Each row names the methods an address has, whom it lets in, and on what it is tried. Who is not let
in gets 404, or 403 where they may see what it is about; after 405 for a method it has not got.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

# A character that is not there.
NOBODY_S = "00000000-0000-4000-8000-000000000000"
READ, WRITE, BOTH = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}

EVERYBODY = frozenset(
    {
        "nobody",
        "visitor",
        "owner",
        "fellow",
        "guest",
        "gm",
        "co-gm",
        "another gm",
        "ex-member",
        "holder",
        "staff",
    }
)
SIGNED_IN = EVERYBODY - {"nobody", "visitor", "holder", "guest"}
LEADING = frozenset({"gm", "co-gm"})
PARTY = LEADING | {"owner", "fellow", "guest"}


# The combatant that a fight is tried on: no number that the database will give another one.
FIGHTER = 1_000_000


@dataclass(frozen=True)
class Row:
    """One address. `get` and `post` are what those get who are let in; `turned_away` what they do
    who only see what it is about. An address that `is_api` is for programs: with a token of whoever
    has an account; PUT is as POST. `on` names the fixture of what it is tried on; `got` and
    `posted` are what some of those who are let in get otherwise.
    """

    methods: set[str]
    let_in: frozenset[str] = EVERYBODY
    turned_away: frozenset[str] = frozenset()
    get: int = 200
    post: int = 302
    on: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    refused: int = 403
    is_api: bool = False
    got: Mapping[str, int] = field(default_factory=dict)
    posted: Mapping[str, int] = field(default_factory=dict)


def open_to_all(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """Nobody's in particular."""
    return Row(methods, get=get, post=post, arguments=arguments)


def of_account(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For who is signed in; everybody else is led to where one signs in."""
    return Row(methods, SIGNED_IN, EVERYBODY - SIGNED_IN, get, post, "", arguments, refused=302)


def entrance(methods: set[str], get: int, post: int, inside: int, **arguments: Any) -> Row:
    """For who is not signed in; who is gets `inside`, and is led on where they would send it."""
    got = dict.fromkeys(SIGNED_IN, inside)
    posted = dict.fromkeys(SIGNED_IN, 302 if inside == 302 else post)
    return Row(methods, get=get, post=post, arguments=arguments, got=got, posted=posted)


def seen(methods: set[str], on: str = "finished", get: int = 200, **arguments: Any) -> Row:
    """For the owner of a character and the members of its party."""
    return Row(methods, PARTY, get=get, on=on, arguments=arguments)


def owned(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character; the members of its party see that it is there."""
    return Row(methods, frozenset({"owner"}), PARTY - {"owner"}, get, post, on, arguments)


def played(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character and whoever leads its party; a fellow sees that it is there."""
    return Row(
        methods, LEADING | {"owner"}, frozenset({"fellow", "guest"}), get, post, on, arguments
    )


def discussed(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character and whoever leads its party; nobody else knows of it."""
    return Row(methods, LEADING | {"owner"}, get=get, post=post, on=on, arguments=arguments)


def judged(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """About a character of the party, for whoever leads it alone."""
    return Row(methods, LEADING, get=get, post=post, on="finished", arguments=arguments)


def of_party(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For the members of a party."""
    return Row(methods, PARTY, get=get, post=post, on="party", arguments=arguments)


def led(
    methods: set[str], get: int = 200, post: int = 302, on: str = "party", **arguments: Any
) -> Row:
    """For whoever leads a party."""
    return Row(methods, LEADING, get=get, post=post, on=on, arguments=arguments)


def fought(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """About a combatant in a fight, for its owner and whoever leads the party."""
    let_in = LEADING | {"owner"}
    return Row(methods, let_in, get=get, post=post, on="battle", arguments=arguments)


def chaired(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For the game master alone."""
    return Row(methods, frozenset({"gm"}), get=get, post=post, on="party", arguments=arguments)


def for_programs(
    methods: set[str],
    let_in: frozenset[str] = PARTY,
    writers: frozenset[str] = frozenset(),
    *,
    get: int = 200,
    post: int = 302,
    on: str = "finished",
    **arguments: Any,
) -> Row:
    """For programs of those who are let in; of these only the writers change anything."""
    posted = dict.fromkeys(let_in - writers, 403)
    return Row(
        methods, let_in, get=get, post=post, on=on, arguments=arguments, is_api=True, posted=posted
    )


API = {
    "api": open_to_all(READ),
    "api_document": Row(READ, is_api=True),
    "api_systems": Row(READ, is_api=True),
    "api_system": Row(READ, is_api=True, arguments={"system": "hyperspace-d6"}),
    "api_chapter": Row(
        READ, is_api=True, arguments={"system": "hyperspace-d6", "chapter": "combat"}
    ),
    "api_characters": for_programs(BOTH, SIGNED_IN, SIGNED_IN, post=415, on=""),
    "api_character": for_programs(READ | {"PUT"}, writers=frozenset({"owner"}), post=428),
    "api_finish": for_programs(WRITE, writers=frozenset({"owner"}), post=409),
    "api_sheet": for_programs(READ),
    "api_export": for_programs(READ, target="md"),
    "api_entries": for_programs(BOTH, writers=frozenset({"owner"}), post=428),
    "api_actions": replace(played(READ), is_api=True),
    "api_action": replace(played(BOTH, post=415, action="skills.agility"), is_api=True),
    "api_marks": for_programs(BOTH, writers=LEADING | {"owner"}, post=415),
    "api_log": for_programs(READ),
    "api_undo": for_programs(WRITE, writers=LEADING | {"owner"}, post=404, number=1),
    "api_point": for_programs(WRITE, writers=LEADING | {"owner"}, post=404, number=1),
    "api_turn": for_programs({"PUT"}, writers=LEADING | {"owner"}, post=415),
    "api_parties": for_programs(READ, SIGNED_IN, on=""),
    "api_party": for_programs(READ, LEADING, on="party"),
    "api_roster": replace(led(BOTH, post=415), is_api=True),
    # No fight is running.
    "api_fight": replace(of_party(READ, get=404), is_api=True),
    # A player reads which one is running; of one that is prepared they know nothing.
    "api_encounters": Row(
        BOTH,
        PARTY,
        post=415,
        on="party",
        is_api=True,
        posted=dict.fromkeys(PARTY - LEADING, 404),
    ),
    "api_encounter": replace(of_party(READ), on="battle", is_api=True),
    "api_encounter_lead": replace(led(WRITE, post=415, on="battle", verb="roll"), is_api=True),
    "api_combatant_lead": replace(
        led(WRITE, post=415, on="battle", combatant=FIGHTER, verb="reveal"), is_api=True
    ),
    "api_combatant_act": replace(
        fought(WRITE, post=415, combatant=FIGHTER, verb="initiative"), is_api=True
    ),
    "api_combatant_attack": replace(fought(BOTH, post=415, combatant=FIGHTER), is_api=True),
    "api_attack_decide": replace(
        led(WRITE, post=404, on="battle", attack=1_000_000, verb="take"), is_api=True
    ),
    # No duel is open.
    "api_duel": replace(led(READ | {"POST", "DELETE"}, get=404, post=415), is_api=True),
    "api_duel_lead": replace(led(WRITE, post=415, verb="start"), is_api=True),
    "api_duel_right": for_programs(WRITE, writers=PARTY, on="party", post=409, exchange=1, index=0),
    "api_duel_prize": for_programs({"PUT"}, writers=PARTY, on="party", post=409, fighter=1),
    "api_duel_roll": for_programs(
        WRITE, writers=PARTY, on="party", post=409, fighter=1, verb="check"
    ),
    "account_tokens": of_account(BOTH, post=422),
}
FRONT = {
    "manifest": open_to_all(READ),
    "worker": open_to_all(READ),
    "offline": open_to_all(READ),
    "outbox": open_to_all(BOTH, post=400),
    "landing": open_to_all(READ),
    "credits": open_to_all(READ),
    "help": open_to_all(READ),
    "help_guide": open_to_all(READ, name="players"),
    "help_pdf": open_to_all(READ, name="players"),
    "theme": open_to_all(WRITE),
    # Stops one's own and nobody else's; without one it only leads on.
    "batch_cancel": open_to_all(WRITE),
    "tips_off": open_to_all(WRITE),
    "characters": open_to_all(READ),
    "characters_deleted": open_to_all(READ),
    "characters_archive": open_to_all(BOTH, get=302, post=422),
    "characters_restore": open_to_all(BOTH, get=302, post=422),
    "characters_undo": open_to_all(BOTH, get=302, post=422),
    "characters_export": open_to_all(BOTH, get=302, post=422),
    "character_new": open_to_all(BOTH, post=422),
    "character_import": open_to_all(BOTH, post=422),
    "dice_spelling": open_to_all(BOTH),
    "own_chat": open_to_all(BOTH, post=422),
    "own_chat_remove": open_to_all(WRITE),
    "rules": open_to_all(READ),
    "reference": open_to_all(READ, system="hyperspace-d6"),
    "reference_chapter": open_to_all(READ, system="hyperspace-d6", chapter="combat"),
    "reference_booklet": open_to_all(READ, get=302, system="rules-sheet-d6"),  # not printed yet
    "reference_booklet_page": open_to_all(READ, system="rules-sheet-d6"),
    "game_tools": open_to_all(READ, get=404, system="hyperspace-d6"),  # it has none
    "game_tool": open_to_all(BOTH, get=404, post=404, system="hyperspace-d6", action="harm"),
    "blank": open_to_all(READ, system="hyperspace-d6"),
    "blank_pdf": open_to_all(READ, system="hyperspace-d6"),
    "blank_picture": open_to_all(READ, system="hyperspace-d6", number=1),
}
CHARACTER = {
    "character": seen(READ),
    "character_live": seen(READ),
    "character_why": seen(READ, key="defenses.dodge"),
    "character_document": seen(READ),
    "character_export": owned(READ),
    "character_convert": owned(BOTH),
    "character_exchange": seen(READ),
    "character_exchange_file": seen(READ, target="od6s"),
    "character_pdf": seen(READ),
    "character_print": seen(READ),
    "character_print_picture": seen(READ, number=1),
    "character_copy": seen(READ),
    "character_markdown": seen(READ),
    "character_text": seen(READ),
    "character_words": owned(BOTH),
    "character_portrait": owned(BOTH, post=422),
    "character_portrait_image": seen(READ, "portrayed"),
    "character_portrait_small": seen(READ, "portrayed"),
    "character_portrait_whole": owned(READ, "portrayed"),
    "character_portrait_show": owned(WRITE, "portrayed", post=422),
    "character_portrait_remove": owned(WRITE, "portrayed"),
    "character_build": owned(READ, "draft", get=302),
    "character_step": owned(BOTH, "draft", step="concept"),
    "character_surprise": owned(WRITE, "draft", step="species"),
    "character_surprise_undo": owned(WRITE, "draft", post=409, step="species"),
    "character_finish": owned(WRITE, "complete"),
    "character_rebuild": owned(WRITE),
    "character_rebuild_leave": owned(WRITE, "rebuilding"),
    "character_rebuild_finish": owned(WRITE, "rebuilding", post=409),
    "character_rebuild_why": owned(READ, "rebuilding", key="defenses.dodge"),
    "character_history": seen(READ, "played"),
    "character_moment": seen(READ, "played", moment=0),
    "character_moment_why": seen(READ, "played", moment=0, key="defenses.dodge"),
    "character_compare": seen(READ, "played"),
    "character_take_back": owned(BOTH, "played", post=409, position=1),
    "character_go_back": owned(BOTH, "played", post=409, moment=0),
    "character_advance": owned(BOTH, post=409),
    "character_gear": owned(BOTH, post=409),
    "character_session": owned(BOTH, post=409),
    "character_price": owned(READ, part="advance", offer="raise-skill.agility"),
    "character_plan": owned(BOTH, post=409),
    "character_wish": owned(WRITE, post=422),
    "character_table": played(READ),
    "character_table_panel": played(READ, action="skills.agility"),
    "character_table_do": played(WRITE, action="skills.agility"),
    "character_texts": owned(BOTH),
    "character_press": played(WRITE, action="box.1.1"),
    "character_press_undo": played(WRITE, post=404, number=1),
    "character_table_point": played(WRITE, post=404, number=1),
    "character_table_declare": played(WRITE, post=422),
    "character_table_take_back": played(WRITE, post=404, number=1),
    "character_table_answer": played(WRITE, post=404, number=1),
    "character_log": seen(READ),
    "character_log_json": seen(READ),
    "character_log_text": seen(READ),
    "character_duplicate": owned(WRITE),
    "character_archive": owned(WRITE),
    "character_restore": owned(WRITE, "archived"),
    "character_delete": owned(BOTH),
    # It is not deleted: its owner is led to it.
    "character_undelete": owned(WRITE),
    "character_erase": owned(WRITE),
}
PARTIES = {
    # A guest sees where they sit.
    "parties": Row(READ, SIGNED_IN | {"guest"}, EVERYBODY - SIGNED_IN - {"guest"}, refused=302),
    "party_new": of_account(BOTH, post=422),
    "party_join": open_to_all(BOTH, post=422),
    "invitation": Row(BOTH, on="invitation"),
    "party_members": of_party(READ),
    "party_chat": chaired(BOTH, post=422),
    "party_chat_remove": chaired(WRITE),
    "party_guests": led(READ),
    "party_guests_code": led(READ, on="guest_table"),
    "party_guests_open": led(WRITE),
    "party_guests_close": led(WRITE),
    "guest_seat": Row(BOTH, post=422, on="seat"),
    "party_rename": led(WRITE, post=422),
    "party_invite": led(WRITE, post=422),
    "party_revoke": led(WRITE, invitation=1),
    "party_bring": of_party(WRITE, post=422),
    # Who is asked first gets 200; the chair stays taken.
    "party_leave": Row(WRITE, PARTY, post=200, on="party", posted={"gm": 422}),
    "party_dissolve": chaired(BOTH, post=422),
    "party_send_away": led(WRITE, character=NOBODY_S),
    "party_remove": led(WRITE, post=404, member=1),
    "party_appoint": chaired(WRITE, post=404, member=1),
    "party_hand_over": chaired(WRITE, post=404, member=1),
    "character_leave_party": owned(WRITE, post=200),
    "party_hand_out": led(BOTH, post=422),
    "party_hand_out_undo": led(WRITE, post=404, hand_out=1),
    "party_session": led(WRITE, post=422),
    "party_tools": led(READ, get=404),
    "party_tool": led(BOTH, get=404, post=404, action="harm"),
    "party_rules": of_party(READ),
    "party_options": led(WRITE),
    "party_homebrew_new": led(BOTH, post=422, kind="species"),
    "party_homebrew": led(BOTH, on="house", kind="skill", thing="beast-riding"),
    "party_homebrew_remove": led(WRITE, post=200, on="house", kind="skill", thing="beast-riding"),
}
# Open to whoever has the key: it is the key that lets them in.
SHARING = {
    "paper_returns": open_to_all(READ),
    "paper_return": Row(BOTH, LEADING | {"owner"}, on="printed", post=422),
    "paper_return_undo": Row(
        WRITE, LEADING | {"owner"}, on="printed", post=404, arguments={"number": 1}
    ),
    "character_share": owned(BOTH),
    "shared": Row(READ, on="held"),
    "shared_why": Row(READ, on="held", arguments={"figure": "defenses.dodge"}),
    "shared_portrait": Row(READ, on="held"),
    "shared_picture": Row(READ, on="held"),
    "shared_pdf": Row(READ, on="held"),
    "shared_document": Row(READ, on="held"),
    "shared_history": Row(READ, on="held"),
}
BRIEF = {
    "party_brief": led(BOTH),
    "party_brief_pdf": led(READ),
    "party_pack": led(READ),
    "party_exchange_opponents": led(READ, get=302, target="od6s"),
    "party_exchange": led(READ),
    "party_exchange_file": led(READ, get=302, target="od6s"),
    "party_pack_pdf": led(READ, get=302),
    "party_convention": led(BOTH, post=422),
    "party_convention_make": led(WRITE),
    "party_convention_discard": led(WRITE, post=200),
    # There is no table yet.
    "party_convention_pack": led(READ, get=302),
    "party_convention_pdf": led(READ, get=302),
}
BOARD = {
    "party": of_party(READ),
    "party_live": of_party(READ),
    "party_skills": of_party(READ),
    "party_log": of_party(READ),
    "party_log_text": of_party(READ),
    "party_log_markdown": of_party(READ),
    "party_log_json": of_party(READ),
    "party_sessions": of_party(READ),
    "party_session_end": led(BOTH, post=409),
    "party_session_edit": led(BOTH, on="session"),
    "party_chronicle": of_party(READ),
    "party_sessions_markdown": of_party(READ),
    "party_call": led(BOTH, post=422),
    "party_call_close": led(WRITE, on="open_call"),
    "party_call_reopen": led(WRITE, on="open_call"),
    "party_call_again": led(WRITE, post=404, on="open_call", character=NOBODY_S),
    "party_call_keep": led(WRITE, post=404, on="open_call", character=NOBODY_S),
    "party_secret_roll": led(WRITE, post=422),
    "party_secret_roll_decide": led(WRITE, post=404, number=1, verb="reveal"),
}
ENCOUNTERS = {
    "encounters": led(BOTH, post=422),
    "fight": of_party(READ),
    "fight_live": of_party(READ),
    "screen": of_party(READ),
    "screen_live": of_party(READ),
    # No picture is shown.
    "screen_picture": of_party(READ, get=404),
    "screen_show": led(BOTH, post=422),
    "screen_clear": led(WRITE),
    "encounter": led(BOTH, post=422, on="battle"),
    "encounter_difficulty": led(READ, on="battle"),
    "encounter_pdf": led(READ, on="battle"),
    "encounter_duplicate": led(WRITE, on="battle"),
    "encounter_delete": led(WRITE, post=422, on="battle"),
    "encounter_add": led(WRITE, post=422, on="battle"),
    "encounter_start": led(WRITE, post=409, on="battle"),
    "encounter_roll": led(WRITE, on="battle"),
    # Nobody has rolled initiative yet.
    "encounter_next": led(WRITE, post=422, on="battle"),
    "combatant": led(WRITE, on="battle", combatant=FIGHTER, verb="reveal"),
    "combatant_deeds": fought(READ, combatant=FIGHTER),
    "combatant_act": fought(WRITE, combatant=FIGHTER, verb="initiative"),
    "combatant_attack": fought(BOTH, post=422, combatant=FIGHTER),
    # Combatant 1 is aboard no craft.
    "crew_station": fought(BOTH, get=404, post=409, combatant=FIGHTER),
    "crew_do": fought(WRITE, combatant=FIGHTER, verb="leave"),
    "attack_decide": led(WRITE, post=404, on="battle", attack=1, verb="waive"),
    "ship_upgrades": of_party(BOTH, get=404, post=404, ship=NOBODY_S),
    "ship_upgrade_undo": of_party(WRITE, post=404, ship=NOBODY_S, upgrade=1),
    "ship_edit": led(BOTH, get=404, post=404, ship=NOBODY_S),
    "ship_edit_undo": led(WRITE, post=404, ship=NOBODY_S, position=0),
    "party_roster": led(BOTH, post=422),
    "roster_add": led(WRITE, post=422, way="listed"),
    "roster_opponent": led(BOTH, get=404, post=404, opponent=NOBODY_S),
    "roster_opponent_do": led(BOTH, get=404, post=404, opponent=NOBODY_S, verb="delete"),
    "own_rosters": open_to_all(READ, get=302),
    "own_roster": open_to_all(BOTH, post=422, system="hyperspace-d6"),
    "own_roster_add": open_to_all(WRITE, post=422, system="hyperspace-d6", way="listed"),
    "own_roster_opponent": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S
    ),
    "own_roster_opponent_do": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S, verb="delete"
    ),
    "own_ships": open_to_all(BOTH, post=422, system="hyperspace-d6"),
    "own_ship_add": open_to_all(WRITE, post=422, system="hyperspace-d6", way="listed"),
    "own_ship": open_to_all(BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S),
    "own_ship_do": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S, verb="delete"
    ),
    "own_ship_edit": open_to_all(BOTH, get=404, post=404, system="hyperspace-d6", ship=NOBODY_S),
    "own_ship_edit_undo": open_to_all(
        WRITE, post=404, system="hyperspace-d6", ship=NOBODY_S, position=0
    ),
    # The party has no ship.
    "crew": of_party(READ),
    "crew_live": of_party(READ),
    "crew_deed": of_party(WRITE, post=404, verb="take"),
    "crew_member": of_party(BOTH, get=404, post=409, member=NOBODY_S),
    # No duel is on.
    "duel": of_party(READ),
    "duel_live": of_party(READ),
    "duel_begin": led(WRITE, post=422),
    "duel_roll": of_party(WRITE, post=409, verb="initiative"),
    "duel_right": of_party(WRITE, post=409, exchange=1, index=0),
    "duel_prize": of_party(WRITE, post=409, duelist=1),
    "duel_lead": led(WRITE, post=409, verb="close"),
    "party_ships": led(BOTH, post=422),
    "ship_add": led(WRITE, post=422, way="listed"),
    "party_ship": led(BOTH, get=404, post=404, opponent=NOBODY_S),
    "party_ship_do": led(BOTH, get=404, post=404, opponent=NOBODY_S, verb="delete"),
    "encounter_end": led(WRITE, on="battle"),
    "encounter_reveal": led(WRITE, on="battle"),
    "encounter_take_all": led(WRITE, on="battle"),
    "encounter_numbers": led(WRITE, on="battle"),
    # It is not over.
    "encounter_resume": led(WRITE, post=409, on="battle"),
}
REVIEWS = {
    # Whoever leads the party is led to where they decide.
    "character_review": Row(BOTH, frozenset({"owner"}), LEADING, on="finished", refused=302),
    "character_comments": discussed(BOTH, post=422),
    "party_reviews": led(READ),
    "party_review": led(BOTH, post=409, on="reviewed"),
    "party_review_undo": led(WRITE, post=409, on="reviewed"),
    "party_accept": led(WRITE, post=409, on="reviewed"),
    "party_reject": led(WRITE, post=409, on="reviewed"),
}
ACCOUNTS = {
    "account": of_account(READ, 200, 405),
    "site_status": Row(READ, frozenset({"staff"})),
    "site_freeze": Row(WRITE, frozenset({"staff"})),
    "site_release": Row(WRITE, frozenset({"staff"})),
    "account_sessions": of_account(BOTH, 200, 302),
    "account_take_over": of_account(BOTH, 200, 302),
    "account_export": of_account(WRITE, 405, 200),
    "account_erase": of_account(BOTH, 200, 422),
    "account_codes": of_account(BOTH, 200, 302),
    "account_codes_file": of_account(WRITE, 405, 400),
    "account_change_password": of_account(BOTH, 200, 200),
    "account_set_password": of_account(BOTH, 302, 302),
    "account_reauthenticate": of_account(BOTH, 200, 200),
    "account_email": of_account(BOTH, 200, 302),
    "account_second_factor": of_account(READ, 302, 405),
    "mfa_index": of_account(READ, 302, 405),
    "mfa_reauthenticate": of_account(BOTH, 302, 302),
    "mfa_activate_totp": of_account(BOTH, 302, 302),
    "mfa_deactivate_totp": of_account(BOTH, 404, 404),
    "mfa_list_webauthn": of_account(READ, 200, 405),
    "mfa_add_webauthn": of_account(BOTH, 302, 302),
    "mfa_edit_webauthn": of_account(BOTH, 302, 302, pk=1),
    "mfa_remove_webauthn": of_account(BOTH, 302, 302, pk=1),
    "mfa_reauthenticate_webauthn": of_account(BOTH, 302, 302),
    "account_signup": entrance(BOTH, 200, 200, 302),
    "account_login": entrance(BOTH, 200, 200, 302),
    "account_logout": entrance(BOTH, 302, 302, 200),
    "account_inactive": entrance(READ, 200, 405, 200),
    "account_recover": entrance(BOTH, 200, 422, 302),
    "account_reset_password": entrance(BOTH, 200, 200, 200),
    "account_reset_password_done": entrance(READ, 200, 405, 200),
    "account_reset_password_from_key": entrance(BOTH, 200, 200, 200, uidb36="1", key="x-y"),
    "account_email_verification_sent": entrance(READ, 200, 405, 200),
    "account_confirm_email": entrance(BOTH, 200, 404, 200, key="x"),
    "mfa_authenticate": entrance(BOTH, 302, 302, 302),
    "mfa_login_webauthn": entrance(BOTH, 302, 302, 302),
}
TABLE = (
    FRONT | API | ACCOUNTS | CHARACTER | PARTIES | BRIEF | SHARING | BOARD | ENCOUNTERS | REVIEWS
)
