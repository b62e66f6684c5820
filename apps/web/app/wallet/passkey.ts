import { brand } from '@lastmile/contracts/site'
import type { AnsweredPasskey, PasskeyLock } from './storage/passkey-lock.ts'
import { t } from './texts.ts'
import { walletClient } from './wallet-client.ts'
import type { Answer } from './worker/messages.ts'

/** Passkeys need a host name; an IP address has none. */
const isNumber = /^\d+(\.\d+){3}$|^\[/

/** ES256, and RS256 for older systems. */
const algorithms = [-7, -257]

/** Milliseconds for the visitor to respond. */
const timeout = 5 * 60_000

/** Whether this browser's passkeys may offer the pseudo-random function that a key can derive from. */
export async function canLock(): Promise<boolean> {
  if (isNumber.test(location.hostname)) return false
  const capabilities = await globalThis.PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined)
  return capabilities?.['extension:prf'] === true
}

/** Creates a passkey and locks the wallet with it. Call it during a press. */
export const lockWithPasskey = (): Promise<Answer> =>
  withPasskey(async () => {
    const input = random(32)
    const made = await navigator.credentials.create({
      publicKey: {
        rp: { id: location.hostname, name: brand },
        // Reveals nothing about the visitor.
        user: { id: random(16), name: t('passkeyName'), displayName: t('passkeyName') },
        challenge: random(32),
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: input } } },
        timeout,
      },
    })
    if (!(made instanceof PublicKeyCredential)) return undefined
    const credentialId = new Uint8Array(made.rawId)
    const { prf } = made.getClientExtensionResults()
    if (!prf?.enabled) return undefined
    // Some passkeys answer only a second request.
    const secret = bytesOf(prf.results?.first) ?? (await secretOf({ credentialId, input }))
    return secret && { action: 'lock', args: [{ credentialId, input, secret }] }
  })

/** Opens a locked wallet. Call it during a press. */
export const unlockWithPasskey = (lock: Pick<PasskeyLock, 'credentialId' | 'input'>): Promise<Answer> =>
  withPasskey(async () => {
    const secret = await secretOf(lock)
    return secret && { action: 'unlock', args: [secret] }
  }, 'keyless-passkey')

type PasskeyCall = { action: 'lock'; args: [AnsweredPasskey] } | { action: 'unlock'; args: [AnsweredPasskey['secret']] }

/** @param keyless where the passkey answers without a key */
async function withPasskey(
  ask: () => Promise<PasskeyCall | undefined>,
  keyless: 'unsuited-passkey' | 'keyless-passkey' = 'unsuited-passkey',
): Promise<Answer> {
  try {
    const call = await ask()
    return call ? await walletClient.call(call) : { failure: keyless }
  } catch {
    return { failure: 'no-passkey' }
  }
}

async function secretOf({ credentialId, input }: Pick<PasskeyLock, 'credentialId' | 'input'>) {
  const answer = await navigator.credentials.get({
    publicKey: {
      rpId: location.hostname,
      allowCredentials: [{ type: 'public-key', id: credentialId }],
      // No sign-in happens, so no server verifies the signature.
      challenge: random(32),
      userVerification: 'required',
      extensions: { prf: { eval: { first: input } } },
      timeout,
    },
  })
  return answer instanceof PublicKeyCredential
    ? bytesOf(answer.getClientExtensionResults().prf?.results?.first)
    : undefined
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Browsers return buffers of 32 bytes; a password manager in their place may return fewer, which can be guessed. */
const bytesOf = (source: BufferSource | undefined) =>
  source instanceof ArrayBuffer && source.byteLength === 32 ? new Uint8Array(source) : undefined
