import dns from 'node:dns'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CertificateAuthority } from '../../../test/certificates.ts'
import { ada, ContactMailing, inMinutes, write } from '../../../test/contact-mailing.ts'
import { bodyOf, MailServer } from '../../../test/mail-server.ts'

const askNameServer = vi.spyOn(dns.Resolver.prototype, 'resolve4')
let authority: CertificateAuthority
let stranger: CertificateAuthority
let mailing: ContactMailing
let mailServer: MailServer | undefined

beforeAll(async () => {
  ;[authority, stranger] = await Promise.all([CertificateAuthority.create(), CertificateAuthority.create()])
})
beforeEach(async () => {
  mailing = await ContactMailing.open()
})
afterEach(async () => {
  await mailServer?.pause()
  mailServer = undefined
  await mailing.close()
})

/** The settings of an operator who names the authority that certified the mail server. */
async function trusting({ settings }: MailServer): Promise<NodeJS.ProcessEnv> {
  const file = join(mailing.dataDir, 'authority.pem')
  await writeFile(file, authority.cert)
  return { ...settings, SMTP_CA_FILE: file }
}

describe.each(['implicit', 'starttls'] as const)('with SMTP_TLS=%s', (tls) => {
  it('logs in and mails through an encrypted connection to a server that the named authority certifies', async () => {
    mailServer = await MailServer.start({ tls, certificate: await authority.certify('localhost') })
    const service = mailing.start(await trusting(mailServer))
    await write(service)
    await service.deliverDue()
    expect(await mailing.stored()).toMatchObject({ state: 'delivered', attempts: 1, lastError: null })
    expect(mailServer.logins).toEqual(['encrypted'])
    expect(mailServer.mails.map(bodyOf)).toEqual([expect.stringContaining(ada.message)])
  })

  it.each([
    ['an authority that is not configured', () => stranger.certify('localhost'), /certificate|signature/i],
    ['another name', () => authority.certify('mail.example.org'), /localhost/],
    ['a time that is over', () => authority.certify('localhost', -1), /expired/],
  ])('sends nothing to a server with a certificate of %s, and mails when it is right', async (_what, bad, says) => {
    mailServer = await MailServer.start({ tls, certificate: await bad() })
    const service = mailing.start(await trusting(mailServer))
    expect(await write(service)).toBe('sent')
    await service.deliverDue()
    expect(await mailing.stored()).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: expect.stringMatching(says),
    })
    expect(mailServer.visits).toBe(1)
    expect(mailServer.logins).toEqual([])

    await mailServer.pause()
    mailServer.certificate = await authority.certify('localhost')
    await mailServer.resume()
    await service.deliverDue(inMinutes(1))
    expect(await mailing.stored()).toMatchObject({ state: 'delivered', attempts: 2, lastError: null })
    expect(mailServer.logins).toEqual(['encrypted'])
    expect(mailServer.mails).toHaveLength(1)
  })

  it('mails after a start that names the authority', async () => {
    mailServer = await MailServer.start({ tls, certificate: await authority.certify('localhost') })
    const before = mailing.start(mailServer.settings)
    await write(before)
    await before.deliverDue()
    expect((await mailing.stored()).state).toBe('waiting')
    await mailing.start(await trusting(mailServer)).deliverDue()
    expect((await mailing.stored()).state).toBe('delivered')
    expect(mailServer.logins).toEqual(['encrypted'])
  })

  it('sends nothing to a server that does not encrypt, though it would take a password', async () => {
    mailServer = await MailServer.start()
    const service = mailing.start({ ...(await trusting(mailServer)), SMTP_TLS: tls })
    await write(service)
    await service.deliverDue()
    expect(await mailing.stored()).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(mailServer.visits).toBe(1)
    expect(mailServer.logins).toEqual([])
    expect(mailServer.mails).toEqual([])
  })
})

it('sends a password in plain text to this machine alone, which no name server is asked about', async () => {
  mailServer = await MailServer.start()
  const service = mailing.start({ ...mailServer.settings, SMTP_HOST: 'localhost' })
  await write(service)
  await service.deliverDue()
  expect(mailServer.logins).toEqual(['plain'])
  // In no test of this file: an answer would be cached.
  expect(askNameServer).not.toHaveBeenCalled()
})
