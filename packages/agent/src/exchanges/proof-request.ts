import type { AnonCredsRequestProofFormat } from '@credo-ts/anoncreds'
import type { ProofRequest, Restriction } from '@lastmile/contracts'

/**
 * A proof request as it goes to the wallet. Non-revocation is asked for the present moment alone: with an open
 * beginning holders refuse, with only an end a stale proof passes (agent.md). `now` is in seconds.
 */
export function anonCredsRequest(request: ProofRequest, now: number): AnonCredsRequestProofFormat {
  const moment = { from: now, to: now }
  const asked = <Referent extends { restrictions: Restriction[]; non_revoked?: object }>(referent: Referent) => ({
    ...referent,
    restrictions: joined(referent.restrictions),
    non_revoked: (referent.non_revoked ?? request.non_revoked) ? moment : undefined,
  })
  return {
    name: request.name,
    version: request.version,
    requested_attributes: mapValues(request.requested_attributes, asked),
    requested_predicates: mapValues(request.requested_predicates, asked),
  }
}

/**
 * Several restriction objects mean *or*, so a schema in one and an issuer in another would let foreign credentials
 * pass. Objects that do not contradict each other are therefore joined into one; real alternatives stay.
 */
function joined(restrictions: Restriction[]): Restriction[] {
  const one: Record<string, string | undefined> = {}
  for (const restriction of restrictions.map(qualified)) {
    for (const [key, value] of Object.entries(restriction)) {
      if (one[key] !== undefined && one[key] !== value) return restrictions.map(qualified)
      one[key] = value
    }
  }
  return [one]
}

/** The native library knows the issuer's DID as `issuer_id`; `issuer_did` is for the short DIDs of Indy alone. */
function qualified({ issuer_did, ...restriction }: Restriction): Restriction {
  return issuer_did === undefined ? restriction : { issuer_id: issuer_did, ...restriction }
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
