import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LinkChecker } from './links.ts'
import type { PageFacts } from './page-facts.ts'

let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/moved') return response.writeHead(302, { location: '/there' }).end()
  const status = request.url === '/there' ? 200 : 404
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1 id="top-of-it">There</h1>')
})
let origin = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

/** Faults of the links of a page at `/here`, which has one element with an id. */
function check(...links: string[]): Promise<string[]> {
  asked = []
  const facts = { url: `${origin}/here`, ids: ['questions'], links, assets: [] as string[] } as unknown as PageFacts
  return new LinkChecker(origin).findBroken(facts)
}

test('links that lead somewhere are fine, and each is asked for once', async () => {
  expect(await check('/there', '/there#top-of-it', 'there', '#questions', '/here#questions', '#top')).toEqual([])
  expect(asked).toEqual(['/there'])
})

test('links that lead nowhere, elsewhere within the site, or to a missing element are broken', async () => {
  expect(await check('/gone')).toEqual(['/gone answers 404'])
  expect(await check('/moved')).toEqual(['/moved answers 302'])
  expect(await check('/there#gone')).toEqual(['/there#gone points to an element that is not there'])
  expect(await check('#gone')).toEqual(['#gone points to an element that is not there'])
})

test('links to elsewhere are looked at and not followed', async () => {
  const good = ['https://example.org/a#b', 'mailto:us@example.org?subject=Hello', 'tel:+234-1-555-0100', 'data:,']
  expect(await check(...good)).toEqual([])
  expect(await check('http://example.org/', 'mailto:us', 'tel:us', 'javascript:alert(1)', 'https://')).toEqual([
    'http://example.org/ is not https',
    'mailto:us is no mail address',
    'tel:us is no phone number',
    'javascript:alert(1) is not https',
    "'https://' is no address",
  ])
  expect(asked).toEqual([])
})
