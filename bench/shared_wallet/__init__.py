"""Lets one ACA-Py be the wallet of every visitor of the benchmark, and cost each what a wallet of their own would.

A measurement's part, not a product's.
"""

from acapy_agent.anoncreds.holder import AnonCredsHolder
from acapy_agent.cache.base import BaseCache
from acapy_agent.cache.in_memory import InMemoryCache
from acapy_agent.config.injection_context import InjectionContext

# A visit leaves about a dozen, and ten visits may go on at once.
_CACHED_ITEMS = 200


class _CacheOfTheLastVisitors(InMemoryCache):
    """
    Each look into ACA-Py's cache scans all that it holds for an hour. The items of some four hundred visitors cost a
    tenth of the wallet's time in Python, a cost that a wallet with one visitor does not have.
    """

    async def set(self, keys, value, ttl=None):
        await super().set(keys, value, ttl)
        for oldest in list(self._cache)[:-_CACHED_ITEMS]:
            del self._cache[oldest]


def _choose_the_same_for_all() -> None:
    """
    The wallet takes the first credential that it finds for each requested item, in no order: while others are stored
    it may take two. For two credentials of one registry it proves non-revocation of one only, and is refused.
    """
    find = AnonCredsHolder.get_credentials_for_presentation_request_by_referent

    async def find_oldest_first(holder, *given, **named):
        def place(credential):
            info = credential["cred_info"]
            return (info["rev_reg_id"] or "", int(info["cred_rev_id"] or 0))

        return sorted(await find(holder, *given, **named), key=place)

    AnonCredsHolder.get_credentials_for_presentation_request_by_referent = find_oldest_first


_choose_the_same_for_all()


async def setup(context: InjectionContext) -> None:
    """Called by ACA-Py when it loads the plugin."""
    context.injector.bind_instance(BaseCache, _CacheOfTheLastVisitors())
