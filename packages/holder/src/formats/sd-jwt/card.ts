import type { Placed, Step } from '@lastmile/formats/claim-paths'
import type { Leaf } from '@lastmile/formats/disclosures'
import { openedSdJwtVc } from '@lastmile/formats/sd-jwt'
import type { ShownCard } from '../../core/credential-format.ts'
import { fromBase64Url, toBase64Url } from '../../core/encoding/base64url.ts'
import { memoized } from '../../core/memoized.ts'
import type { Attribute, HeldCredential } from '../../core/snapshot.ts'
import type { SdJwtCredential } from './sd-jwt-credential.ts'

/** A credential as its next copy has it. */
export interface Card extends Pick<HeldCredential, 'stated'> {
  claims: Record<string, unknown>
  disclosures: readonly string[]
  /** Of its holder, in the order in which they are shown. */
  attributes: (Attribute & Placed)[]
  /** Key identifiers of the authorities that vouch for its issuer, which nothing here has checked. */
  authorities: string[]
}

/** Every snapshot asks for each. */
export const cardOf = memoized((credential: SdJwtCredential): Card => {
  const { claims, leaves, disclosures, signed, x5c } = openedSdJwtVc(credential.copies[0]?.text ?? '')
  const names = credential.attributes.map(({ name }) => name)
  return {
    claims,
    disclosures,
    attributes: attributesIn(leaves, names),
    authorities: x5c.flatMap((each) => authorityOf(each) ?? []),
    stated: {
      issuedAt: typeof claims.iat === 'number' ? claims.iat * 1_000 : undefined,
      validFrom: signed.nbf && signed.nbf * 1_000,
      expiresAt: signed.exp && signed.exp * 1_000,
      status: signed.status?.status_list.idx,
    },
  }
})

/** The credential as views show it. */
export function shownSdJwt(credential: SdJwtCredential): ShownCard {
  const { labels, revocable, isWornOut, copies } = credential
  const { attributes, stated } = cardOf(credential)
  return {
    attributes: attributes.map((attribute) => ({ ...attribute, label: labelOf(attribute.name, labels) })),
    stated,
    revocable,
    unlinkable: isWornOut ? 0 : copies.length,
  }
}

/** The issuer's word for a claim. */
export const labelOf = (name: string, labels: SdJwtCredential['labels'] = []): string | undefined =>
  labels.find((each) => each.name === name)?.label

/** Names that are read from the outside in: unlike a dot, no claim has it in its name. Places count from one. */
export const claimName = (path: readonly Step[]): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(within)
const within = ' › '

/** Its name, and those of all that it lies within, from the inside out. */
export const namesAround = (path: readonly Step[]): string[] =>
  path.map((_, index) => claimName(path.slice(0, path.length - index)))

/** The claim of a name that names no place in an array. */
export const claimNamed = (name: string, claims: object): unknown =>
  name.split(within).reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], claims)

/** Claims that say something of the credential itself, where every reader sees them. */
const ofCredential = /^(iss|vct|vct#integrity|iat|nbf|exp|cnf › jwk › (kty|crv|x|y)|status › status_list › (idx|uri))$/

/** Claims about its holder. @param order names of claims, which copies have in any order */
export function attributesIn(leaves: readonly Leaf[], order: readonly string[]): Card['attributes'] {
  const ranks = new Map(order.map((name, index) => [name, index]))
  const rankOf = (path: readonly Step[]) => {
    const known = namesAround(path).find((name) => ranks.has(name))
    return known === undefined ? order.length : ranks.get(known)
  }
  return leaves
    .map(({ path, value, behind }) => ({
      name: claimName(path),
      path,
      behind,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    .filter(({ name, behind }) => behind.length > 0 || !ofCredential.test(name))
    .map((attribute) => ({ attribute, at: rankOf(attribute.path) ?? 0 }))
    .sort((one, other) => one.at - other.at || (one.attribute.name < other.attribute.name ? -1 : 1))
    .map(({ attribute }) => attribute)
}

/** Object identifier of a certificate's extension that names its authority, in DER: 2.5.29.35. */
const authorityOid = [0x06, 0x03, 0x55, 0x1d, 0x23]

/** The key identifier of a certificate's authority, base64url (RFC 5280, 4.2.1.1); nothing vouches for it. */
export function authorityOf(certificate: string): string | undefined {
  const bytes = derOf(certificate)
  const found = bytes.findIndex((_, at) => authorityOid.every((each, offset) => bytes[at + offset] === each))
  const isCritical = bytes[found + authorityOid.length] === 0x01
  // An octet string that holds a sequence, whose first member is the identifier.
  const begin = found + authorityOid.length + (isCritical ? 3 : 0) + 6
  const isThere = found >= 0 && bytes[begin - 2] === 0x80
  return isThere ? toBase64Url(bytes.slice(begin, begin + (bytes[begin - 1] ?? 0))) : undefined
}

function derOf(certificate: string): Uint8Array {
  try {
    return fromBase64Url(certificate)
  } catch {
    return new Uint8Array()
  }
}
