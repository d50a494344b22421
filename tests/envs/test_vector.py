"""Many games at once: the same in one process and in several, in the conventions of Gymnasium."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from smallworld.errors import SmallWorldError  # noqa: E402
from smallworld_envs.vector import SmallWorldVectorEnv  # noqa: E402

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(300)]


def choose(masks: Any, rng: Any) -> Any:
    """Draw a legal action for each game; 0 for one that has ended."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def play(steps: int, workers: int, seed: int = 3, count: int = 4, **options: Any) -> list[Any]:
    """The results of some steps of random play."""
    env = SmallWorldVectorEnv(count, workers=workers, **options)
    rng, (seen, infos) = np.random.default_rng(seed), env.reset(seed=seed)
    results = [(seen, infos)]
    for _ in range(steps):
        seen, *rest = env.step(choose(seen["action_mask"], rng))
        if "final_obs" in rest[-1]:
            rest[-1]["final_obs"] = rest[-1]["final_obs"].tolist()  # numpy compares no arrays in arrays
        results.append((seen, *rest))
    env.close()
    return results


@pytest.mark.parametrize(
    "options", [{}, {"opponents": "random", "reward": "coins"}, {"variant": "warcraft", "autoreset": "same_step"}]
)
def test_workers_change_nothing(options: dict[str, Any]) -> None:
    alone, shared = play(120, 0, **options), play(120, 2, **options)
    for one, two in zip(alone, shared, strict=True):
        np.testing.assert_equal(two, one)


def test_spaces_hold_what_is_seen() -> None:
    env = SmallWorldVectorEnv(3, workers=0, players=3)
    rng, (seen, _) = np.random.default_rng(1), env.reset(seed=1)
    assert env.observation_space["observation"].shape == (3, env.layout.size)
    for _ in range(200):
        assert env.observation_space.contains(seen)
        assert np.array_equal(env.action_masks(), seen["action_mask"] == 1)
        actions = choose(seen["action_mask"], rng)
        assert env.action_space.contains(actions.astype(env.action_space.dtype))
        seen, *_ = env.step(actions)


def test_the_step_after_the_end_begins_another_game() -> None:
    results = play(420, 0, count=2, players=2)
    ends = [place for place, (_, _, over, *_rest) in enumerate(results[1:], 1) if over.any()]
    assert ends
    for place in ends[:-1]:
        seen, rewards, over, cut, infos = results[place]
        (game, *_more) = np.flatnonzero(over)
        assert seen["action_mask"][game].sum() == 0 and not cut.any()
        assert infos["rewards"][game].sum() == pytest.approx(1.0)
        assert rewards[game] in (0.0, 0.5, 1.0)
        after, reward, again, *_rest = results[place + 1]
        assert after["action_mask"][game].sum() > 0 and reward[game] == 0 and not again[game]
        assert after["observation"][game][0] == 1, "round 1"


def test_a_game_that_ends_is_replaced_in_the_same_step() -> None:
    results = play(420, 0, count=2, players=2, autoreset="same_step")
    ended = [(seen, over, infos) for seen, _, over, _, infos in results[1:] if over.any()]
    assert ended
    for seen, over, infos in ended:
        for game in np.flatnonzero(over):
            assert seen["action_mask"][game].sum() > 0 and seen["observation"][game][0] == 1
            final = infos["final_obs"][game]
            assert final["observation"][0] == 10 and final["action_mask"].sum() == 0
        assert np.array_equal(infos["_final_obs"], over)


def test_coins_of_a_game_add_up_for_one_learner() -> None:
    """The rewards of the learner are the coins at the end less those at the first decision."""
    env = SmallWorldVectorEnv(1, workers=0, players=3, opponents=("random", "random"), reward="coins")
    rng, (seen, infos) = np.random.default_rng(5), env.reset(seed=8)
    seat, total = int(infos["player"][0]), 0.0
    first = env._tables[0]._game.state.coins[seat]
    while True:
        seen, rewards, over, _, infos = env.step(choose(seen["action_mask"], rng))
        total += rewards[0]
        if over[0]:
            break
        assert infos["player"][0] == seat
    assert env._tables[0]._game.state.coins[seat] - first == total


def test_games_are_cut_off_and_illegal_actions_end_them() -> None:
    env = SmallWorldVectorEnv(2, workers=0, max_cycles=3)
    rng, (seen, _) = np.random.default_rng(5), env.reset(seed=8)
    for step in (1, 2, 3):
        seen, _, over, cut, _ = env.step(choose(seen["action_mask"], rng))
        assert cut.tolist() == [step == 3] * 2 and not over.any()
    seen, *_ = env.step([0, 0])
    illegal = seen["action_mask"].argmin(axis=1)
    _, rewards, over, _, _ = env.step(illegal)
    assert rewards.tolist() == [-1.0, -1.0] and over.all()


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_gymnasium_makes_and_wraps_it(autoreset: str) -> None:
    """Episodes are counted as the standard counts them: the coins of an episode, and its decisions."""
    import gymnasium
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    options = {"workers": 0, "opponents": "random", "reward": "coins", "autoreset": autoreset}
    env = RecordEpisodeStatistics(gymnasium.make_vec("smallworld_envs.vector:SmallWorld-v0", num_envs=2, **options))
    rng, (seen, _) = np.random.default_rng(2), env.reset(seed=4)
    totals, lengths, counted = np.zeros(2), np.zeros(2), 0
    for _step in range(300):
        seen, rewards, over, _, infos = env.step(choose(seen["action_mask"], rng))
        totals, lengths = totals + rewards, lengths + 1
        for game in np.flatnonzero(over):
            assert infos["episode"]["r"][game] == pytest.approx(totals[game]) and totals[game] > 0
            assert lengths[game] - infos["episode"]["l"][game] in (0, 1), "the step that begins a game may count"
            totals[game], lengths[game], counted = 0.0, 0, counted + 1
    assert counted > 2


def test_seeds() -> None:
    env = SmallWorldVectorEnv(2, workers=0)

    def seeds(seed: Any) -> list[int]:
        env.reset(seed=seed)
        return [table._game.origin["seed"] for table in env._tables]

    assert seeds(5) == seeds([5, 6]) != seeds(6)
    assert len({*seeds(None), *seeds(None)}) == 4
    with pytest.raises(ValueError, match="seed must have 2 numbers, one for each game, not 3"):
        seeds([1, 2, 3])


def test_a_lost_worker_is_one_sentence() -> None:
    env = SmallWorldVectorEnv(2, workers=2)
    env.reset(seed=1)
    os.kill(env._workers[0][0].pid, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="a worker of the vector environment has ended"):
        for _ in range(3):
            env.step([0, 0])
    assert env.closed


def test_wrong_options_are_errors() -> None:
    for options, sentence in (
        ({"num_envs": 0}, "num_envs must be a whole number, 1 or more, not 0"),
        ({"workers": -1}, "workers must be a whole number, 0 or more, not -1"),
        ({"reward": "points"}, "reward must be 'wins' or 'coins'"),
        ({"autoreset": "never"}, "autoreset must be 'next_step' or 'same_step'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            SmallWorldVectorEnv(**{"num_envs": 1, **options})
    for wrong in ({"variant": "bose"}, {"board": "base-9p"}, {"opponents": "gredy"}):
        with pytest.raises(SmallWorldError):
            SmallWorldVectorEnv(1, workers=0, **wrong).reset()
