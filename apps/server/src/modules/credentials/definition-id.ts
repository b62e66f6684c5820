import { createHash } from 'node:crypto'
import type { CredentialToIssue } from '@lastmile/contracts'

/** The identity of a credential definition; the attributes' values are no part of it. */
export const definitionContent = ({ name, version, attributes, revocable }: CredentialToIssue) => ({
  name: name.replaceAll(/\s+/gu, ' '),
  version,
  attributeNames: attributes.map((attribute) => attribute.name).sort(),
  revocable,
})

/** Our stable identifier, like `lmds:2.0:3f9a…:ConfirmedPerson`: it outlives a change of the registry or the DID. */
export function definitionId({
  name,
  version,
  attributeNames,
  revocable,
}: ReturnType<typeof definitionContent>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([attributeNames, revocable]))
    .digest('hex')
  return `lmds:${version}:${hash.slice(0, 16)}:${name}`
}
