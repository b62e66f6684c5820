import type {
  Character,
  CredentialRequirement,
  IssuedCredential,
  Protocol,
  Receipt,
  ReceiptCredential,
  RequestOptions,
  Verifier,
} from '@lastmile/contracts'
import { bareName, sameAttribute } from './attribute-value.ts'
import { sameCredential } from './credential-name.ts'
import { credentialSource } from './credential-source.ts'
import { isIssued } from './progress-states.ts'
import { askedBy, mergedRequirements, onlyCompared, predicatesOf } from './use-case.ts'

interface ProofMade {
  id: string
  at: string
  character: Character
  useCase: { id: string; name: string }
  verifier: Verifier
  /** As content has them. */
  options: RequestOptions
  protocol: Protocol
  holderKeys?: string[] | undefined
  /** Exchanges of the visit. */
  exchanges: readonly Exchange[]
}
type Exchange = Pick<IssuedCredential, 'id' | 'name' | 'state'>

/** Makes the receipt of a verified proof, which answered everything that was requested and nothing else. */
export function receiptOf(made: ProofMade): Receipt {
  const { id, at, character, useCase, verifier, options, protocol, holderKeys, exchanges } = made
  const day = new Date(at)
  return {
    id,
    at,
    useCase: { slug: useCase.id, name: useCase.name },
    verifier: verifier.name,
    request: options.title,
    protocol,
    holderKeys,
    credentials: mergedRequirements(options.requestedCredentials).map((requirement): ReceiptCredential => {
      const source = credentialSource(character, requirement.name)
      const { properties: shown = [], alike } = askedBy(protocol, requirement, day)
      const proved = predicatesOf(requirement)
      const answered = [...shown, ...proved.map((predicate) => predicate.name)]
      const attributes = source?.credential.attributes.map((attribute) => attribute.name) ?? []
      return {
        name: source?.credential.name ?? requirement.name,
        exchange: exchangeOf(requirement, exchanges),
        issuer: source?.issuer ?? null,
        shown,
        onlyCompared: onlyCompared(requirement, day),
        ...(alike && { alike: Object.values(alike).flat() }),
        proved,
        kept: attributes.filter((name) => !answered.some((other) => sameAttribute(other, name))),
        nonRevoked: requirement.nonRevoked === true,
      }
    }),
  }
}

/**
 * This visit's card, which may have answered: a verifier cannot tell it from another one of the same definition. One
 * that was revoked by then proved no non-revocation.
 */
function exchangeOf({ name, nonRevoked }: CredentialRequirement, exchanges: readonly Exchange[]): string | null {
  const used = exchanges.findLast(
    (each) =>
      sameCredential(each.name, name) && (isIssued(each.state) || (each.state === 'credential_revoked' && !nonRevoked)),
  )
  return used?.id ?? null
}

export interface LearntCounts {
  /** Details that were shown. */
  shown: number
  /** Conditions that were found to hold, without the detail that they are about. */
  proved: number
  /** Details of these cards that no verifier learnt anything about. */
  kept: number
}

/** Counts what verifiers learnt together: each detail and each condition of a card once, however often it was asked. */
export function learntIn(receipts: readonly Receipt[]): LearntCounts {
  const cards = receipts.flatMap(({ credentials }) => credentials)
  const detail = (card: ReceiptCredential, name: string) => `${card.name} ${bareName(name)}`
  const details = (of: (card: ReceiptCredential) => readonly string[]) =>
    new Set(cards.flatMap((card) => of(card).map((name) => detail(card, name))))
  const shown = details((card) => card.shown)
  const compared = details((card) => card.proved.map(({ name }) => name))
  const proved = cards.flatMap((card) => [
    ...card.proved
      .filter(({ name }) => !shown.has(detail(card, name)))
      .map(({ name, type, value }) => [detail(card, name), type, value].join(' ')),
    ...(card.nonRevoked ? [card.name] : []),
  ])
  const kept = [...details((card) => card.kept)].filter((name) => !shown.has(name) && !compared.has(name))
  return { shown: shown.size, proved: new Set(proved).size, kept: kept.length }
}

/** The newest receipt of each request: a use case may be played again. */
export function latestReceipts(receipts: readonly Receipt[]): Receipt[] {
  const byRequest = new Map<string, Receipt>()
  for (const receipt of [...receipts].sort((one, other) => one.at.localeCompare(other.at)))
    byRequest.set([receipt.useCase.slug, receipt.verifier, receipt.request].join(' '), receipt)
  return [...byRequest.values()]
}
