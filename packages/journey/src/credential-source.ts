import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { sameCredential } from './credential-name.ts'

/** Where a credential of a character comes from: who issues it, and at which place of the visit. */
export interface CredentialSource {
  credential: CredentialToIssue
  /** Undefined where content names none. */
  issuer: string | undefined
  /** The onboarding screen, or the use case, that hands it out. */
  at: { kind: 'onboarding'; screenId: string } | { kind: 'useCase'; slug: string; name: string }
}

/** undefined when no screen issues a credential of that name. Onboarding comes first: everyone passes through it. */
export function credentialSource(character: Character, name: string): CredentialSource | undefined {
  let invites: string | undefined
  for (const screen of character.onboarding) {
    // The issuer that connected the wallet also makes the offer, unless the screen says otherwise.
    invites = screen.issuer_name ?? invites
    const credential = screen.credentials?.find((candidate) => sameCredential(candidate.name, name))
    if (credential) return { credential, issuer: invites, at: { kind: 'onboarding', screenId: screen.screenId } }
  }
  for (const { id: slug, name: useCase, screens } of character.useCases) {
    for (const screen of screens) {
      const credential = screen.credentials?.find((candidate) => sameCredential(candidate.name, name))
      const issuer = screen.issuer_name ?? screen.verifier?.name
      if (credential) return { credential, issuer, at: { kind: 'useCase', slug, name: useCase } }
    }
  }
  return undefined
}
