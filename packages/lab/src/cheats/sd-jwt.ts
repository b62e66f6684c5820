import { issueSdJwtVc } from '@lastmile/formats/issued-sd-jwt'
import { signedJwt } from '@lastmile/formats/jws'
import { boundSdJwt, piecesOf } from '@lastmile/formats/sd-jwt'
import { base64url, decodeJwt, importJWK } from 'jose'
import stranger from '../forger/stranger-signer.json' with { type: 'json' }
import type { Forgery, PresentSdJwt, SdJwtTask } from '../lab-wallet.ts'
import { parseSdJwt, type SdJwtParts, serializeSdJwt } from '../sd-jwt-parts.ts'
import type { Cheat, Presented, Props } from './cheat.ts'

interface Work {
  /** The copy's text, the claims that were asked for, and the verifier with the copy's key. */
  task: SdJwtTask
  props: Props
  honest: PresentSdJwt
}

function cheat(of: Partial<Cheat>, work: (given: Work) => Promise<string>): Cheat {
  return {
    protocol: 'openid4vc',
    question: 'met',
    ...of,
    forgery: (props) => ({ sdJwt: (task, honest) => work({ task, props, honest }) }),
  }
}

/** A change of what is about the presentation. */
const answering = (of: Partial<Cheat>, answer: NonNullable<Forgery['answer']>): Cheat => ({
  protocol: 'openid4vc',
  question: 'met',
  ...of,
  forgery: () => ({ answer }),
})

const hour = 60 * 60_000

/** Attempts with SD-JWT VC. Signatures are those of the wallet's keys, for texts that it would never sign itself. */
export const sdJwtCheats = {
  /** A claim that the issuer never signed, among those that it has signed. */
  unsignedClaim: cheat({ check: 'disclosures' }, async ({ task, honest }) => {
    const { jwt, disclosures } = piecesOf(await honest(...task))
    const claim = base64url.encode(JSON.stringify([newSalt(), 'nobility', 'Baroness']))
    return boundSdJwt([jwt, ...disclosures, claim], task[2])
  }),
  /** The issuer's "no" changed into a "yes". */
  flippedAge: cheat({ check: 'disclosures', next: ['claims', 'condition'], question: 'unmet' }, ({ task, honest }) =>
    rebound(task, honest, ({ disclosures }) => {
      for (const disclosure of disclosures as [string, string, unknown][])
        if (disclosure[2] === false) disclosure[2] = true
    }),
  ),
  /** The issuer's "no" as it stands. */
  tooYoung: cheat({ check: 'condition', question: 'unmet' }, ({ task, honest }) => honest(...task)),
  /** The name alone, where an age was asked for, too. */
  ageLeftOut: cheat({ check: 'claims', next: ['condition'], question: 'unmet' }, ({ task, honest }) => {
    const [text, paths, binding] = task
    const names = paths.filter(([first]) => first === 'family_name')
    return honest(text, names, binding)
  }),
  /** A card whose header says that it needs no signature (RFC 8725, 2.1). */
  algNone: cheat({ check: 'issuer-signature', question: 'unmet' }, ({ task, honest }) =>
    rebound(task, honest, (parts) => {
      const { iss, vct, iat, exp, cnf } = parts.issued.payload as Record<string, unknown>
      const payload = { iss, vct, iat, exp, cnf, family_name: 'Windsor', age_equal_or_over: { '18': true } }
      parts.issued = { header: { alg: 'none', typ: 'dc+sd-jwt' }, payload, signature: '' }
      parts.disclosures = []
    }),
  ),
  /** A card under the name of another kind of token. */
  relabelled: cheat({ check: 'malformed', next: ['issuer-signature'] }, ({ task, honest }) =>
    rebound(task, honest, ({ issued }) => {
      issued.header = { ...(issued.header as object), typ: 'JWT' }
    }),
  ),
  /** A signature that the holder's key made for another purpose, with the same words in it. */
  otherPurpose: cheat({ check: 'key-binding-type' }, async ({ task, honest }) => {
    const { jwt, disclosures, bindingJwt } = piecesOf(await honest(...task))
    return [jwt, ...disclosures, await signedJwt({ typ: 'JWT' }, decodeJwt(bindingJwt), task[2].sign)].join('~')
  }),
  /** The same card once more, where one was asked for. */
  oneMore: answering({ check: 'credentials' }, ({ vp_token, ...rest }) => ({
    ...rest,
    vp_token: { ...vp_token, once_more: Object.values(vp_token)[0] ?? [] },
  })),
  /** An answer under the name of another request. */
  otherRequest: answering({ check: 'state' }, (answer) => ({ ...answer, state: newSalt() })),
  /** A friend's wallet answers the question honestly, for the one who was asked. */
  friendsPhoneToo: cheat({ question: 'unmet', byFriend: true }, ({ task, honest }) => honest(...task)),
  /** One's own name and a friend's age: two cards, each bound to its holder's key. */
  twoPeople: cheat({ question: 'twoKinds', needs: 'friends' }, ({ task, props, honest }) => {
    const asksForAge = task[1].some(([first]) => first === 'age_equal_or_over')
    return honest(...(asksForAge ? inPlaceOf(task, taskOf(props.friends)) : task))
  }),
  /** The same claim once more. */
  claimTwice: cheat({ check: 'disclosures' }, async ({ task, honest }) => {
    const { jwt, disclosures } = piecesOf(await honest(...task))
    return boundSdJwt([jwt, ...disclosures, ...disclosures.slice(-1)], task[2])
  }),
  /** Without the signature of the holder's key. */
  noBinding: cheat({ check: 'key-binding-missing' }, async ({ task, honest }) => {
    const { jwt, disclosures } = piecesOf(await honest(...task))
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
    const { jwt, disclosures, bindingJwt } = piecesOf(await honest(text, paths.slice(1), binding))
    const late = piecesOf(await honest(...task)).disclosures.filter((each) => !disclosures.includes(each))
    return [jwt, ...disclosures, ...late, bindingJwt].join('~')
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
    const { iss = '', vct, iat, exp, cnf } = decodeJwt(piecesOf(text).jwt)
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

/** An honest presentation with changes, and the signature of the holder's key over what they make of it. */
async function rebound(task: SdJwtTask, honest: PresentSdJwt, change: (parts: SdJwtParts) => void): Promise<string> {
  const forged = parseSdJwt(await honest(...task))
  change(forged)
  const { binding: _, ...rest } = forged
  return boundSdJwt(serializeSdJwt(rest).split('~').slice(0, -1), task[2])
}

const newSalt = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
