import type { AnonCredsProof } from '@credo-ts/anoncreds'
import type { Presentation } from '../port.ts'

/** What a verified presentation shows, in our own shape. */
export function revealed(proof: AnonCredsProof): Presentation {
  const { revealed_attrs = {}, revealed_attr_groups = {}, predicates = {} } = proof.requested_proof
  return {
    attributes: mapValues(revealed_attrs, ({ raw }) => raw),
    attributeGroups: mapValues(revealed_attr_groups, ({ values }) => mapValues(values, ({ raw }) => raw)),
    predicates: Object.keys(predicates),
  }
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
