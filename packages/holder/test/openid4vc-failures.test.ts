import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../src/core/system-clock.ts'
import { meets } from './meets.ts'
import { issuer, type Stranger, verifier } from './openid4vc-stranger.ts'

const [token, nonce, credential, deferred, notification, answers] = [
  `${issuer}/token`,
  `${issuer}/nonce`,
  `${issuer}/credential`,
  `${issuer}/deferred`,
  `${issuer}/notification`,
  `${verifier}/answers`,
]
const hour = 60 * 60_000
const day = 24 * hour

/** A device's clock that a test moves. */
function movedClock() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead, after: systemClock.after }
  return clock
}
const refusal = (error: string, status = 400) => Response.json({ error }, { status })
const busy = () => new Response('', { status: 503 })

/** One answer after the other; the last is given again. */
const inTurn = (...answers: unknown[]) => {
  let calls = 0
  return (body: string, headers: Headers) => {
    const answer = answers[Math.min(calls++, answers.length - 1)]
    return typeof answer === 'function' ? answer(body, headers) : answer
  }
}

describe('why an accepted offer came to nothing', () => {
  test.each<[string, string, unknown, string | undefined]>([
    ['a token for wallets that it knows', token, refusal('invalid_client', 401), 'unknown-wallet'],
    ['no token', token, refusal('unsupported_grant_type'), 'refused'],
    ['a token in another form', token, 'nonsense', 'unreadable'],
    ['a nonce in another form', nonce, {}, 'unreadable'],
    ['a nonce for wallets that it knows', nonce, refusal('unauthorized_client', 403), 'unknown-wallet'],
    ['no nonce that it takes', credential, refusal('invalid_nonce'), 'refused'],
    ['its mind', credential, refusal('credential_request_denied'), 'denied'],
    ['a token that is over', credential, refusal('invalid_token', 401), 'late'],
    ['a credential in another form', credential, { credentials: [] }, 'unreadable'],
    ['a credential later, without a place for it', credential, { transaction_id: 'tx' }, 'unreadable'],
    ['a credential without end', credential, `{"credentials":[],"x":"${'x'.repeat(1_100_000)}"}`, 'too-large'],
  ])('is kept: the issuer gives %s', async (_, url, answer, why) => {
    const { stranger, holder, received } = await meets()
    const id = await received(stranger.offers())
    stranger.answers[url] = answer
    await holder.accept(id).catch((error) => expect(error).toMatchObject({ code: 'not-open' }))
    expect(holder.snapshot()).toMatchObject({ offers: [], credentials: [], network: 'online' })
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', name: 'Card', why })
    holder.wake()
    const made = stranger.calls.length
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stranger.calls.length).toBe(made)
  })

  test('is that it is not valid by this device’s clock, where the issuer’s is not known', async () => {
    const { stranger, holder, received } = await meets()
    const exp = Math.floor(Date.now() / 1_000) - 10
    await holder.accept(await received(stranger.offers({ credential: { always: { exp } } })))
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'not-valid-now' })
  })

  test('is nobody’s doing where its person declined', async () => {
    const { stranger, holder, received } = await meets()
    const id = await received(stranger.offers())
    stranger.answers[token] = refusal('invalid_client', 401)
    await holder.decline(id)
    expect(holder.snapshot().history.map(({ what }) => what)).toEqual(['offer-declined'])
  })
})

test('a nonce that was refused is fetched anew, once', async () => {
  const { stranger, holder, received } = await meets()
  const id = await received(stranger.offers())
  stranger.answers[nonce] = inTurn({ c_nonce: 'old' }, { c_nonce: 'new' })
  stranger.answers[credential] = inTurn(refusal('invalid_nonce'), stranger.answers[credential])
  await holder.accept(id)
  expect(holder.snapshot().credentials).toHaveLength(1)
  const nonces = stranger.callsTo(credential).map(({ body }) => decodeJwt(JSON.parse(body).proofs.jwt[0]).nonce)
  expect(nonces).toEqual(['old', 'new'])
})

const long = `{"credentials":[{"credential":"${'x'.repeat(1_100_000)}"}]}`
const ten = { metadata: { batch_credential_issuance: { batch_size: 10 } }, token: { refresh_token: 'more' } }
const asked = (stranger: Stranger) => stranger.callsTo(credential).map(({ body }) => JSON.parse(body).proofs.jwt.length)

