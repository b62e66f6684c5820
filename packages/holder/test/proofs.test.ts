import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Question } from '../../agent/src/port/index.ts'
import {
  cardAttributes,
  cardQuestion,
  credentialIn,
  entryOf,
  proofIn,
  registerCard,
  shownConditionQuestion,
} from '../../agent/test/people.ts'
import { type RunningAgent, runAgent } from '../../agent/test/running-agent.ts'
import { systemClock } from '../src/core/system-clock.ts'
import { connect, holdsCard } from './exchanges.ts'
import { visit } from './visitor.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
  await Promise.all([registerCard(running, false), registerCard(running, true)])
})
afterAll(() => running?.stop())

test('a revocable credential is shown to be unrevoked, until it is revoked', async () => {
  const visitor = await visit()
  const { connectionId, credential, issued } = await holdsCard(running, visitor, true)
  expect(credential.revocable).toBe(true)
  const question = cardQuestion('Revocable card', { unrevoked: true })

  const { proofId } = await running.agent.ask(question, { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  expect(request.items).toMatchObject([
    { referent: 'holder', names: ['name'], unrevoked: true, fitting: [credential.id] },
    { referent: 'valid', names: ['expiry_date'], condition: { operator: '>=', bound: 20300101 } },
  ])
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  const [accepted, shared] = await visitor.sees(({ history }) =>
    history[0]?.what === 'accepted' ? history : undefined,
  )
  expect(accepted).toMatchObject({ about: request.id, name: 'Check', shown: ['name'], unrevoked: ['Card'] })
  expect(shared).toMatchObject({
    what: 'shared',
    shown: ['name'],
    proved: [{ name: 'expiry_date', operator: '>=', bound: 20300101 }],
    unrevoked: ['Card'],
  })

  await running.agent.revoke(entryOf(issued), { publish: true, notice: { connectionId, form: 'current' } })
  const { revokedAt } = await visitor.sees(({ credentials: [first] }) => first?.revokedAt !== undefined && first)
  expect(revokedAt).toBeTypeOf('number')
  await running.agent.ask(question, { connectionId })
  const impossible = await visitor.sees(({ requests: [first] }) => first)
  expect(impossible).toMatchObject({
    possible: false,
    items: [{ missing: { reason: 'revoked' } }, { missing: { reason: 'revoked' } }],
  })
  await expect(visitor.holder.answer(impossible.id)).rejects.toMatchObject({ code: 'cannot-prove' })
})

test('a revoked credential is shown where the person wants that, and the verifier refuses it', async () => {
  const visitor = await visit()
  const { connectionId, credential, issued } = await holdsCard(running, visitor, true)
  await running.agent.revoke(entryOf(issued), { publish: true, notice: { connectionId, form: 'current' } })
  await visitor.sees(({ credentials: [first] }) => first?.revokedAt !== undefined && first)
  const { proofId } = await running.agent.ask(cardQuestion('Revocable card', { unrevoked: true }), { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  const anyway = { credentialId: credential.id, evenRevoked: true } as const
  await visitor.holder.answer(request.id, { holder: anyway, valid: anyway })
  const refused = await proofIn(running, proofId, 'abandoned')
  expect(refused).toMatchObject({ refusal: 'revoked' })
  const [outcome, shared] = await visitor.sees(({ history }) =>
    history[0]?.what === 'not-accepted' ? history : undefined,
  )
  expect(outcome).toMatchObject({ about: request.id })
  expect(shared).toMatchObject({ what: 'shared', shown: ['name'], unrevoked: [] })
})

test('a wallet that was not notified finds out before it proves', async () => {
  const called: string[] = []
  const visitor = await visit({
    fetch: (url, init) => {
      called.push(String(url))
      return fetch(url, init)
    },
  })
  const { connectionId, issued } = await holdsCard(running, visitor, true)
  await running.agent.revoke(entryOf(issued), { publish: true })
  await running.agent.ask(cardQuestion('Revocable card', { unrevoked: true }), { connectionId })
  // Its issuer does not hear of the question before the person has decided.
  const before = called.length
  const { id, possible } = await visitor.sees(({ requests: [first] }) => first)
  visitor.holder.wake()
  await new Promise(setImmediate)
  expect([possible, called.slice(before)]).toEqual([true, []])
  await expect(visitor.holder.answer(id)).rejects.toMatchObject({ code: 'revoked' })
  const [request] = visitor.holder.snapshot().requests
  expect(request?.items[0]?.missing).toMatchObject({ reason: 'revoked' })
  expect(visitor.holder.snapshot().history[0]).toMatchObject({ what: 'revoked', name: 'Card' })
})

test('a card whose registry can not be read says so, until it is read', async () => {
  let seconds = 0
  const visitor = await visit({ clock: { ...systemClock, now: () => Date.now() + seconds++ * 1_000 } })
  await holdsCard(running, visitor, true)
  await visitor.holder.checkRevocations()
  const doubt = () => visitor.holder.snapshot().credentials[0]?.doubt
  expect(doubt()).toBeUndefined()
  visitor.network.goDown()
  await visitor.holder.checkRevocations()
  expect(doubt()).toBe('unread')
  await visitor.reopens()
  expect(doubt()).toBe('unread')
  visitor.network.comeBack()
  await visitor.holder.checkRevocations()
  expect(doubt()).toBeUndefined()
})

test('one card answers all that is asked of it, though a newer one meets a part', async () => {
  const visitor = await visit()
  await holdsCard(running, visitor, false)
  const lapsed = [
    { name: 'name', value: 'Junior Bello' },
    { name: 'expiry_date', value: '20200101' },
  ]
  const { connectionId } = await holdsCard(running, visitor, false, lapsed)
  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  const proof = await running.agent.getProof(proofId)
  expect(proof?.presentation?.attributeGroups).toEqual({ holder: { name: 'Amina Bello' } })
})

test('an attribute is shown and in a condition, of one card or of two', async () => {
  const visitor = await visit()
  await holdsCard(running, visitor, true)
  const { connectionId } = await holdsCard(running, visitor, false)
  const answered = async (question: Question) => {
    const { proofId } = await running.agent.ask(question, { connectionId })
    const request = await visitor.sees(({ requests: [first] }) => (first?.state === 'asked' ? first : undefined))
    await visitor.holder.answer(request.id)
    return proofId
  }
  const met = await answered(shownConditionQuestion(20300101))
  await proofIn(running, met, 'verified')
  expect((await running.agent.getProof(met))?.presentation).toEqual({
    attributes: {},
    attributeGroups: { holder: { name: 'Amina Bello', expiry_date: '20320101' } },
    predicates: ['valid'],
  })
  // A newer card that does not meet the condition.
  const shorter = { name: 'expiry_date', value: '20280101' }
  await holdsCard(running, visitor, false, [{ name: 'name', value: 'Junior Bello' }, shorter])
  const olderMeets = await answered(shownConditionQuestion(20300101))
  await proofIn(running, olderMeets, 'verified')
  const presentation = { attributeGroups: { holder: { name: 'Amina Bello', expiry_date: '20320101' } } }
  expect((await running.agent.getProof(olderMeets))?.presentation).toMatchObject(presentation)

  await running.agent.ask(shownConditionQuestion(20990101), { connectionId })
  const unmet = await visitor.sees(({ requests: [first] }) => (first?.state === 'asked' ? first : undefined))
  const condition = { operator: '>=', bound: 20990101 }
  const missing = { reason: 'false-predicate', attribute: 'expiry_date', condition }
  expect(unmet.items[0]).toMatchObject({ fitting: [], missing })
  await expect(visitor.holder.answer(unmet.id)).rejects.toMatchObject({ code: 'cannot-prove' })
  await visitor.holder.decline(unmet.id)

  const { prove } = cardQuestion('Revocable card')
  const ofTwo = await answered({ ...shownConditionQuestion(20300101), prove })
  await proofIn(running, ofTwo, 'verified')
  expect((await running.agent.getProof(ofTwo))?.presentation).toMatchObject({ predicates: ['valid'] })
})

test('why a proof is impossible is known before anything is sent', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  await running.agent.ask(cardQuestion('Card'), { connectionId })
  const missing = await visitor.sees(({ requests: [first] }) => {
    const reason = first?.items[0]?.missing
    return reason?.reason === 'missing-credential' && reason.wanted[0]?.name ? first : undefined
  })
  expect(missing.items[0]?.missing).toMatchObject({ wanted: [{ name: 'Card', issuer: running.agent.issuer }] })
  await expect(visitor.holder.answer(missing.id)).rejects.toMatchObject({ code: 'cannot-prove' })
  await visitor.holder.decline(missing.id)

  await holdsCard(running, visitor, false)
  await running.agent.ask(cardQuestion('Card', { until: 20990101 }), { connectionId })
  const unmet = await visitor.sees(({ requests: [first] }) => first)
  expect(unmet.items[1]?.missing).toMatchObject({ reason: 'false-predicate', attribute: 'expiry_date' })
})

test('declining notifies the other side', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  const offered = await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId })
  const offer = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.decline(offer.id, 'No, thanks')
  await credentialIn(running, offered.credentialId, 'abandoned')

  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  await visitor.holder.decline(request.id)
  await proofIn(running, proofId, 'abandoned')
  const { offers, requests, history } = visitor.holder.snapshot()
  expect([offers, requests]).toEqual([[], []])
  expect(history.map(({ what }) => what)).toEqual(['request-declined', 'offer-declined', 'connected'])
  await expect(visitor.holder.accept(offer.id)).rejects.toMatchObject({ code: 'not-open' })
  await expect(visitor.holder.answer('another')).rejects.toMatchObject({ code: 'not-open' })
})

