import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { noDid, Stranger } from '../wallet/stranger.ts'
import { WebWallet } from '../web-wallet.ts'

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
    const label = `This site itself, checked ${markup} ${crooked} ${'W'.repeat(300)}`
    await wallet.takes(stranger.invitation(label))
    await stranger.hears('didexchange/1.1/complete')

    stranger.asks({ name: 'Nothing' })
    stranger.asks({ name: 'Broken', requested_attributes: { a: { name: 5 } } })
    stranger.asks({
      name: 'Endless',
      requested_attributes: Object.fromEntries(
        Array.from({ length: 1_000 }, (_, index) => [`a${index}`, { name: `attribute ${index}` }]),
      ),
    })
    stranger.asks({
      name: `${markup} ${'long'.repeat(80)}`,
      requested_attributes: {
        ['__proto__']: { name: 'family_name' },
        all: { names: ['given_names', 'family_name', 'date_of_birth', 'document_number', 'nationality'] },
        said: { name: `Your bank’s password ${markup} ${'x'.repeat(150)}` },
      },
      requested_predicates: { odd: { name: 'document_number', p_type: '>=', p_value: -2_147_483_648 } },
    })
    await wallet.request.first().waitFor()
    expect(await wallet.request.count()).toBe(1)
    await wallet.request.getByText('Nobody vouches for this name').waitFor()
    expect(await wallet.request.getByText('This site itself, checked', { exact: true }).count()).toBe(0)
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
