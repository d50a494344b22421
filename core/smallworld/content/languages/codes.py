"""Language codes: two letters of ISO 639-1, or three letters if Python's locales have them."""

from __future__ import annotations

from smallworld.languages.language_choice import is_code

_CODES = (
    "aaabaeafakamanarasavayazbabebgbhbibmbnbobrbscacechcocrcscucvcydadedvdzeeeleneoeseteufafffifjfofrfyga"
    "gdglgngugvhahehihohrhthuhyhziaidieigiiikioisitiujajvkakgkikjkkklkmknkokrkskukvkwkylalblglilnloltlulv"
    "mgmhmimkmlmnmrmsmtmynanbndnengnlnnnonrnvnyocojomorospapiplpsptqurmrnrorurwsascsdsesgsiskslsmsnsosqsr"
    "ssstsusvswtatetgthtitktltntotrtstttwtyugukuruzvevivowawoxhyiyozazhzu"
)
TWO_LETTERS = frozenset(_CODES[place : place + 2] for place in range(0, len(_CODES), 2))
"""The codes of ISO 639-1."""


def is_language(code: str) -> bool:
    """Return whether a code is that of a language: ``hu``, ``pt_BR``, ``hsb``; not ``xx`` or ``Hungarian``.

    >>> is_language("hu"), is_language("xx"), is_language("pt_BR")
    (True, False, True)
    """
    from locale import locale_alias  # not for --help

    language = code.partition("_")[0]
    three_letters = {name.partition("_")[0] for name in locale_alias} - TWO_LETTERS
    return is_code(code) and (language in TWO_LETTERS or (len(language) == 3 and language in three_letters))
