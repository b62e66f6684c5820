"""AnonCreds objects published as attested resources beside a did:webvh."""

import re

import aiohttp
import base58
import jsoncanon
from acapy_agent.anoncreds.base import AnonCredsObjectNotFound, AnonCredsResolutionError, BaseAnonCredsResolver
from acapy_agent.anoncreds.models.credential_definition import CredDef, GetCredDefResult
from acapy_agent.anoncreds.models.revocation import GetRevListResult, GetRevRegDefResult, RevList, RevRegDef
from acapy_agent.anoncreds.models.schema import AnonCredsSchema, GetSchemaResult
from acapy_agent.resolver.did_resolver import DIDResolver
from did_webvh.core.hash_utils import HashInfo
from did_webvh.core.proof import di_jcs_verify

from .location import origin


class AttestedResourceRegistry(BaseAnonCredsResolver):
    """Fetches `<did>/resources/<digest>` and trusts nothing that digest and signature do not vouch for."""

    supported_identifiers_regex = re.compile(r"^did:webvh:[^/]+(/resources/\w+)?$")

    async def setup(self, context):
        """Nothing to prepare."""

    async def get_schema(self, profile, schema_id) -> GetSchemaResult:
        resource = await self._resource(profile, schema_id)
        return GetSchemaResult(AnonCredsSchema.deserialize(resource["content"]), schema_id, {}, {})

    async def get_schema_info_by_id(self, profile, schema_id) -> AnonCredsSchema:
        """Issuer, name and version, which the schema has too; the class for them alone has another name in 1.2."""
        return (await self.get_schema(profile, schema_id)).schema

    async def get_credential_definition(self, profile, credential_definition_id) -> GetCredDefResult:
        resource = await self._resource(profile, credential_definition_id)
        return GetCredDefResult(credential_definition_id, CredDef.deserialize(resource["content"]), {}, {})

    async def get_revocation_registry_definition(self, profile, revocation_registry_id) -> GetRevRegDefResult:
        resource = await self._resource(profile, revocation_registry_id)
        return GetRevRegDefResult(RevRegDef.deserialize(resource["content"]), revocation_registry_id, {}, {})

    async def get_revocation_list(
        self, profile, revocation_registry_id, timestamp_from=0, timestamp_to=None
    ) -> GetRevListResult:
        """The registry definition links its status lists; the last one not younger than `timestamp_to` holds."""
        links = (await self._resource(profile, revocation_registry_id)).get("links", [])
        lists = [link for link in links if timestamp_to is None or link["timestamp"] <= timestamp_to]
        if not lists:
            raise AnonCredsObjectNotFound(f"{revocation_registry_id} links no status list up to {timestamp_to}")
        latest = max(lists, key=lambda link: link["timestamp"])
        content = (await self._resource(profile, latest["id"]))["content"]
        if content["revRegDefId"] != revocation_registry_id or content["timestamp"] != latest["timestamp"]:
            raise AnonCredsResolutionError(f"{latest['id']} is not the status list that it is linked as")
        return GetRevListResult(RevList.deserialize(content), {}, {})

    async def _resource(self, profile, resource_id: str) -> dict:
        did, _, path = resource_id.partition("/")
        async with aiohttp.ClientSession() as session, session.get(f"{origin(did)}/{path}") as answer:
            if answer.status != 200:
                raise AnonCredsObjectNotFound(f"{resource_id} answers {answer.status}")
            resource = await answer.json()
        if resource["id"] != resource_id:
            raise AnonCredsResolutionError(f"{resource_id} calls itself {resource['id']}")
        if resource["content"]["issuerId"] != did:
            raise AnonCredsResolutionError(f"{resource_id} holds an object of another issuer")
        _check_digest(resource["content"], path.rpartition("/")[2])
        await _check_signature(profile, did, resource)
        return resource


def _check_digest(content: dict, digest: str) -> None:
    if not digest.startswith("z"):
        raise AnonCredsResolutionError(f"{digest} is not a base58 multibase value")
    multihash = digest[1:]
    if HashInfo.identify_hash(multihash).formatted_hash(jsoncanon.canonicalize(content)) != multihash:
        raise AnonCredsResolutionError(f"the content does not match its digest {digest}")


async def _check_signature(profile, did: str, resource: dict) -> None:
    document = await profile.inject(DIDResolver).resolve(profile, did)
    key_id = resource["proof"]["verificationMethod"]
    key = next((method for method in document["verificationMethod"] if method["id"] == key_id), None)
    if key is None or key_id not in document.get("assertionMethod", []):
        raise AnonCredsResolutionError(f"{key_id} is not a key with which {did} makes assertions")
    try:
        di_jcs_verify(resource, resource["proof"], key)
    except ValueError as error:
        raise AnonCredsResolutionError(f"{resource['id']} has no valid signature: {error}") from error
