"""The rulings of the reference model.

docs/rulings.md has the meaning of each. Three are not here. ``coins`` and ``first_player`` change
nothing that is compared; ``coin_bank`` decides how a finite bank pays, which no rule defines.
"""

from __future__ import annotations

from shared_rulings import Answers

ANSWERS: Answers = {
    "own_decline_token_defends": (False, True),
    "own_decline_counts_nonempty": (True, False),
    "final_die_condition": ("target_unaffordable", "no_region_affordable"),
    "ghoul_reinforcement_die": ("per_race", "one_per_turn"),
    "ghoul_conquest_loss": ("normal", "all"),
    "own_ghoul_attack_withdrawn": ("end_of_turn", "usable_now"),
    "sorcerer_requires_token_in_hand": (False, True),
    "sorcerer_reach": ("conquerable", "map_adjacent"),
    "underworld_extends_effects": (True, False),
    "empty_decline_removes_previous": (True, False),
    "diplomat_protects": ("active_only", "all_regions"),
    "diplomat_eligible_without_active_race": (True, False),
    "diplomat_counts_ghoul_attacks": (False, True),
    "diplomat_in_two_player": ("allowed", "banned"),
    "dragon_ignores_markers": (True, False),
    "amazon_shortfall": ("abandon_regions", "keep_one_each"),
    "fortress_reuse": (True, False),
    "halfling_hole_reuse": (False, True),
    "wealthy_trigger": ("pick_turn", "first_presence"),
    "alchemist_requires_presence": (False, True),
    "seafaring_first_conquest_on_water": (True, False),
    "spirit_badge_retained": (True, False),
    "defender_redeploy_order": ("after_active", "before_active"),
    "must_conquer_or_decline": (False, True),
    "tie_break": ("tokens_then_shared", "shared"),
}

NOT_MODELLED = {"coins", "first_player", "coin_bank"}
