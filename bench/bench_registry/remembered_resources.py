"""What our server publishes, read as by a wallet that asks for nothing twice that can't change."""

from webvh_plugin.attested_resources import AttestedResourceRegistry


class RememberedResources(AttestedResourceRegistry):
    """Everything is found by its digest, so once read and checked it stays; only the list of a registry's status lists grows."""

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
