"""An outbound transport to wallets without an address: over the session they opened, or the one they open next."""

import asyncio
import base64
import json

from acapy_agent.transport.inbound.manager import InboundTransportManager
from acapy_agent.transport.outbound.base import BaseOutboundTransport
from acapy_agent.transport.outbound.message import OutboundMessage

_PAUSE_SECONDS = 0.1


class OpenSessionsTransport(BaseOutboundTransport):
    """ACA-Py answers over such sessions, but sends nothing over them that it begins itself."""

    schemes = ("didcomm",)
    is_external = False

    async def start(self):
        """Nothing to prepare."""
        return self

    async def stop(self):
        """Nothing to end."""

    async def handle_message(self, profile, payload, endpoint, metadata=None, api_key=None):
        message = OutboundMessage(payload=payload, enc_payload=payload, reply_to_verkey=_recipient(payload))
        while not profile.inject(InboundTransportManager).return_to_session(message):
            await asyncio.sleep(_PAUSE_SECONDS)


def _recipient(payload) -> str:
    """The key that an envelope is packed for (RFC 0019)."""
    protected = json.loads(base64.urlsafe_b64decode(json.loads(payload)["protected"] + "=="))
    return protected["recipients"][0]["header"]["kid"]
