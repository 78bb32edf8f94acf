"""Sentences for people, made from keys and parameters by the catalogues of a language.

The engine, the records and the wire know codes only; what a person reads is made here, or by the client from the
same catalogues. Texts live in ``amity/locale/<language>/*.po`` and are compiled when the package is built.
"""

from amity.text._catalogue import MissingText, current_language, fitting_language, knows, languages, use_language
from amity.text._format import card_code, card_text, error_message, message, number_text, suit_name

__all__ = [
    "MissingText",
    "card_code",
    "card_text",
    "current_language",
    "error_message",
    "fitting_language",
    "knows",
    "languages",
    "message",
    "number_text",
    "suit_name",
    "use_language",
]
