import { boundSdJwt, issueSdJwtVc } from '@lastmile/formats/sd-jwt'
import { base64url, decodeJwt, importJWK } from 'jose'
import stranger from '../forger/stranger-signer.json' with { type: 'json' }
import type { PresentSdJwt, SdJwtTask } from '../lab-wallet.ts'
import type { Cheat, Presented, Props } from './cheat.ts'

interface Work {
  /** The copy's text, the claims that were asked for, and the verifier with the copy's key. */
  task: SdJwtTask
  props: Props
  honest: PresentSdJwt
}

function cheat(of: Pick<Cheat, 'check'> & Partial<Cheat>, work: (given: Work) => Promise<string>): Cheat {
  return {
    ...{ protocol: 'openid4vc', question: 'met', ...of },
    forgery: (props) => ({ sdJwt: (task, honest) => work({ task, props, honest }) }),
  }
}

const hour = 60 * 60_000

/** Attempts with SD-JWT VC. Signatures are those of the wallet's keys, for texts that it would never sign itself. */
export const sdJwtCheats = {
  /** A claim that the issuer never signed, among those that it has signed. */
  unsignedClaim: cheat({ check: 'disclosures' }, async ({ task, honest }) => {
    const { jwt, disclosures } = parts(await honest(...task))
    const claim = base64url.encode(JSON.stringify([newSalt(), 'nobility', 'Baroness']))
    return boundSdJwt([jwt, ...disclosures, claim], task[2])
  }),
  /** The same claim once more. */
  claimTwice: cheat({ check: 'disclosures' }, async ({ task, honest }) => {
    const { jwt, disclosures } = parts(await honest(...task))
    return boundSdJwt([jwt, ...disclosures, ...disclosures.slice(-1)], task[2])
  }),
  /** Without the signature of the holder's key. */
  noBinding: cheat({ check: 'key-binding-missing' }, async ({ task, honest }) => {
    const { jwt, disclosures } = parts(await honest(...task))
    return [jwt, ...disclosures, ''].join('~')
  }),
  /** A friend's copy, signed with one's own key. */
  friendsCopy: cheat({ check: 'key-binding-signature', needs: 'friends' }, ({ task, props, honest }) => {
    const [text] = taskOf(props.friends)
    return honest(text, task[1], task[2])
  }),
  /** An answer to an earlier question. */
  oldAnswer: cheat({ check: 'nonce', needs: 'earlier' }, async ({ props }) => String(props.earlier)),
  /** An answer that was meant for another verifier. */
  otherVerifier: cheat({ check: 'audience' }, ({ task: [text, paths, binding], honest }) =>
    honest(text, paths, { ...binding, audience: `x509_hash:${newSalt()}` }),
  ),
  /** A claim that was added after the holder's key had signed. */
  addedLater: cheat({ check: 'sd-hash' }, async ({ task, honest }) => {
    const [text, paths, binding] = task
    const { jwt, disclosures, keyBinding } = parts(await honest(text, paths.slice(1), binding))
    const late = parts(await honest(...task)).disclosures.filter((each) => !disclosures.includes(each))
    return [jwt, ...disclosures, ...late, keyBinding].join('~')
  }),
  /** A signature of an hour ago. */
  oldSignature: cheat({ check: 'key-binding-time' }, ({ task: [text, paths, binding], honest }) =>
    honest(text, paths, { ...binding, now: binding.now - hour }),
  ),
  /** A revoked card. */
  revokedCopy: cheat({ check: 'status', needs: 'revoked' }, ({ task, props, honest }) =>
    honest(...inPlaceOf(task, taskOf(props.revoked))),
  ),
  /** A card whose time is over. */
  endedCopy: cheat({ check: 'expired', needs: 'ended' }, ({ task, props, honest }) =>
    honest(...inPlaceOf(task, taskOf(props.ended))),
  ),
  /** Another card of one's own, which has a name on it, too. */
  otherType: cheat({ check: 'type', question: 'name', needs: 'other' }, ({ task, props, honest }) => {
    const [text, paths, { sign }] = taskOf(props.other)
    return honest(text, paths, { ...task[2], sign })
  }),
  /** A card that one has signed oneself, with a chain of certificates that looks like the issuer's. */
  ownChain: cheat({ check: 'issuer-signature' }, async ({ task: [text, paths, binding], honest }) => {
    const { iss = '', vct, iat, exp, cnf } = decodeJwt(parts(text).jwt)
    const key = await importJWK(stranger.jwk, 'ES256')
    const sign = async (input: string) => {
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signed = await crypto.subtle.sign(algorithm, key as CryptoKey, new TextEncoder().encode(input))
      return base64url.encode(new Uint8Array(signed))
    }
    const card = {
      x5c: stranger.x5c,
      always: { iss, vct: String(vct), iat, exp, cnf },
      selectively: { family_name: 'Windsor', age_equal_or_over: { '16': true, '18': true } },
    }
    return honest(await issueSdJwtVc(card, sign), paths, binding)
  }),
} satisfies Record<string, Cheat>

function taskOf({ sdJwt }: Presented): SdJwtTask {
  if (!sdJwt) throw new Error('The card is of the other family.')
  return sdJwt
}

/** The task for its verifier, with another copy and that one's key. */
const inPlaceOf = ([, paths, binding]: SdJwtTask, [text, , { sign }]: SdJwtTask): SdJwtTask => [
  text,
  paths,
  { ...binding, sign },
]

/** A presentation taken apart (RFC 9901, section 4). */
function parts(text: string) {
  const [jwt = '', ...rest] = text.split('~')
  return { jwt, disclosures: rest.slice(0, -1), keyBinding: rest.at(-1) ?? '' }
}

const newSalt = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
