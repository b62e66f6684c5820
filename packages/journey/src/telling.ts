import type { CredentialRequirement, Protocol, UseCase, UseCaseScreen } from '@lastmile/contracts'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { familyOf } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { parseUseCaseScreen } from '@lastmile/contracts/screens'
import { sameAttribute } from './attribute-value.ts'
import { askedBy, mergedRequirements, predicatesOf, shownToCompare } from './use-case.ts'

/** A story is told for the family of wallets in which it happens (record 125). */

/** Says in one sentence what is sent, for screens that say nothing of a family that shows more than the other. */
type Plainly = (sent: Sent[]) => string

/** A screen of a use case in the words of a family. */
export function screenToldBy(
  protocol: Protocol,
  useCase: UseCase,
  screen: UseCaseScreen,
  plainly: Plainly,
): UseCaseScreen {
  const { words: field } = familyOf(protocol)
  if (field === null) return screen
  const { requestOptions, [field]: own = plainWords(protocol, useCase, screen, plainly) } = screen
  const { request = requestOptions?.text ?? '', ...words } = own
  return { ...screen, ...words, ...(requestOptions && { requestOptions: { ...requestOptions, text: request } }) }
}

type OwnWords = NonNullable<UseCaseScreen['openid4vc']>

function plainWords(protocol: Protocol, useCase: UseCase, screen: UseCaseScreen, plainly: Plainly): OwnWords {
  const step = parseUseCaseScreen(screen)
  if (hasRole(step, 'connection')) return { title: verifierOf(useCase, screen).name, text: '' }
  const showsMore = askedAt(useCase, screen).some((asked) => shownToCompare(protocol, asked).length > 0)
  if (screen.says || hasRole(step, 'credential') || !showsMore) return { text: screen.text }
  return { text: plainly(sentTo(protocol, useCase, screen)), request: '' }
}

/** All that the verifier of a screen asks for in its use case, one entry per credential. */
export const askedAt = (useCase: UseCase, screen: UseCaseScreen): CredentialRequirement[] =>
  mergedRequirements(
    useCase.screens
      .filter((other) => verifierOf(useCase, other).name === verifierOf(useCase, screen).name)
      .flatMap(({ requestOptions }) => requestOptions?.requestedCredentials ?? []),
  )

/** Names of attributes of one credential that a verifier is sent, and of those that are proved to it unseen. */
export interface Sent {
  name: string
  shown: string[]
  proved: string[]
}

/** Attributes that the verifier of a screen is sent by a family. */
export const sentTo = (protocol: Protocol, useCase: UseCase, screen: UseCaseScreen): Sent[] =>
  askedAt(useCase, screen).map((requirement) => {
    const { properties: shown = [] } = askedBy(protocol, requirement)
    const proved = predicatesOf(requirement).map(({ name }) => name)
    return {
      name: requirement.name,
      shown,
      proved: proved.filter((name) => !shown.some((other) => sameAttribute(other, name))),
    }
  })
