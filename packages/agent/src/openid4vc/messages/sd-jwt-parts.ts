import { most } from '../../core/messages/blanked.ts'

/** The issuer's part, a hundred disclosures and the binding: a verifier refuses more. */
const mostPieces = 102

/** An SD-JWT by its parts (RFC 9901, section 4). Only as many are read as a record shows. */
export function sdJwtParts(sdJwt: string): object {
  const [issuerSigned, ...rest] = sdJwt.split('~', mostPieces)
  const keyBinding = rest.pop()
  return {
    issuer_signed_jwt: issuerSigned,
    disclosures: rest.map((encoded, index) => (index < most.entries ? disclosureIn(encoded) : { value: encoded })),
    key_binding_jwt: keyBinding || undefined,
  }
}

/** One of another form has no name. */
function disclosureIn(encoded: string): object {
  try {
    const [salt, name, value] = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown[]
    return { salt, name, value }
  } catch {
    return { value: encoded }
  }
}
