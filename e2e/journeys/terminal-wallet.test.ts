import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirmedPersonSlug, goalCodes } from '@lastmile/contracts'
import { expect, onTestFinished } from 'vitest'
import { createOurSite } from '../interop/openid4vc/our-site.ts'
import { createVisitor } from '../interop/product-server.ts'
import { journey } from '../journey.ts'
import { patientFetch } from '../wallet/patient-fetch.ts'

const wallet = new URL('../../apps/terminal-wallet/src/terminal-wallet.ts', import.meta.url).href

/** The wallet as `npm run wallet` starts it beside a demo, and a person at its keyboard. */
async function openTerminal(siteHost: string, ...args: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'terminal-wallet-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return openWallet(directory, siteHost, args)
}

function openWallet(directory: string, siteHost: string, args: string[]) {
  const program = `const { runWallet } = await import('${wallet}'); await runWallet(process.argv.slice(1), '${directory}', '${siteHost}')`
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, '--', ...args],
    { stdio: 'pipe' },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (said += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    /** Waits for the words, and forgets everything up to them. */
    hears: async (words: string) => {
      await expect.poll(() => said, { timeout: 20_000 }).toContain(words)
      said = said.slice(said.indexOf(words) + words.length)
    },
    /** Another time, when it has ended. */
    again: () => openWallet(directory, siteHost, []),
    types: (line: string) => child.stdin?.write(`${line}\n`),
    interrupts: async () => {
      child.kill('SIGINT')
      const [code] = await once(child, 'exit')
      return code
    },
    ended: async () => (child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode),
  }
}

/** A visitor with a browser who has an invitation on the screen and a credential ready to be offered. */
async function visit(origin: string) {
  const { call } = createVisitor(origin, { asks: patientFetch })
  const { onboarding } = await call('getCharacter', { id: confirmedPersonSlug })
  const [credential] = onboarding.flatMap(({ credentials = [] }) => credentials)
  if (!credential) throw new Error('Content has no credential of a confirmed person')
  const { data: cred_def_id } = await call('getOrCreateCredDef', { body: { credential } })
  const own = new Map(Object.entries({ date_of_birth: '19930327', document_expiry_date: '20991231' }))
  const attributes = credential.attributes.map(({ name, value }) => ({ name, value: own.get(name) ?? value }))
  const { connection_id, invi_msg_id, short_url } = await call('createInvite', {
    body: { my_label: 'Unity College', goal_code: goalCodes.issue },
  })
  const restrictions = [{ cred_def_id }]
  return {
    link: short_url,
    connected: () =>
      expect
        .poll(async () => (await call('getConnectionByInvitation', { id: invi_msg_id })).state, { timeout: 10_000 })
        .toBe('active'),
    credentialState: async (id: string) => (await call('getCredential', { id })).state,
    offer: () => call('offerCredential', { body: { connection_id, cred_def_id, credential_proposal: { attributes } } }),
    revoke: async (id: string) => {
      const { revoc_reg_id: rev_reg_id, revocation_id } = await call('getCredential', { id })
      if (rev_reg_id === null || revocation_id === null) throw new Error('not revocable')
      await call('revoke', { body: { connection_id, rev_reg_id, cred_rev_id: revocation_id, comment: 'Lost' } })
    },
    request: (p_value: number) =>
      call('requestProof', {
        body: {
          connection_id,
          comment: 'Valid today?',
          proof_request: {
            name: 'Student price',
            requested_attributes: { name: { names: ['family_name'], restrictions } },
            requested_predicates: { valid: { name: 'document_expiry_date', p_type: '>=', p_value, restrictions } },
            non_revoked: {},
          },
        },
      }),
  }
}

journey('a person in the terminal is asked before everything', async ({ server }) => {
  const visitor = await visit(server.origin)
  const terminal = await openTerminal(new URL(server.origin).host, visitor.link)
  await terminal.hears('No credentials yet.')
  await terminal.hears('Waiting for offers and requests.')
  await terminal.hears('Connected with “Unity College”.')
  await visitor.connected()

  const { credential_exchange_id: declined } = await visitor.offer()
  await terminal.hears('“Unity College” offers you a credential: “ConfirmedPerson”')
  await terminal.hears('Your wallet checked: it comes from this site.')
  await terminal.hears('Document expiry date: 2099-12-31')
  terminal.types('n')
  await terminal.hears('You declined: “ConfirmedPerson”.')
  await expect.poll(() => visitor.credentialState(declined)).toBe('abandoned')

  const { credential_exchange_id: accepted } = await visitor.offer()
  await terminal.hears('[y/n]')
  terminal.types('y')
  await terminal.hears('You now hold: “ConfirmedPerson”.')

  await visitor.request(20300101)
  await terminal.hears('“Valid today?”')
  await terminal.hears('They will see:\n    Family name: Okoro')
  await terminal.hears('without seeing the value, that:\n    Document expiry date: 1 January 2030 or later')
  terminal.types('yes')
  await terminal.hears('“Unity College” has verified your proof: “Student price”.')

  await visitor.request(21000101)
  await terminal.hears('By your “ConfirmedPerson” it is not true: “Document expiry date” 1 January 2100 or later.')
  await terminal.hears('You gave no proof: “Student price”.')

  await visitor.revoke(accepted)
  await terminal.hears('Your credential was revoked by its issuer: “ConfirmedPerson”.')
  await visitor.request(20300101)
  await terminal.hears('“Unity College” asks for one that is not revoked, and will refuse this one.')
  await terminal.hears('They will see:\n    Family name: Okoro')
  await terminal.hears('Show it anyway?')
  terminal.types('y')
  await terminal.hears('“Unity College” did not accept the proof: “Student price”.')
  await visitor.request(20300101)
  await terminal.hears('Show it anyway?')
  terminal.types('n')
  await terminal.hears('You gave no proof: “Student price”.')
  expect(await terminal.interrupts()).toBe(0)

  const again = terminal.again()
  await again.hears(
    [
      'Your credentials:\n  “ConfirmedPerson”   (revoked by its issuer)\n    Family name: Okoro\n    Given names: Chidinma Grace',
      'Date of birth: 1993-03-27\n    Gender: female\n    Document type: passport\n    Document number: X00000000',
      'Document expiry date: 2099-12-31\n    Nationality: Nigeria\n    Issuing authority: Example Passport Office',
    ].join('\n    '),
  )
})

