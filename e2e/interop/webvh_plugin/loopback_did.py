"""did:webvh over plain http, for issuers on this machine; the log is verified by the library that ACA-Py uses."""

import re

from acapy_agent.resolver.base import BaseDIDResolver, DIDNotFound, ResolverType
from did_webvh.core.file_utils import read_url
from did_webvh.core.resolver import DidResolver, HistoryVerifier
from did_webvh.history import WebvhHistoryResolver
from did_webvh.verify import WebvhVerifier

from .location import origin


class _LoopbackHistory(WebvhHistoryResolver):
    def resolve_entry_log(self, document_id):
        return read_url(f"{origin(document_id)}/.well-known/did.jsonl")

    def resolve_witness_log(self, document_id):
        return read_url(f"{origin(document_id)}/.well-known/did-witness.json")


class _LoopbackVerifier(WebvhVerifier):
    def verify_state(self, state, prev_state, is_final):
        """Everything but the rule that a host name has two labels, which `localhost` breaks."""
        if state.document_id.split(":")[2] != state.params["scid"]:
            raise ValueError("the DID does not carry the SCID of its log")
        return HistoryVerifier.verify_state(self, state, prev_state, is_final)


class LoopbackWebvhResolver(BaseDIDResolver):
    """Resolves `did:webvh:<scid>:localhost%3A<port>`."""

    supported_did_regex = re.compile(r"^did:webvh:\w+:(localhost|127\.0\.0\.1)(%3[Aa]\d+)?$")

    def __init__(self):
        super().__init__(ResolverType.NATIVE)

    async def setup(self, context):
        """Nothing to prepare."""

    async def _resolve(self, profile, did, service_accept=None) -> dict:
        result = await DidResolver(_LoopbackVerifier()).resolve(did, _LoopbackHistory())
        if not result.document:
            raise DIDNotFound(f"{did}: {result.resolution_metadata}")
        return result.document
