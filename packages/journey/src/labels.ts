import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { attributeLabel } from './attribute-value.ts'
import { startCase } from './credential-name.ts'
import { credentialSource } from './credential-source.ts'

/** How people read the names of credentials and attributes: by content's label, else by the name itself. */

type Named = Pick<CredentialToIssue, 'name' | 'label'>

/** One of the character's credentials, in whatever spelling; undefined when it is not issued here. */
export const credentialNamed = (character: Character | undefined, name: string): CredentialToIssue | undefined =>
  character && credentialSource(character, name)?.credential

export const labelOf = ({ name, label }: Named): string => label ?? startCase(name)

export function credentialLabel(character: Character | undefined, name: string): string {
  return labelOf(credentialNamed(character, name) ?? { name })
}

/** The label of an attribute of one credential; without the credential it is made from the name. */
export function attributeLabelIn(credential: Pick<CredentialToIssue, 'attributes'> | undefined, name: string): string {
  return credential?.attributes.find((attribute) => attribute.name === name)?.label ?? attributeLabel(name)
}
