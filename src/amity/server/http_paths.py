"""The HTTP calls for OpenAPI, but for those of tables, which stand in :mod:`amity.server.schema`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

REFERENCE: Final = "#/$defs/{name}"


def more_paths() -> dict[str, Any]:
    """The calls about accounts, ratings, reviews, the club, evenings, the deal of the day and puzzles, by path."""
    return {
        **_account_paths(),
        **_rating_paths(),
        **_review_paths(),
        **_club_paths(),
        **_evening_paths(),
        **_daily_paths(),
        **_puzzle_paths(),
    }


def operation(
    name: str,
    summary: str,
    answers: dict[int, dict[str, Any]],
    *,
    body: str | None = None,
    sends: str | None = None,
    text: str | None = None,
    errors: Iterable[int] = (),
) -> dict[str, Any]:
    """One call: answers by status, the component or the type that is sent, the type of a text that is answered, and
    the statuses of refusals."""
    responses: dict[str, Any] = {
        str(status): {"description": "Done.", "content": {"application/json": {"schema": answer}}}
        for status, answer in answers.items()
    }
    if text is not None:
        responses["200"] = {"description": "Done.", "content": {text: {"schema": {"type": "string"}}}}
    for status in errors:
        content = {"application/json": {"schema": reference("Problem")}}
        responses[str(status)] = {"description": "Not done; the code says why.", "content": content}
    described: dict[str, Any] = {"operationId": name, "summary": summary, "responses": responses}
    if body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": reference(body)}},
        }
    if sends is not None:
        described["requestBody"] = {"required": True, "content": {sends: {"schema": {"type": "string"}}}}
    return described


def reference(name: str) -> dict[str, Any]:
    """Where a component is described."""
    return {"$ref": REFERENCE.format(name=name)}


def _account_paths() -> dict[str, Any]:
    account, matches = reference("AccountState"), reference("PlayedMatches")
    refused = (400, 403, 413, 415, 429, 503)
    logged_in: dict[str, Any] = {"security": [{"session": []}]}
    before = {
        "name": "before",
        "in": "query",
        "required": False,
        "description": "Matches of tables made before this moment only.",
        "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999_999_999},
    }
    return {
        "/api/account": {
            "get": operation("show_account", "Who is logged in.", {200: account}, errors=(503,)),
            "post": operation(
                "register", "Make an account.", {201: account}, body="Credentials", errors=(*refused, 409)
            ),
        },
        "/api/session": {
            "post": operation("log_in", "Open an account.", {200: account}, body="Credentials", errors=refused),
            "delete": operation("log_out", "Log out here.", {200: account}, errors=(403, 503)),
        },
        "/api/account/password": {
            "put": operation(
                "change_password",
                "Set another password, and log out everywhere else.",
                {200: account},
                body="NewPassword",
                errors=(*refused, 401),
            )
            | logged_in,
        },
        "/api/account/deletion": {
            "post": operation(
                "delete_account",
                "Delete the account and all that is kept of it.",
                {200: account},
                body="Confirmation",
                errors=(*refused, 401),
            )
            | logged_in,
        },
        "/api/account/data": {
            "get": operation(
                "show_data", "All that is kept of the account.", {200: reference("OwnData")}, errors=(401, 429, 503)
            )
            | logged_in,
        },
        "/api/account/matches": {
            "get": operation("show_matches", "The matches of the account.", {200: matches}, errors=(400, 401, 429, 503))
            | logged_in
            | {"parameters": [before]},
            "post": operation(
                "take_matches",
                "Take the matches of seats that one holds into the account.",
                {200: matches},
                body="HeldSeats",
                errors=(*refused, 401),
            )
            | logged_in,
        },
        "/api/bots": {
            "post": operation(
                "register_bot",
                "Make a bot, which plays over the protocol.",
                {201: reference("BotMade")},
                body="NewBot",
                errors=(*refused, 409),
            ),
            "delete": operation(
                "delete_bot", "Delete the bot whose token is named.", {200: account}, errors=(401, 403, 429, 503)
            )
            | {"security": [{"bot": []}]},
        },
        "/api/matches": {
            "post": operation(
                "show_matches_of_seats",
                "The matches of seats that one holds.",
                {200: matches},
                body="HeldSeats",
                errors=refused,
            ),
        },
    }


def _rating_paths() -> dict[str, Any]:
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
    return {
        "/api/ratings": {
            "post": operation(
                "show_own_ratings",
                "The own ratings, and how long until the next rated table may be joined.",
                {200: reference("OwnRatings")},
                body="WhoAsks",
                errors=(400, 403, 413, 415, 429, 503),
            )
        },
        "/api/ratings/{game}": {
            "parameters": [game],
            "get": operation(
                "show_ratings",
                "The players of a game by their ratings.",
                {200: reference("RatingList")},
                errors=(404, 429, 503),
            ),
        },
    }


def _club_paths() -> dict[str, Any]:
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
    period = [
        {
            "name": name,
            "in": "query",
            "required": False,
            "description": f"Matches that ended {words} this moment only.",
            "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999_999_999},
        }
        for name, words in (("since", "from"), ("until", "before"))
    ]
    state = {200: reference("EntryState")}
    refused = (400, 403, 413, 415, 429, 503)
    return {
        "/api/entry": {
            "get": operation("show_entry", "Whether one is let in.", state, errors=(429, 503)),
            "post": operation("enter", "Come in, by password or invitation.", state, body="Entry", errors=refused),
        },
        "/api/invitations": {
            "post": operation(
                "invite",
                "Make an invitation, where members may.",
                {201: reference("Invitation")},
                body="NewInvitation",
                errors=(*refused, 401),
            )
        },
        "/api/club/{game}": {
            "parameters": [game],
            "get": operation(
                "show_club_table",
                "What people have played against people in a period.",
                {200: reference("ClubTable")},
                errors=(400, 401, 404, 429, 503),
            )
            | {"parameters": period},
        },
    }


def _review_paths() -> dict[str, Any]:
    def parameter(name: str, kind: str) -> dict[str, Any]:
        return {"name": name, "in": "path", "required": True, "schema": {"type": kind}}

    code, review = parameter("code", "string"), parameter("review", "string")
    opened, analysis = reference("ReviewOpened"), reference("Analysis")
    known = (404, 409, 429, 503)
    return {
        "/api/tables/{code}/review": {
            "parameters": [code],
            "post": operation(
                "open_review",
                "Look at a match again that is over; for the token of a seat, or the account that had it.",
                {200: opened},
                errors=(401, 403, *known),
            )
            | {"security": [{"seat": []}, {"session": []}]},
        },
        "/api/reviews": {
            "post": operation(
                "bring_record",
                "Look at the match of a record.",
                {201: opened},
                sends="text/plain",
                errors=(400, 403, 413, 415, 429, 503),
            )
        },
        "/api/reviews/{review}": {
            "parameters": [review],
            "get": operation("show_review", "The match as a whole.", {200: reference("Review")}, errors=known),
        },
        "/api/reviews/{review}/deals/{deal}": {
            "parameters": [review, parameter("deal", "integer")],
            "get": operation(
                "show_reviewed_deal",
                "The course of a deal, with all hands at every step.",
                {200: reference("ReviewDeal")},
                errors=known,
            ),
        },
        "/api/reviews/{review}/analysis": {
            "parameters": [review],
            "get": operation(
                "show_analysis", "What the expert says, as far as it is known.", {200: analysis}, errors=known
            ),
            "post": operation("analyse", "Ask for that.", {200: analysis}, errors=(403, *known)),
        },
        "/api/reviews/{review}/record": {
            "parameters": [review],
            "get": operation("show_reviewed_record", "The record.", {}, text="text/plain", errors=known),
        },
        "/api/reviews/{review}/practice": {
            "parameters": [review],
            "post": operation(
                "practise",
                "A table against bots that goes on from a position.",
                {201: reference("SeatTaken")},
                body="PracticeRequest",
                errors=(400, 403, *known, 413, 415),
            ),
        },
    }


def _evening_paths() -> dict[str, Any]:
    code = {
        "name": "code",
        "in": "path",
        "required": True,
        "description": "The evening's code.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    }
    state, entry = {200: reference("EveningState")}, {201: reference("EveningEntry")}
    refused = (400, 403, 413, 415, 429, 503)
    return {
        "/api/evenings": {
            "post": operation(
                "create_evening",
                "Make a duplicate evening.",
                entry,
                body="CreateEvening",
                errors=(*refused, 404),
            )
        },
        "/api/evenings/{code}": {
            "parameters": [code],
            "get": operation("show_evening", "An evening and its ranking.", state, errors=(404, 429, 503)),
        },
        "/api/evenings/{code}/entrants": {
            "parameters": [code],
            "post": operation(
                "enter_evening", "Take part in an evening.", entry, body="EnterEvening", errors=(*refused, 404, 409)
            ),
        },
        "/api/evenings/{code}/start": {
            "parameters": [code],
            "post": operation(
                "start_evening", "Begin an evening that one has made.", state, errors=(401, 403, 404, 409, 429, 503)
            )
            | {"security": [{"seat": []}]},
        },
    }


def _daily_paths() -> dict[str, Any]:
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 32}}
    refused = (400, 403, 413, 415, 429, 503)
    return {
        "/api/daily": {
            "post": operation(
                "show_daily",
                "The deals of the day, and what has been made of those that one has played.",
                {200: reference("DailyState")},
                body="WhoAsks",
                errors=refused,
            )
        },
        "/api/daily/{game}": {
            "parameters": [game],
            "post": operation(
                "play_daily",
                "The own table with a game's deal of the day: the same one however often one asks.",
                {200: reference("SeatTaken")},
                body="PlayDaily",
                errors=(*refused, 404),
            ),
        },
    }


def _puzzle_paths() -> dict[str, Any]:
    puzzle = {
        "name": "puzzle",
        "in": "path",
        "required": True,
        "description": "The puzzle's name.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    }
    return {
        "/api/puzzles": {
            "get": operation(
                "list_puzzles", "All puzzles, and those of the day.", {200: reference("PuzzleList")}, errors=(429,)
            )
        },
        "/api/puzzles/{puzzle}": {
            "parameters": [puzzle],
            "get": operation(
                "show_puzzle",
                "The moment of a puzzle as the seat in turn knows it.",
                {200: reference("PuzzleQuestion")},
                errors=(404, 429),
            ),
        },
        "/api/puzzles/{puzzle}/answer": {
            "parameters": [puzzle],
            "post": operation(
                "answer_puzzle",
                "Whether an answer is right, what every answer is worth, and all hands. Nothing is kept.",
                {200: reference("PuzzleAnswer")},
                body="PuzzleTry",
                errors=(400, 403, 404, 413, 415, 429),
            ),
        },
        "/api/puzzles/{puzzle}/practice": {
            "parameters": [puzzle],
            "post": operation(
                "practise_puzzle",
                "A table against bots that goes on from a puzzle.",
                {201: reference("SeatTaken")},
                body="PuzzlePractice",
                errors=(400, 403, 404, 413, 415, 429, 503),
            ),
        },
    }