journey('with --yes nothing is asked, and a stranger’s issuer is named as one', async ({ server }) => {
  const visitor = await visit(server.origin)
  const terminal = await openTerminal('elsewhere.example', visitor.link, '--yes')
  await terminal.hears('Waiting for offers and requests.')
  await visitor.connected()
  const { credential_exchange_id: accepted } = await visitor.offer()
  await terminal.hears('This wallet does not know the issuer of “ConfirmedPerson”.')
  await terminal.hears('You now hold: “ConfirmedPerson”.')
  await visitor.request(20300101)
  await terminal.hears('This wallet does not know the issuer of “ConfirmedPerson”.')
  await terminal.hears('has verified your proof')
  await visitor.revoke(accepted)
  await terminal.hears('Your credential was revoked by its issuer: “ConfirmedPerson”.')
  await visitor.request(20300101)
  await terminal.hears('Your credential was revoked by its issuer. So the request is declined.')
  await terminal.hears('You gave no proof')
  expect(await terminal.interrupts()).toBe(0)
})

journey('a link that leads nowhere is one sentence and a failure', async () => {
  const terminal = await openTerminal('localhost:1', 'http://localhost:1/i/abc')
  await terminal.hears('localhost:1 cannot be reached. Check that the demo is running and that the link is complete.')
  expect(await terminal.ended()).toBe(1)
})

const askedForCode = 'The code that stands beside it, or nothing to decline:'

/** A visitor by OpenID4VC whose first offer is in the terminal, which asks for its code. */
async function visitByOpenid4vc(origin: string) {
  const site = await createOurSite(createVisitor(origin, { asks: patientFetch }), origin)
  const { id, elsewhere } = await site.offer('Amina Bello')
  const terminal = await openTerminal(new URL(origin).host, elsewhere.invitation_url)
  return { site, terminal, id, code: elsewhere.tx_code }
}

journey('by OpenID4VC an offer waits for its code', async ({ server: { origin } }) => {
  const { site, terminal, id, code } = await visitByOpenid4vc(origin)
  await terminal.hears('offers you a credential: “InteropCard”\n  From this site, written by one of its visitors.')
  await terminal.hears('    Date of birth\n    Expiry date\n    Full name\n')
  await terminal.hears(askedForCode)
  terminal.types(code === '000000' ? '000001' : '000000')
  await terminal.hears('The issuer does not take this code. After three wrong ones the offer is over.')
  await terminal.hears(askedForCode)
  terminal.types(code)
  await terminal.hears('You now hold: “InteropCard”.')
  expect((await site.outcomeOf(id)).state).toBe('credential_issued')

  const { elsewhere } = await site.offer('Bola Ade')
  terminal.types(elsewhere.invitation_url)
  await terminal.hears(askedForCode)
  terminal.types('')
  await terminal.hears('You declined: “InteropCard”.')
  expect(await terminal.interrupts()).toBe(0)
})

journey('by OpenID4VC a person sees what leaves before it does', async ({ server: { origin } }) => {
  const { site, terminal, code } = await visitByOpenid4vc(origin)
  await terminal.hears(askedForCode)
  terminal.types(code)
  await terminal.hears('You now hold: “InteropCard”.')

  const refused = await site.ask('Refused')
  terminal.types(refused.elsewhere)
  await terminal.hears('Share this?')
  terminal.types('n')
  await terminal.hears('You gave no proof.')
  expect(await site.proofOutcome(refused.id)).toMatchObject({ state: 'abandoned', refusal: 'declined' })

  const shared = await site.ask('Shared')
  terminal.types(shared.elsewhere)
  await terminal.hears('asks for a proof.')
  await terminal.hears('They will see:\n    ')
  await terminal.hears('Full name: Amina Bello   from “InteropCard”')
  await terminal.hears('Nothing else leaves this wallet.')
  terminal.types('y')
  await terminal.hears('has your proof. Its page says what came of it.')
  expect((await site.proofOutcome(shared.id)).verified).toBe(true)
  expect(await terminal.interrupts()).toBe(0)
})

journey('a link to no offer by OpenID4VC is one sentence and a failure', async ({ server: { origin } }) => {
  const offer = encodeURIComponent(`${origin}/openid4vc/offers/unknown`)
  const terminal = await openTerminal('localhost:1', `openid-credential-offer://?credential_offer_uri=${offer}`)
  await terminal.hears(
    'There is no open invitation behind this link. Copy the whole link below the QR code, or ask for a new one.',
  )
  expect(await terminal.ended()).toBe(1)
})