test('of an answer that is too long fewer copies are asked for, and for later ones, too', async () => {
  const { stranger, holder, received } = await meets()
  const id = await received(stranger.offers(ten))
  const { [credential]: issue } = stranger.answers
  stranger.answers[credential] = inTurn(long, issue)
  await holder.accept(id)
  expect(asked(stranger)).toEqual([10, 3])
  expect(holder.snapshot().credentials[0]?.unlinkable).toBe(3)
  stranger.answers[credential] = inTurn(long, issue)
  await holder.answer(await received(await stranger.asks()))
  await expect.poll(() => holder.snapshot().credentials[0]?.unlinkable).toBe(3)
  expect(asked(stranger)).toEqual([10, 3, 3, 1])
})

test('a credential that is too long by itself ends its offer', async () => {
  const { stranger, holder, received } = await meets()
  const id = await received(stranger.offers(ten))
  stranger.answers[credential] = long
  await holder.accept(id)
  expect(asked(stranger)).toEqual([10, 3, 1])
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'too-large' })
})

describe('a credential that its issuer makes later', () => {
  const later = { metadata: { deferred_credential_endpoint: deferred } }
  async function awaited(odd = {}) {
    const clock = movedClock()
    const met = await meets({ clock })
    const id = await met.received(met.stranger.offers({ ...later, ...odd }))
    const { [credential]: issue } = met.stranger.answers
    let proofs = ''
    met.stranger.answers[credential] = (body: string) => {
      proofs = body
      return Response.json({ transaction_id: 'tx', interval: 60 }, { status: 202 })
    }
    met.stranger.answers[deferred] = Response.json({ transaction_id: 'tx', interval: 60 }, { status: 202 })
    await met.holder.accept(id)
    expect(met.holder.snapshot()).toMatchObject({
      offers: [{ id, state: 'accepted', isDeferred: true }],
      network: 'online',
    })
    const issues = () => {
      met.stranger.answers[deferred] = () => (issue as (body: string) => unknown)(proofs)
    }
    return { ...met, id, clock, issues }
  }

  test('is asked for again by its interval, also after a restart', async () => {
    const { stranger, visitor, clock, issues } = await awaited()
    visitor.holder.wake()
    await visitor.reopens()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stranger.callsTo(deferred)).toEqual([])
    clock.ahead += 61_000
    stranger.answers[deferred] = Response.json({ transaction_id: 'tx', interval: 1 }, { status: 202 })
    visitor.holder.wake()
    await expect.poll(() => stranger.callsTo(deferred).length).toBe(1)
    expect(stranger.callsTo(deferred)[0]?.body).toBe('{"transaction_id":"tx"}')
    issues()
    await visitor.sees(({ credentials, offers }) => credentials.length === 1 && offers.length === 0)
    expect(visitor.holder.snapshot().history[0]?.what).toBe('received')
  })

  test('can be given up, and is not asked for again', async () => {
    const { stranger, holder, id, clock } = await awaited()
    await holder.giveUp(id)
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'given-up' })
    clock.ahead += 61_000
    holder.wake()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stranger.callsTo(deferred)).toEqual([])
    await expect(holder.giveUp(id)).rejects.toMatchObject({ code: 'not-open' })
  })

  test('is over with its token', async () => {
    const { visitor, clock } = await awaited({ token: { expires_in: 120 } })
    clock.ahead += 121_000
    visitor.holder.wake()
    await visitor.sees(({ history }) => history[0]?.what === 'offer-failed' && history[0].why === 'late')
  })

  test('is refused after all', async () => {
    const { stranger, visitor, clock } = await awaited()
    stranger.answers[deferred] = refusal('credential_request_denied')
    clock.ahead += 61_000
    visitor.holder.wake()
    await visitor.sees(({ history }) => history[0]?.why === 'denied')
  })
})

