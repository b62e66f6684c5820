import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { assertPublicLiteral, ForbiddenAddress, isPublicAddress } from './addresses.ts'
import { decodePort, guardedHttp, outboundTimeout } from './guarded-fetch.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function serve(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

function http(allowPrivateAddresses: boolean) {
  const guarded = guardedHttp(allowPrivateAddresses)
  closing.push(() => guarded.close())
  return guarded
}

describe('which addresses are public', () => {
  test.each(['8.8.8.8', '2606:4700::1111'])('%s is', (address) => expect(isPublicAddress(address)).toBe(true))
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '::a00:1',
    'not an address',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]:80/',
    'http://[::ffff:10.0.0.1]/',
  ])('%s is refused before any connection', (url) =>
    expect(() => assertPublicLiteral(new URL(url))).toThrow(ForbiddenAddress),
  )
})

describe('outgoing requests', () => {
  test('the encoded port of a did:webvh is decoded', async () => {
    const port = await serve((_request, response) => response.end('{"a":1}'))
    expect(decodePort('https://example.org%3A8443/x%3A1')).toBe('https://example.org:8443/x%3A1')
    const answer = await http(true).fetch(`http://localhost%3A${port}/resources/x`)
    expect(await answer.json()).toEqual({ a: 1 })
  })

  test('a name that leads to a private address is not called', async () => {
    let called = false
    const port = await serve((_request, response) => {
      called = true
      response.end()
    })
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      await expect(http(false).post(`http://${host}:${port}/`, '{}', 'application/json')).rejects.toThrow()
    expect(called).toBe(false)
  })

  test('a redirect is not followed', async () => {
    const port = await serve((_request, response) => response.writeHead(302, { location: 'http://localhost/' }).end())
    await expect(http(true).fetch(`http://localhost:${port}/`)).rejects.toThrow()
    await expect(http(true).post(`http://localhost:${port}/`, '{}', 'application/json')).rejects.toThrow('302')
  })

  test('a message counts as taken when the wallet says so, however long it goes on talking', async () => {
    const port = await serve((_request, response) => {
      response.write('x')
      const more = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(more))
    })
    const began = performance.now()
    await http(true).post(`http://localhost:${port}/`, '{}', 'application/json')
    expect(performance.now() - began).toBeLessThan(outboundTimeout)
  })

  test('connections are used again, also when answers have a body', async () => {
    const connections = new Set<unknown>()
    let bodies = 0
    const port = await serve((request, response) => {
      connections.add(request.socket)
      request.resume().on('end', () => {
        bodies += 1
        response.end(Buffer.alloc(200 * 1024))
      })
    })
    const { post } = http(true)
    for (let each = 0; each < 20; each++) await post(`http://localhost:${port}/`, `{"n":${each}}`, 'application/json')
    expect(bodies).toBe(20)
    expect(connections.size).toBeLessThan(5)
  })

  test('an answer that is too long is cut off', async () => {
    const port = await serve((_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024)))
    await expect(http(true).fetch(`http://localhost:${port}/`)).rejects.toThrow()
  })

  test('an answer that never comes is given up', async () => {
    const port = await serve(() => undefined)
    await expect(http(true).post(`http://localhost:${port}/`, '{}', 'application/json')).rejects.toThrow()
  })

  test('an answer other than 2xx is a failure', async () => {
    const port = await serve((_request, response) => response.writeHead(500).end())
    await expect(http(true).post(`http://localhost:${port}/`, '{}', 'application/json')).rejects.toThrow('500')
  })
})
