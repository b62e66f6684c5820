import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand } from '@lastmile/contracts'
import { exportJWK } from 'jose'
import { createRoot, createSigner } from '../src/openid4vc/keys/certificates.ts'
import { NativeIssuer } from './native-parties.ts'

/**
 * Writes the keys and the card of an issuer that is none here, for the lab's cheats (packages/lab/src/forger):
 * `npx tsx packages/agent/test/make-stranger.ts`
 */
const values = {
  family_name: 'Windsor',
  given_names: 'Edward',
  date_of_birth: '19700101',
  gender: 'male',
  document_type: 'passport',
  document_number: '1',
  document_expiry_date: '20991231',
  nationality: 'Nowhere',
  issuing_authority: 'Myself',
}

const write = (name: string, content: object) =>
  writeFileSync(join(import.meta.dirname, '../../lab/src/forger', name), `${JSON.stringify(content)}\n`)

const now = new Date()
const issuer = new NativeIssuer('stranger', Object.keys(values), Math.floor(now.getTime() / 1000))
const linkSecret = BigInt(`0x${randomBytes(31).toString('hex')}`).toString()
const { credential } = issuer.issue(linkSecret, 1, values)
write('stranger.json', {
  linkSecret,
  schema: issuer.schema.toJson(),
  definition: issuer.definition.toJson(),
  credential: credential.toJson(),
})

const signer = await createSigner(await createRoot(brand, now), 'https://stranger.example', 'documents', now)
const { kty, crv, x, y, d } = await exportJWK(signer.keys.privateKey)
write('stranger-signer.json', {
  x5c: [signer.certificate.toString('base64').replaceAll('\n', '')],
  jwk: { kty, crv, x, y, d },
})
