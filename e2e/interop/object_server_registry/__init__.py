"""Lets ACA-Py issue and verify without a ledger.

A test's part, not a product's.
"""

from os import environ

from acapy_agent.anoncreds.registry import AnonCredsRegistry
from acapy_agent.config.injection_context import InjectionContext

from .published_objects import PublishedObjects


async def setup(context: InjectionContext) -> None:
    """Called by ACA-Py when it loads the plugin."""
    context.inject(AnonCredsRegistry).register(PublishedObjects(environ["OBJECT_SERVER"]))
