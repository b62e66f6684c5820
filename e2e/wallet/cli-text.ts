import type { Disclosure } from './disclosure.ts'
import type { HeldCredential } from './held-credentials.ts'
import type { Offer } from './offers.ts'
import type { ProofRequest } from './proof-requests.ts'

export const usage = `A wallet in your terminal, to try the demo without a phone.

  npm run wallet -- "<invitation link>"          connect, then ask before everything
  npm run wallet -- "<invitation link>" --yes    accept every offer and request
  npm run wallet                                 open the wallet again and wait

The link is on the demo's page, below the QR code.`

const longestText = 200

const conditions: Record<string, string> = {
  '>=': 'is at least',
  '>': 'is more than',
  '<=': 'is at most',
  '<': 'is less than',
}

/** What others wrote, in one line of bearable length and with nothing in it that could move the cursor. */
export function readable(text: string) {
  const plain = text.replace(/\p{Cc}/gu, ' ')
  return plain.length > longestText ? `${plain.slice(0, longestText)}…` : plain
}

/** An attribute's value as a person reads it: dates with dashes, no pictures as text. */
function readableValue(name: string, value: string | number) {
  const text = String(value)
  if (text.startsWith('data:image/')) return '(a picture)'
  if (/date/i.test(name) && /^\d{8}$/.test(text)) return text.replace(/(....)(..)(..)/, '$1-$2-$3')
  return readable(text)
}

const quoted = (comment: string | undefined) => (comment ? [`  “${readable(comment)}”`] : [])

export function describeCredentials(credentials: HeldCredential[]): string {
  if (credentials.length === 0) return 'No credentials yet.'
  const lines = credentials.flatMap(({ name, revoked, attributes }) => [
    `  ${readable(name)}${revoked ? '   (revoked by its issuer)' : ''}`,
    ...Object.entries(attributes).map(([each, value]) => `    ${each}: ${readableValue(each, value)}`),
  ])
  return ['Your credentials:', ...lines].join('\n')
}

export const describeRevocation = (name: string, comment: string | undefined) =>
  [`Your credential was revoked by its issuer: ${readable(name)}.`, ...quoted(comment)].join('\n')

export function describeOffer({ issuer, credentialName, comment, attributes }: Offer): string {
  return [
    `${readable(issuer)} offers you a credential: ${readable(credentialName)}`,
    ...quoted(comment),
    ...attributes.map(({ name, value }) => `    ${name}: ${readableValue(name, value)}`),
  ].join('\n')
}

export function describeRequest({ verifier, name, comment }: ProofRequest): string {
  return [`${readable(verifier)} asks for a proof: ${readable(name)}`, ...quoted(comment)].join('\n')
}

export function describeWhatLeaves({ shared, proved }: Disclosure): string {
  const seen = shared.map(
    ({ name, value, credentialName }) =>
      `    ${name}: ${readableValue(name, value)}   from ${readable(credentialName)}`,
  )
  const known = proved.map(
    ({ name, operator, threshold, credentialName }) =>
      `    ${name} ${conditions[operator] ?? operator} ${readableValue(name, threshold)}   from ${readable(credentialName)}`,
  )
  return [
    ...(seen.length ? ['  They will see:', ...seen] : []),
    ...(known.length ? ['  They will learn, without seeing the value, that:', ...known] : []),
    '  Nothing else leaves this wallet.',
  ].join('\n')
}
