"""The rulings that the reference model of the Warcraft rules knows (section O of the rules, docs/rulings.md)."""

from __future__ import annotations

from shared_rulings import Answers

ANSWERS: Answers = {
    "own_decline_token_defends": (True, False),
    "own_decline_counts_nonempty": (True, False),
    "final_die_condition": ("target_unaffordable", "no_region_affordable"),
    "empty_decline_removes_previous": (True, False),
    "defender_redeploy_order": ("after_active", "before_active"),
    "must_conquer_or_decline": (False, True),
    "tie_break": ("tokens_then_shared", "shared"),
    "two_player_boards": ("large_small", "large_medium"),
    "landing_minimum": (False, True),
    "combine_means": (True, False),
    "faction_bonus_own_decline": (True, False),
    "decline_turn_faction_bonus": (False, True),
    "battleground_scope": ("whole_turn", "from_choice"),
    "battleground_side": ("full", "faction_bonus_only"),
    "doomhammer": ("one_token", "weak_regions"),
    "aegis_payment": ("per_turn", "per_action"),
    "archaeologist_well": ("water_holder", "nobody"),
    "forsaken_counts_murlocs": (True, False),
    "forsaken_counts_own_decline": (False, True),
    "airstrike_first_conquest": (True, False),
    "airstrike_miss": ("called_off", "ends_conquests"),
    "bomb_counts_as_conquest": (True, False),
    "bomb_tolls": ("pay_if_able", "exempt"),
    "objectives": ("optional", "all"),
    "portal_swap_is_attack": (True, False),
    "tauren_lone_rule_in_decline": (False, True),
    "worgen_form_on_decline": (False, True),
    "champion_needs_token_in_hand": (True, False),
    "champion_with_garrison": ("two", "one"),
    "champion_ransom_poor": ("waived", "champion_lost"),
    "enraged_counts_champion": (True, False),
    "murlocs_count_for_majority": (True, False),
    "garrisoned_placement": ("automatic", "optional"),
    "intimidate_needs_conquest": (False, True),
    "beasts_are_race_tokens": (True, False),
    "kept_badges": ("retained", "discarded"),
    "teams": ("none", "factions"),
}

NOT_MODELLED = {
    "coins", "first_player",  # change nothing that is compared
    "coin_bank",  # no rule defines how a finite bank pays
    "champion_holds_region",
}  # fmt: skip
