"""Lets ACA-Py issue, hold and verify in the benchmark: a registry without a ledger, and a wider pool of its store.

A measurement's part, not a product's.
"""

from os import environ

from acapy_agent.anoncreds.registry import AnonCredsRegistry
from acapy_agent.askar.store import AskarStoreConfig
from acapy_agent.config.injection_context import InjectionContext
from acapy_agent.resolver.did_resolver import DIDResolver
from object_server_registry.published_objects import PublishedObjects
from webvh_plugin.loopback_did import LoopbackWebvhResolver

from .cached_resources import CachedResources

# As shipped there are as many connections as cores; ten visitors at once then wait for each other until they time out.
_POOL_SIZE = 32


def _widen_pool() -> None:
    """ACA-Py has no setting for it with SQLite. The store is opened after plugins are loaded."""
    path_of = AskarStoreConfig._build_sqlite_uri
    AskarStoreConfig._build_sqlite_uri = lambda *given: f"{path_of(*given)}?max_connections={_POOL_SIZE}"


_widen_pool()


async def setup(context: InjectionContext) -> None:
    """Called by ACA-Py when it loads the plugin."""
    context.inject(DIDResolver).resolvers.insert(0, LoopbackWebvhResolver())
    registry = context.inject(AnonCredsRegistry)
    registry.register(CachedResources())
    registry.register(PublishedObjects(environ["OBJECT_SERVER"]))
