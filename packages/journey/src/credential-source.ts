import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { sameCredential } from './credential-name.ts'

/** Where a credential of a character comes from: who issues it, and at which place of the visit. */
export interface CredentialSource {
  credential: Pick<CredentialToIssue, 'name' | 'attributes'> & { label?: string | undefined }
  /** Undefined where content names none. */
  issuer: string | undefined
  /** The onboarding screen, or the use case, that hands it out. */
  at: { kind: 'onboarding'; screenId: string } | { kind: 'useCase'; slug: string; name: string }
}

/** undefined when nobody here issues a credential of that name. Onboarding comes first: everyone passes through it. */
export function credentialSource(character: Character, name: string): CredentialSource | undefined {
  const onboarding = character.onboarding.map((screen) => ({
    screen,
    at: { kind: 'onboarding', screenId: screen.screenId } as const,
  }))
  const useCases = character.useCases.flatMap(({ id, name, screens }) =>
    screens.map((screen) => ({ screen, at: { kind: 'useCase', slug: id, name } as const })),
  )
  for (const { screen, at } of [...onboarding, ...useCases]) {
    const credential = screen.credentials?.find((candidate) => sameCredential(candidate.name, name))
    if (credential) return { credential, issuer: screen.issuer_name, at }
  }
  return undefined
}