test('a request that comes with its invitation is answered without a connection', async () => {
  const visitor = await visit()
  await holdsCard(running, visitor, false)
  const { proofId, invitationUrl } = await running.agent.askByInvitation(cardQuestion('Card'), {
    label: 'Gate',
    purpose: 'verify',
  })
  const received = await visitor.holder.receive(invitationUrl)
  const request = await visitor.sees(({ requests: [first] }) => first)
  expect(received).toEqual({ requestId: request.id })
  expect(request).toMatchObject({ from: { label: 'Gate' }, possible: true })
  expect(request.connectionId).toBeUndefined()
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
  expect(await visitor.holder.receive(invitationUrl)).toEqual(received)
})

test('the picture of a verifier is that of its invitation, as soon as its host is known', async () => {
  const visitor = await visit()
  await holdsCard(running, visitor, false)
  const { invitationUrl } = await running.agent.askByInvitation(cardQuestion('Card'), {
    label: 'Gate',
    purpose: 'verify',
  })
  const link = new URL(invitationUrl)
  const invitation = JSON.parse(Buffer.from(link.searchParams.get('oob') ?? '', 'base64url').toString())
  const picture = new URL('/gate.png', invitation.services[0].serviceEndpoint).href
  link.searchParams.set('oob', Buffer.from(JSON.stringify({ ...invitation, imageUrl: picture })).toString('base64url'))
  await visitor.holder.receive(link.href)
  const request = await visitor.sees(({ requests: [first] }) => first?.from.did !== undefined && first)
  expect(request.from).toMatchObject({ label: 'Gate', picture })
  await visitor.holder.decline(request.id)
  await visitor.sees(({ history: [last] }) => last?.what === 'request-declined' && last.with.picture === picture)
})

