import type { UseCase, UseCaseScreen, Verifier } from './character.ts'
import { brand } from './site.ts'

/** Whom the visitor deals with at a use case's screen, as its page shows. */
export function verifierOf({ screens }: UseCase, screen: UseCaseScreen): Verifier {
  const named = screen.verifier ?? screens.find((other) => other.verifier)?.verifier
  return named ?? { name: screen.issuer_name ?? brand }
}

/** The party that connects, offers or asks at a use case's screen: the name that wallets show. */
export const partyOf = (useCase: UseCase, screen: UseCaseScreen): string =>
  (screen.credentials && screen.issuer_name) ?? verifierOf(useCase, screen).name
