"""Lets ACA-Py hold credentials of an issuer with a did:webvh.

A test's part, not a product's: ACA-Py 1.7.0 resolves did:webvh over https only and knows no AnonCreds registry for it.
"""

from acapy_agent.anoncreds.registry import AnonCredsRegistry
from acapy_agent.config.injection_context import InjectionContext
from acapy_agent.resolver.did_resolver import DIDResolver

from .attested_resources import AttestedResourceRegistry
from .loopback_did import LoopbackWebvhResolver


async def setup(context: InjectionContext) -> None:
    """Called by ACA-Py when it loads the plugin."""
    # First in the list, because ACA-Py's own resolver fails on loopback hosts instead of passing them on.
    context.inject(DIDResolver).resolvers.insert(0, LoopbackWebvhResolver())
    context.inject(AnonCredsRegistry).register(AttestedResourceRegistry())
