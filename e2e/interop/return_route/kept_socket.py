"""An outbound transport that keeps one socket open for each address and takes in what comes back on it."""

import asyncio
import json

from acapy_agent.transport.outbound import http
from acapy_agent.transport.pack_format import PackWireFormat
from aiohttp import WSMsgType


class KeptSocketTransport(http.HttpTransport):
    """Invitations name an http address; the socket is at the same place."""

    schemes = ("http", "https", "ws", "wss")

    async def start(self):
        await super().start()
        _ask_for_return_route()
        (_, host, port), *_ = self.root_profile.settings["transport.inbound_configs"]
        self._own_inbound = f"http://{host}:{port}"
        self._sockets = {}
        self._readers = set()
        self._opening = asyncio.Lock()
        return self

    async def handle_message(self, profile, payload, endpoint, metadata=None, api_key=None):
        if isinstance(payload, str):
            # A webhook: nothing that is encrypted, and for the test alone.
            await super().handle_message(profile, payload, endpoint, metadata, api_key)
        else:
            socket = await self._socket(endpoint.replace("http", "ws", 1))
            await socket.send_bytes(payload)

    async def _socket(self, address: str):
        async with self._opening:
            socket = self._sockets.get(address)
            if socket is None or socket.closed:
                socket = self._sockets[address] = await self.client_session.ws_connect(address)
                reader = asyncio.create_task(self._read(socket))
                self._readers.add(reader)
                reader.add_done_callback(self._readers.discard)
            return socket

    async def _read(self, socket) -> None:
        """Passes messages to the inbound transport for http, from where all goes its usual way."""
        async for message in socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                content = {"data": message.data, "headers": {"content-type": "application/ssi-agent-wire"}}
                async with self.client_session.post(self._own_inbound, **content) as answer:
                    await answer.read()


def _ask_for_return_route() -> None:
    """ACA-Py has no setting for it: every message says that answers and all else may come back the way it went."""
    encode = PackWireFormat.encode_message

    async def encode_with_return_route(self, session, message_json, *keys):
        message = {**json.loads(message_json), "~transport": {"return_route": "all"}}
        return await encode(self, session, json.dumps(message), *keys)

    PackWireFormat.encode_message = encode_with_return_route
