import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { noDid, Stranger } from '../wallet/stranger.ts'
import { WebWallet } from '../web-wallet.ts'

/** Six levels of ten copies each: a million shapes, in 2 KB. */
const bomb = (() => {
  const levels = Array.from({ length: 6 }, (_, level) => {
    const copies = Array.from({ length: 10 }, (_, at) => `<use href="#l${level}" x="${at}"/>`).join('')
    return `<g id="l${level + 1}">${copies}</g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 1"><defs><rect id="l0" width="1" height="1"/>${levels.join('')}</defs><use href="#l6"/></svg>`
  return {
    plain: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    encoded: `data:image/svg+xml;base64,${btoa(svg)}`,
    disguised: `data:image/png;base64,${btoa(svg)}`,
    bare: btoa(svg),
  }
})()

/** Only the header of a PNG: nothing behind it is read. */
const vastPng = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d494844520000753000007530080600000000000000', 'hex').toString('base64')}`
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const markup = '<img src="/server/ready" onerror="document.title=`mine`">'
/** Turns the direction of what follows, and stacks marks on a letter. */
const crooked = `\u202egnorw\u202c ${`Z${'\u0351'.repeat(80)}`}`

journey('a stranger’s odd and greedy requests are shown as what they are, and declined', async ({ visit, server }) => {
  visit.tolerate(...noDid)
  const { page } = visit
  const wallet = new WebWallet(page)
  const desk = await Desk.open(server.origin)
  await desk.connects(wallet)
  await desk.offers()
  await wallet.accepts()

  const stranger = await Stranger.listen()
  try {
    const label = `Your wallet checked: it comes from this site ${markup} ${crooked} ${'W'.repeat(300)}`
    await wallet.takes(stranger.invitation(label))
    await stranger.hears('didexchange/1.1/complete')

    stranger.asks({ name: 'Nothing' })
    stranger.asks({ name: 'Broken', requested_attributes: { a: { name: 5 } } })
    stranger.asks({ name: 'Lost', requested_attributes: { ['__proto__']: { name: 'family_name' } } })
    stranger.asks({
      name: 'Endless',
      requested_attributes: Object.fromEntries(
        Array.from({ length: 1_000 }, (_, index) => [`a${index}`, { name: `attribute ${index}` }]),
      ),
    })
    stranger.asks({
      name: `${markup} ${'long'.repeat(80)}`,
      requested_attributes: {
        all: { names: ['given_names', 'family_name', 'date_of_birth', 'document_number', 'nationality'] },
        said: { name: `Your bank’s password ${markup} ${'x'.repeat(150)}` },
      },
      requested_predicates: { odd: { name: 'document_number', p_type: '>=', p_value: -2_147_483_648 } },
    })
    await wallet.request.first().waitFor()
    expect(await wallet.request.count()).toBe(1)
    await wallet.request.getByText('Nobody vouches for this name').waitFor()
    expect(
      await wallet.request.getByText('Your wallet checked: it comes from this site', { exact: true }).count(),
    ).toBe(0)
    expect(await page.getByTestId('wallet').locator('img[src="/server/ready"]').count()).toBe(0)
    expect(await page.title()).not.toBe('mine')
    expect(await findBarriers(page, 'a stranger’s request', [360, 1280])).toEqual([])
    expect(stranger.heard.filter((message) => message['@type'].includes('present-proof'))).toEqual([])

    await wallet.presses('Decline', wallet.request)
    expect(await stranger.hears('present-proof/2.0/problem-report')).toMatchObject({
      description: { code: 'abandoned' },
    })
    await wallet.request.waitFor({ state: 'detached' })
    await wallet.sees(/^You declined .* Nothing was shared\.$/)
    expect(stranger.heard.some((message) => message['@type'].endsWith('/presentation'))).toBe(false)
  } finally {
    stranger.close()
  }

  await desk.offers({ given_names: 'Still here' })
  await wallet.accepts()
})

journey(
  'of a stranger’s pictures only small raster ones are drawn, and the wallet goes on',
  async ({ visit, server }) => {
    visit.tolerate(...noDid)
    const { page } = visit
    const wallet = new WebWallet(page)
    const stranger = await Stranger.listen()
    try {
      await wallet.takes(stranger.invitation('Security check\u202egnp.exe\u200b” says: “pay'))
      await stranger.hears('didexchange/1.1/complete')
      stranger.offers(
        [
          ...Object.entries(bomb).map(([name, value]) => ({ name: `${name} photo`, value })),
          { name: 'vast photo', value: vastPng },
          { name: 'dot', value: dot },
          { name: 'turned\u202e around', value: 'One\nline\u2066 of text' },
        ],
        'Take it.\u202e',
      )
      await wallet.offer.getByRole('heading', { name: '“Security checkgnp.exe’ says: ’pay” offers you' }).waitFor()
      expect(await wallet.offer.getByText('A picture that is not shown').count()).toBe(5)
      expect(
        await wallet.offer.getByRole('img').evaluateAll((all) => all.map((each) => each.getAttribute('src'))),
      ).toEqual([dot])
      await wallet.offer.getByText('Turned around', { exact: true }).waitFor()
      await wallet.offer.getByText('One line of text', { exact: true }).waitFor()
      await wallet.offer.getByText(/^Your wallet does not know this issuer/).waitFor()
      expect(await findBarriers(page, 'a stranger’s offer', [360, 1280])).toEqual([])

      await page.reload()
      await wallet.offer.getByText('A picture that is not shown').first().waitFor({ timeout: 10_000 })
      await wallet.presses('Decline', wallet.offer)
      await stranger.hears('issue-credential/2.0/problem-report')
    } finally {
      stranger.close()
    }

    const desk = await Desk.open(server.origin)
    await desk.connects(wallet)
    await desk.offers()
    await wallet.offer.getByRole('button', { name: 'Accept' }).waitFor()
    expect(await wallet.offer.getByText(/does not know this issuer/).count()).toBe(0)
    await wallet.accepts()
  },
)
