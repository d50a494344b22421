"""Names of editions in other languages: complete, outside of digests and records, inherited, from plugins."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loading import load_variant

from languages.codes import FINISHED, NOBODY_HAS
from smallworld.game import new_game
from smallworld.languages import in_language
from smallworld.model.variant import combo_name
from smallworld.model.variant_folder import shipped_folder
from smallworld_authors.commands.language import completeness
from smallworld_play.priced_actions import list_combos
from smallworld_play.standings import race_summaries
from smallworld_terminal.commands.play import command as play_command
from smallworld_terminal.commands.play import replay as replay_command
from smallworld_terminal.word_help import help_lines
from smallworld_validate.commands.validate import command as validate

EDITIONS = ("base", "warcraft")
COMBOS = {
    "en": "Commando Halflings",
    "cs": "Půlčíci (Komando)",
    "pl": "Waleczne Niziołki",
    "ro": "Halflingi (Comando)",
    "ru": "Халфлинги (Коммандос)",
}


@pytest.mark.parametrize("code", FINISHED)
@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_editions_are_complete(edition: str, code: str) -> None:
    share = completeness(load_variant(edition), code)
    assert share.all > 100 and share.translated == share.all


@pytest.mark.parametrize("edition", EDITIONS)
def test_shipped_language_files_are_valid(edition: str) -> None:
    files = [str(shipped_folder() / edition / "languages" / f"{code}.yaml") for code in FINISHED]
    assert CliRunner().invoke(validate, files).output == f"{len(FINISHED)} files checked: no problems\n"


@pytest.mark.parametrize(
    ("text", "against", "sentence"),
    [
        ("language: cs\n", (), "which variant is translated?"),
        ("language: cs\nvariant: bse\n", (), "unknown variant 'bse'"),
        ("language: cs\n", ("--against", "bse"), "unknown variant 'bse'"),
    ],
)
def test_a_language_file_outside_its_variant_names_one(
    text: str, against: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "cs.yaml"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(validate, [*against, str(file)])
    assert (result.exit_code, f"error[unknown-variant]: {sentence}" in result.output) == (1, True), result.output


@pytest.mark.parametrize("edition", EDITIONS)
def test_digests_do_not_depend_on_the_language(edition: str) -> None:
    digest = load_variant(edition).digest
    for code in FINISHED:
        with in_language(code):
            assert load_variant(edition).digest == digest


@pytest.mark.parametrize("code", COMBOS)
def test_combos_are_written_as_the_language_writes_them(code: str) -> None:
    variant = load_variant("base")
    with in_language(code):
        assert combo_name(variant.powers["commando"], variant.races["halflings"]) == COMBOS[code]


def test_powers_have_the_form_that_a_race_needs() -> None:
    variant = load_variant("base")
    with in_language("pl"):
        assert combo_name(variant.powers["flying"], variant.races["orcs"]) == "Latający Orkowie"
        assert combo_name(variant.powers["flying"], variant.races["elves"]) == "Latające Elfy"


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables_show_the_combos_of_the_language(edition: str) -> None:
    game = new_game(load_variant(edition), ["Ann", "Bob"], seed=4)
    state, book = game.state, game.state.table.rulebook
    race, power, _coins = state.column[0]
    with in_language("cs"):
        name = combo_name(book.powers[power], book.races[race])
        offered = next(iter(list_combos(game))).name
        assert offered.startswith(name) and "horde" not in offered and "alliance" not in offered
        seat = game.state.to_move
        game.apply("pick 1")
        assert next(race_summaries(game, seat)).startswith(offered)


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")


def test_variants_inherit_the_names_that_they_do_not_write_again(tmp_path: Path) -> None:
    write(
        tmp_path,
        "isle/variant.yaml",
        "variant: isle\nextends: base\nraces: {orcs: {name: Reavers, banner: 5, supply: 10}}\n",
    )
    variant = load_variant(tmp_path / "isle")
    with in_language("cs"):
        assert (variant.races["trolls"].name, variant.races["orcs"].name) == ("Zlobři", "Reavers")
    write(tmp_path, "isle/languages/cs.yaml", "language: cs\nraces: {orcs: {name: Loupežníci}}\n")
    variant = load_variant(tmp_path / "isle")
    with in_language("cs"):
        assert (variant.races["trolls"].name, variant.races["orcs"].name) == ("Zlobři", "Loupežníci")


def test_folders_of_plugins_translate_the_edition_of_somebody_else(tmp_path: Path) -> None:
    names = "races: {trolls: {name: Trollok}}"
    write(tmp_path, f"base/languages/{NOBODY_HAS}.yaml", f"language: {NOBODY_HAS}\n{names}\n")
    variant = load_variant("base", [tmp_path])
    with in_language(NOBODY_HAS):
        assert (variant.races["trolls"].name, variant.races["orcs"].name) == ("Trollok", "Orcs")


@pytest.mark.parametrize("edition", EDITIONS)
def test_saves_are_equal_in_every_language(edition: str, tmp_path: Path) -> None:
    saves = []
    for code in ("en", "cs"):
        path = tmp_path / f"{code}.jsonl"
        with in_language(code):
            result = play(edition, path)
        assert result.exit_code == 0, result.output
        saves.append(path.read_text("utf-8"))
    assert saves[0] == saves[1] and len(saves[0].splitlines()) > 20
    with in_language("pl"):
        assert CliRunner().invoke(replay_command, [str(path), "--verify"]).exit_code == 0


def play(edition: str, path: Path) -> Result:
    """Let two bots play a game with a save."""
    arguments = [edition, "--seed", "3", "--player", "Ann=random", "--player", "Bob=random", "--save", str(path)]
    return CliRunner().invoke(play_command, arguments)


@pytest.mark.parametrize("word", ["Trollové", "trollove", "TROLLOVE", "trolls"])
def test_help_takes_names_without_accents_and_ids(word: str) -> None:
    game = new_game(load_variant("warcraft"), ["Ann", "Bob"], seed=4)
    with in_language("cs"):
        assert next(iter(help_lines(game, word))).startswith("Trollové: ")