describe('whatever waits has an end', () => {
  const offered = async (met: Awaited<ReturnType<typeof meets>>, odd = {}) => {
    const id = await met.received(met.stranger.offers(odd))
    return { id, accepted: () => met.holder.accept(id) }
  }

  test.each([token, credential])('a credential that does not come from %s is given up', async (url) => {
    const met = await meets()
    const { id, accepted } = await offered(met)
    met.stranger.answers[url] = busy
    await accepted()
    expect(met.holder.snapshot().offers).toMatchObject([{ id, state: 'accepted' }])
    await met.holder.giveUp(id)
    expect(met.holder.snapshot()).toMatchObject({ offers: [], network: 'online', unreachable: [] })
    expect(met.holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'given-up' })
  })

  test('a credential that comes after it was given up is not kept', async () => {
    const met = await meets()
    const { id, accepted } = await offered(met)
    const { [credential]: issue } = met.stranger.answers
    let answer: () => void = () => undefined
    const waits = new Promise<void>((resolve) => (answer = resolve))
    met.stranger.answers[credential] = async (body: string) => {
      await waits
      return (issue as (body: string) => unknown)(body)
    }
    const accepting = accepted()
    await expect.poll(() => met.stranger.callsTo(credential).length).toBe(1)
    await met.holder.giveUp(id)
    answer()
    await accepting
    expect(met.holder.snapshot()).toMatchObject({ credentials: [], offers: [] })
    expect(met.holder.snapshot().history.map(({ what }) => what)).toEqual(['offer-failed'])
  })

  test('an answer that is refused after it was given up stays given up', async () => {
    const met = await meets()
    await (await offered(met)).accepted()
    let refuse: (answer: Response) => void = () => undefined
    met.stranger.answers[answers] = () => new Promise<Response>((resolve) => (refuse = resolve))
    const id = await met.received(await met.stranger.asks())
    const answering = met.holder.answer(id)
    await expect.poll(() => met.stranger.callsTo(answers).length).toBe(1)
    await met.holder.giveUp(id)
    refuse(refusal('invalid_request'))
    await answering
    expect(met.holder.snapshot().history.map(({ what }) => what)).toEqual(['not-sent', 'shared', 'received'])
  })

  test('an answer that does not leave is given up', async () => {
    const met = await meets()
    await (await offered(met)).accepted()
    met.stranger.answers[answers] = busy
    const id = await met.received(await met.stranger.asks())
    await met.holder.answer(id)
    expect(met.holder.snapshot().requests).toMatchObject([{ id, state: 'answered' }])
    await met.holder.giveUp(id)
    expect(met.holder.snapshot()).toMatchObject({ requests: [], waiting: 0, unreachable: [] })
    expect(met.holder.snapshot().history[0]).toMatchObject({ what: 'not-sent', why: 'given-up' })
    await expect(met.holder.giveUp(id)).rejects.toMatchObject({ code: 'not-open' })
  })

  test.each<[string, string, object, number]>([
    ['a token', token, {}, day],
    ['a credential, within a day', credential, {}, day],
    ['a credential, with its token', credential, { token: { expires_in: 600 } }, 600_000],
  ])('%s is not asked for without end', async (_, url, odd, end) => {
    const clock = movedClock()
    const met = await meets({ clock })
    const { accepted } = await offered(met, odd)
    met.stranger.answers[url] = busy
    await accepted()
    clock.ahead += end - 60_000
    met.holder.wake()
    await expect.poll(() => met.stranger.callsTo(url).length).toBeGreaterThan(2)
    expect(met.holder.snapshot().offers).toHaveLength(1)
    clock.ahead += 61_000
    met.holder.wake()
    await met.visitor.sees(({ history }) => history[0]?.what === 'offer-failed' && history[0].why === 'late')
  })

  test.each<[string, object, number]>([
    ['with its request', { exp: Math.floor(Date.now() / 1_000) + 600 }, 600_000],
    ['within a day', {}, day],
  ])('an answer is not sent without end: %s', async (_, claims, end) => {
    const clock = movedClock()
    const met = await meets({ clock })
    await (await offered(met)).accepted()
    met.stranger.answers[answers] = busy
    await met.holder.answer(await met.received(await met.stranger.asks({ claims })))
    clock.ahead += end + 1_000
    met.holder.wake()
    await met.visitor.sees(({ history }) => history[0]?.what === 'not-sent' && history[0].why === 'late')
    expect(met.holder.snapshot()).toMatchObject({ requests: [], waiting: 0 })
  })

  test('the word to an issuer that takes none ends with its token, and says nothing of the network', async () => {
    const clock = movedClock()
    const met = await meets({ clock })
    const { accepted } = await offered(met, { token: { expires_in: 600 } })
    met.stranger.answers[notification] = busy
    await accepted()
    await expect.poll(() => met.stranger.callsTo(notification).length).toBeGreaterThan(1)
    expect(met.holder.snapshot()).toMatchObject({ network: 'online', unreachable: [], credentials: [{}] })
    clock.ahead += 601_000
    met.holder.wake()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const made = met.stranger.callsTo(notification).length
    met.holder.wake()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(met.stranger.callsTo(notification)).toHaveLength(made)
  })
})

