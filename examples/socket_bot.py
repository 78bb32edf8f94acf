"""A bot that plays over the socket: python examples/socket_bot.py SERVER TABLE [NAME]

It takes a free seat of a table and plays the match to its end, with whatever legal action comes first. Put something
better into choose(); the view and the history are all that a person in its seat could know.
"""

import asyncio
import itertools
import json
import sys
import urllib.request
import uuid
from collections.abc import Sequence
from typing import Any

import msgspec
import websockets

from amity import games

Json = dict[str, Any]


def post(server: str, path: str, body: Json, token: str = "") -> Json:
    """Call the server's HTTP API."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        found: Json = json.load(answer)
        return found


def choose(view: Any, history: Sequence[Any]) -> Any:
    """The action for this moment."""
    return view.legal_actions()[-1] if view.phase == "play" else view.legal_actions()[0]


async def play(server: str, table: str, name: str) -> Json:
    """Register, sit down, play; the result of the match."""
    bot = post(server, "/api/bots", {"name": name})
    seat = post(server, f"/api/tables/{table}/seats", {"name": name}, bot["token"])
    ids = (f"{uuid.uuid4().hex}-{number}" for number in itertools.count())
    history: list[Any] = []
    state: Json = {}
    async for socket in websockets.connect(server.replace("http", "ws", 1) + "/ws", max_size=None):
        hello = {"type": "hello", "protocol": 1, "table": table, "token": seat["token"], "last_version": len(history)}
        await socket.send(json.dumps(hello))
        try:
            async for frame in socket:
                message = json.loads(frame)
                state = message.get("table", state)
                game = games.get(state["game"])
                history += [msgspec.convert(one["event"], game.event_type) for one in message.get("events", ())]
                if state["status"] == "between_deals" and not state["seats"][seat["seat"]]["ready"]:
                    await socket.send(json.dumps({"type": "ready", "version": len(history)}))
                if view := message.get("view"):
                    if result := view["result"]:
                        return dict(result)
                    if view["to_act"] == seat["seat"]:
                        action = choose(msgspec.convert(view, game.view_type), history)
                        move = {"type": "act", "id": next(ids), "version": message["version"], "action": action}
                        await socket.send(msgspec.json.encode(move).decode())
        except websockets.ConnectionClosedError:
            continue  # connects again, and gets what it missed
    raise ConnectionError("the server is gone")


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "Firstling")))
