"""The parts of the PettingZoo environment that replace slower ones of PettingZoo and Gymnasium do the same."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")
spaces = pytest.importorskip("gymnasium.spaces")
pytest.importorskip("pettingzoo")

from smallworld_envs import pettingzoo  # noqa: E402

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore")]


def test_numbers_are_drawn_as_gymnasium_draws_them() -> None:
    ours, theirs = pettingzoo.ActionNumbers(900), spaces.Discrete(900)
    ours.seed(7), theirs.seed(7)
    masks = (np.random.default_rng(1).random((200, 900)) < 0.01).astype(np.int8)
    masks[3], masks[4], masks[5] = 0, 1, 0
    masks[5, 899] = 1
    for mask in masks:
        drawn = ours.sample(mask)
        assert drawn == theirs.sample(mask) and type(drawn) is np.int64
    assert ours.sample() == theirs.sample()
    weights = np.zeros(900)
    weights[[4, 8]] = 0.5
    assert ours.sample(probability=weights) == theirs.sample(probability=weights)
    assert ours == theirs


@pytest.mark.parametrize("mask", [[0, 1, 0], np.zeros(4, np.int8), np.zeros(3), np.array([0, 2, 1], np.int8)])
def test_wrong_masks_are_refused_as_gymnasium_refuses_them(mask: object) -> None:
    with pytest.raises(AssertionError, match="sample mask"):
        pettingzoo.ActionNumbers(3).sample(mask)


def test_the_order_of_calls_is_enforced() -> None:
    env = pettingzoo.env(variant="base", players=2)
    for name in ("agents", "agent_selection"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"] and env.agent_selection in env.agents
    with pytest.raises(AssertionError, match="step"):
        [*env.agent_iter()]
    with pytest.raises(ValueError, match="action None does not exist"):
        env.step(None)