test('a wallet is offline where several hosts do not answer; one alone is named', async () => {
  const { stranger, visitor, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const away = (...names: string[]) =>
    visitor.sees(({ unreachable, network }) => {
      const isSame = JSON.stringify(unreachable.map(({ label }) => label)) === JSON.stringify(names)
      return isSame && network === (['online', 'connecting'][names.length] ?? 'offline')
    })
  const offer = { grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': '2' } } }
  const id = await received(stranger.offers({ offer }))
  const { [token]: given } = stranger.answers
  stranger.answers[token] = busy
  await away()
  await holder.accept(id)
  await away('College')

  stranger.answers[answers] = busy
  await holder.answer(await received(await stranger.asks()))
  await away('College', 'Shop')
  expect(holder.snapshot().waiting).toBe(1)
  stranger.answers[answers] = {}
  holder.wake()
  await away('College')
  stranger.answers[token] = given
  holder.wake()
  await away()
  expect(holder.snapshot().credentials).toHaveLength(2)
})

describe.each([-day, -6 * 60_000, 6 * 60_000, day])('a device whose clock is %d ms ahead', (ahead) => {
  const tolerance = 300
  const isNow = (iat: unknown) => Math.abs(Number(iat) - Date.now() / 1_000) < tolerance
  /** Answers with the time, and refuses proofs of any other. */
  const strict =
    (given: unknown, times: (body: string, headers: Headers) => unknown[]) =>
    async (body: string, headers: Headers) => {
      const isRight = times(body, headers).every(isNow)
      const answer = isRight && typeof given === 'function' ? await given(body, headers) : given
      const init = { status: isRight ? 200 : 400, headers: { date: new Date().toUTCString() } }
      return Response.json(isRight ? answer : { error: 'invalid_dpop_proof' }, init)
    }
  const timeOfDpop = (_: string, headers: Headers) => [decodeJwt(headers.get('dpop') ?? '').iat]
  const timesOfProofs = (body: string, headers: Headers) => [
    ...timeOfDpop(body, headers),
    ...JSON.parse(body).proofs.jwt.map((jwt: string) => decodeJwt(jwt).iat),
  ]
  async function meetsStrict() {
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    const met = await meets({ clock })
    const seconds = Math.floor(Date.now() / 1_000)
    const link = met.stranger.offers({
      server: { dpop_signing_alg_values_supported: ['ES256'] },
      token: { token_type: 'DPoP', refresh_token: 'more' },
      credential: { always: { nbf: seconds - 60, exp: seconds + 30 * 86_400 } },
    })
    const { [token]: given, [credential]: issue } = met.stranger.answers
    met.stranger.answers[token] = strict(given, timeOfDpop)
    met.stranger.answers[credential] = strict(issue, timesOfProofs)
    return { ...met, link }
  }

  test('takes a credential, shows it and has more copies, by the time of issuer and verifier', async () => {
    const { stranger, visitor, holder, received, link } = await meetsStrict()
    await holder.accept(await received(link))
    expect(holder.snapshot().credentials).toMatchObject([{ unlinkable: 2 }])
    for (const byPost of [false, true]) {
      const asked = await stranger.asks({ byPost, claims: { exp: Math.floor(Date.now() / 1_000) + 600 } })
      const { [`${verifier}/requests`]: request } = stranger.answers
      stranger.answers[`${verifier}/requests`] = async (body: string) => {
        const answer: Response = await (request as (body: string) => Promise<Response>)(body)
        answer.headers.set('date', new Date().toUTCString())
        return answer
      }
      const id = await received(asked)
      const times: unknown[] = []
      visitor.dependencies.presentSdJwt = async (_text, _paths, { now }) => {
        times.push(now / 1_000)
        return 'presentation'
      }
      // A wallet that was closed meanwhile knows the verifier's time as well.
      if (byPost) await visitor.reopens()
      await visitor.holder.answer(id)
      if (byPost) expect(times).toHaveLength(1)
      expect(times.every(isNow)).toBe(true)
    }
    await expect.poll(() => visitor.holder.snapshot().credentials[0]?.unlinkable).toBeGreaterThan(2)
  })

  test('names the clock where the issuer refuses it all the same', async () => {
    const { stranger, holder, received, link } = await meetsStrict()
    const id = await received(link)
    stranger.answers[token] = strict({}, () => [0])
    await expect(holder.accept(id)).rejects.toMatchObject({ code: 'not-open' })
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'wrong-clock' })
    expect(stranger.callsTo(token)).toHaveLength(2)
  })
})
