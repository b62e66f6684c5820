/** An SD-JWT by its parts (RFC 9901, section 4); one of another form has disclosures without names. */
export function takenApart(sdJwt: string): object {
  const [issuerSigned, ...rest] = sdJwt.split('~')
  const keyBinding = rest.pop()
  return {
    issuer_signed_jwt: issuerSigned,
    disclosures: rest.map(disclosureIn),
    key_binding_jwt: keyBinding || undefined,
  }
}

function disclosureIn(encoded: string): object {
  try {
    const [salt, name, value] = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown[]
    return { salt, name, value }
  } catch {
    return { value: encoded }
  }
}
