"""AnonCreds objects of an ACA-Py that issues, on a web server beside it (object-server.ts)."""

import re
import time
import uuid

import aiohttp
from acapy_agent.anoncreds.base import AnonCredsObjectNotFound, BaseAnonCredsRegistrar, BaseAnonCredsResolver
from acapy_agent.anoncreds.events import RevListFinishedEvent
from acapy_agent.anoncreds.models.credential_definition import (
    CredDef,
    CredDefResult,
    CredDefState,
    GetCredDefResult,
)
from acapy_agent.anoncreds.models.revocation import (
    GetRevListResult,
    GetRevRegDefResult,
    RevList,
    RevListResult,
    RevListState,
    RevRegDef,
    RevRegDefResult,
    RevRegDefState,
)
from acapy_agent.anoncreds.models.schema import AnonCredsSchema, GetSchemaResult, SchemaResult, SchemaState
from acapy_agent.core.event_bus import EventBus


class PublishedObjects(BaseAnonCredsResolver, BaseAnonCredsRegistrar):
    """
    Each object lies at `<address>/<its id>`, a status list beside its registry. An agent caches what it registered or
    read, except the status lists of others: there may be a newer one.
    """

    supported_identifiers_regex = re.compile(r"^did:example:")

    def __init__(self, address: str):
        self._address = address
        self._cache = {}
        self._own_lists = {}

    async def setup(self, context):
        """Nothing to prepare."""

    async def get_schema(self, profile, schema_id) -> GetSchemaResult:
        return GetSchemaResult(AnonCredsSchema.deserialize(await self._get(schema_id)), schema_id, {}, {})

    async def get_schema_info_by_id(self, profile, schema_id) -> AnonCredsSchema:
        return (await self.get_schema(profile, schema_id)).schema

    async def get_credential_definition(self, profile, credential_definition_id) -> GetCredDefResult:
        content = await self._get(credential_definition_id)
        return GetCredDefResult(credential_definition_id, CredDef.deserialize(content), {}, {})

    async def get_revocation_registry_definition(self, profile, revocation_registry_id) -> GetRevRegDefResult:
        content = await self._get(revocation_registry_id)
        return GetRevRegDefResult(RevRegDef.deserialize(content), revocation_registry_id, {}, {})

    async def get_revocation_list(
        self, profile, revocation_registry_id, timestamp_from=0, timestamp_to=None
    ) -> GetRevListResult:
        content = self._own_lists.get(revocation_registry_id) or await self._fetch(_list_of(revocation_registry_id))
        return GetRevListResult(RevList.deserialize(content), {}, {})

    async def register_schema(self, profile, schema, options=None) -> SchemaResult:
        schema_id = await self._publish(schema.issuer_id, schema.serialize())
        return SchemaResult(None, SchemaState(SchemaState.STATE_FINISHED, schema_id, schema))

    async def register_credential_definition(
        self, profile, schema, credential_definition, options=None
    ) -> CredDefResult:
        definition_id = await self._publish(credential_definition.issuer_id, credential_definition.serialize())
        state = CredDefState(CredDefState.STATE_FINISHED, definition_id, credential_definition)
        return CredDefResult(None, state, {}, {})

    async def register_revocation_registry_definition(
        self, profile, revocation_registry_definition, options=None
    ) -> RevRegDefResult:
        definition = revocation_registry_definition
        registry_id = await self._publish(definition.issuer_id, definition.serialize())
        return RevRegDefResult(
            None, RevRegDefState(RevRegDefState.STATE_FINISHED, registry_id, definition), {}, {}
        )

    async def register_revocation_list(self, profile, rev_reg_def, rev_list, options=None) -> RevListResult:
        rev_list.timestamp = int(time.time())
        content = rev_list.serialize()
        await self._put(_list_of(rev_list.rev_reg_def_id), content)
        self._own_lists[rev_list.rev_reg_def_id] = content
        return RevListResult(None, RevListState(RevListState.STATE_FINISHED, rev_list), {}, {})

    async def update_revocation_list(
        self, profile, rev_reg_def, prev_list, curr_list, revoked, options=None
    ) -> RevListResult:
        result = await self.register_revocation_list(profile, rev_reg_def, curr_list, options)
        # Upon this word holders are notified, if that is wanted.
        finished = RevListFinishedEvent.with_payload(curr_list.rev_reg_def_id, list(revoked))
        await profile.inject(EventBus).notify(profile, finished)
        return result

    async def _publish(self, issuer_id: str, content: dict) -> str:
        object_id = f"{issuer_id}/{uuid.uuid4()}"
        await self._put(object_id, content)
        self._cache[object_id] = content
        return object_id

    async def _get(self, object_id: str) -> dict:
        if object_id not in self._cache:
            self._cache[object_id] = await self._fetch(object_id)
        return self._cache[object_id]

    async def _put(self, path: str, content: dict) -> None:
        async with aiohttp.ClientSession() as session, session.put(f"{self._address}/{path}", json=content) as answer:
            answer.raise_for_status()

    async def _fetch(self, path: str) -> dict:
        async with aiohttp.ClientSession() as session, session.get(f"{self._address}/{path}") as answer:
            if answer.status != 200:
                raise AnonCredsObjectNotFound(f"{path} answers {answer.status}")
            return await answer.json()


def _list_of(revocation_registry_id: str) -> str:
    return f"{revocation_registry_id}/status-list"
