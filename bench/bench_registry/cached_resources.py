"""Reads what our server publishes as a wallet does that caches everything immutable."""

from webvh_plugin.attested_resources import AttestedResourceRegistry


class CachedResources(AttestedResourceRegistry):
    """Caches every resource that was checked, by its digest; a registry's index of status lists alone grows."""

    def __init__(self):
        self._registries = {}
        self._resources = {}

    async def get_revocation_registry_definition(self, profile, revocation_registry_id):
        if revocation_registry_id not in self._registries:
            read = await super().get_revocation_registry_definition(profile, revocation_registry_id)
            self._registries[revocation_registry_id] = read
        return self._registries[revocation_registry_id]

    async def _resource(self, profile, resource_id: str) -> dict:
        if resource_id in self._resources:
            return self._resources[resource_id]
        resource = await super()._resource(profile, resource_id)
        if "links" not in resource:
            self._resources[resource_id] = resource
        return resource
