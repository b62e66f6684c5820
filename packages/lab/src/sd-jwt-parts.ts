import { base64url } from 'jose'

/** A presentation of SD-JWT VC as a person can read and edit it (RFC 9901, section 4). */
export interface SdJwtParts {
  issued: JwtParts
  /** Each a salt, a name and a value. */
  disclosures: unknown[]
  binding?: JwtParts
}

export interface JwtParts {
  header: unknown
  payload: unknown
  signature: string
}

/** Takes unreadable parts as they are. The page reads it too, so it takes no validation library. */
export function parseSdJwt(text: string): SdJwtParts {
  const [jwt = '', ...disclosures] = text.split('~')
  const bindingJwt = disclosures.pop()
  return {
    issued: jwtParts(jwt),
    disclosures: disclosures.map(decoded),
    ...(bindingJwt && { binding: jwtParts(bindingJwt) }),
  }
}

/** Untouched parts come out as they went in, where they were readable. */
export const serializeSdJwt = ({ issued, disclosures, binding }: SdJwtParts): string =>
  [jwtOf(issued), ...disclosures.map(encoded), binding ? jwtOf(binding) : ''].join('~')

function jwtParts(jwt: string): JwtParts {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  return { header: decoded(header), payload: decoded(payload), signature }
}

const jwtOf = ({ header, payload, signature }: JwtParts): string =>
  [encoded(header), encoded(payload), signature].join('.')

function decoded(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(part)))
  } catch {
    return part
  }
}

const encoded = (part: unknown): string => base64url.encode(JSON.stringify(part))