test('what the other side takes back is gone', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  const { credentialId } = await running.agent.offer(
    { definitionKey: 'Card', attributes: cardAttributes },
    { connectionId },
  )
  await visitor.sees(({ offers: [first] }) => first)
  await running.agent.deleteCredential(credentialId)
  await visitor.sees(({ offers, history: [last] }) => offers.length === 0 && last?.what === 'offer-withdrawn')
})

test('a request whose invitation its page takes back is gone, unless it was answered', async () => {
  const visitor = await visit()
  await holdsCard(running, visitor, false)
  const asked = () => running.agent.askByInvitation(cardQuestion('Card'), { label: 'Gate', purpose: 'verify' })
  const first = await asked()
  await visitor.holder.withdraw(first.invitationUrl)
  await visitor.holder.receive(first.invitationUrl)
  await visitor.sees(({ requests: [request] }) => request)
  await visitor.holder.withdraw(first.invitationUrl)
  await visitor.holder.withdraw(first.invitationUrl)
  expect(visitor.holder.snapshot().requests).toEqual([])
  const whats = () => visitor.holder.snapshot().history.map(({ what }) => what)
  expect(whats().filter((what) => what === 'request-withdrawn')).toHaveLength(1)

  const second = await asked()
  await visitor.holder.receive(second.invitationUrl)
  const request = await visitor.sees(({ requests: [open] }) => open?.possible && open)
  await visitor.holder.answer(request.id)
  await visitor.holder.withdraw(second.invitationUrl)
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
  expect(whats().filter((what) => what === 'request-withdrawn')).toHaveLength(1)
})
