import { resolveCharacter } from '@lastmile/content'
import type { Character, IssuedCredential, Protocol, SocketMessage } from '@lastmile/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TestServer } from '../running-server.ts'
import type { VisitorClient } from '../visitor-client.ts'
import type { MemoryAgent } from './memory-agent.ts'

/**
 * A protocol that there is not, from its rows in the tables: CONTRIBUTING's exercise says what it takes. It issues and
 * verifies through ledger, socket and pages, and nothing else has heard of it.
 */

const memory = 'memory' as Protocol
let agent: MemoryAgent

vi.mock('../../../../packages/contracts/src/protocols.ts', async (original) => {
  const actual = await original<typeof import('../../../../packages/contracts/src/protocols.ts')>()
  const row = { ...actual.families.openid4vc, name: 'Memory', proves: 'conditions', bindsCards: true, shows: 'proof' }
  const families = { ...actual.families, memory: row }
  return {
    ...actual,
    families,
    protocols: Object.keys(families),
    familyOf: (protocol: keyof typeof families) => families[protocol],
  }
})

vi.mock('../../src/modules/protocols/adapters.ts', async (original) => {
  const actual = await original<typeof import('../../src/modules/protocols/adapters.ts')>()
  const { invitationsOf } = await import('../../src/modules/proofs/invitations.ts')
  const { MemoryAgent } = await import('./memory-agent.ts')
  return {
    openAdapters: (...opening: Parameters<typeof actual.openAdapters>) => {
      const opened = actual.openAdapters(...opening)
      const [, storage, events] = opening
      agent = new MemoryAgent(storage, events)
      return {
        ...opened,
        agents: { ...opened.agents, memory: agent },
        inviting: { ...opened.inviting, memory: agent },
        proofInvitations: (shortLinks: Parameters<typeof opened.proofInvitations>[0]) => ({
          ...opened.proofInvitations(shortLinks),
          memory: invitationsOf(agent),
        }),
      }
    },
  }
})

/** Its types would give the server's sources a browser's globals. */
const browser: string = 'happy-dom'

interface Pages {
  offer(): Promise<{ entry?: IssuedCredential; link?: string }>
  saysIssued(message: SocketMessage): Promise<void>
  request(): Promise<{ id: string | null; link: string | null }>
  saysVerified(message: SocketMessage, value: string): Promise<boolean | null>
}

let server: TestServer
let visitor: VisitorClient
let clerk: Character

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  const found = server.context.content.characters.find(({ id }) => id === 'clerk')
  if (!found) throw new Error('The content of tests has no clerk')
  clerk = resolveCharacter(found, new Date())
})
afterAll(async () => {
  visitor?.disconnect()
  await server?.stop()
})

/** Gives the process a browser's page beside the server's own globals, before anything of the page is loaded. */
async function openPages(): Promise<Pages> {
  const { Window } = (await import(browser)) as { Window: new (options: { url: string }) => Record<string, unknown> }
  const page = new Window({ url: 'http://localhost/demo/clerk' })
  for (const name of Object.getOwnPropertyNames(page))
    if (!(name in globalThis))
      Object.defineProperty(globalThis, name, { value: Reflect.get(page, name), writable: true, configurable: true })
  Object.assign(globalThis, { window: globalThis, document: page.document, location: page.location })
  // By its address: types of pages want a browser's globals, those of the server Node's.
  const fixture = new URL('../../../web/app/store/pages-of-a-protocol.fixture.tsx', import.meta.url).pathname
  const { openPages } = (await import(fixture)) as { openPages(...given: unknown[]): Promise<Pages> }
  const call = (name: never, options?: { params?: { id: string }; body?: never }) =>
    visitor.call(name, { id: options?.params?.id, body: options?.body })
  return openPages(call, clerk, memory)
}

/** The news of the visitor's socket about an exchange. */
async function news(of: { credentialId: string } | { proofId: string }, state: string): Promise<SocketMessage> {
  await visitor.subscribe(of)
  const ids = Object.values(of)
  return visitor.message(
    (each) => each.state === state && Object.values(each).some((value) => ids.includes(String(value))),
  )
}

test('a third protocol issues and verifies a use case through ledger, socket and pages', async () => {
  const pages = await openPages()

  const { entry, link: offered } = await pages.offer()
  expect(entry).toMatchObject({ name: 'Staff Card', protocol: memory, connectionId: null, state: 'offer_sent' })
  const id = entry?.id ?? ''
  expect((await visitor.call('getCredential', { id })).protocol).toBe(memory)
  await agent.take(offered ?? '')
  await pages.saysIssued(await news({ credentialId: id }, 'credential_issued'))

  const { id: proofId, link: asked } = await pages.request()
  await agent.take(asked ?? '')
  expect(await pages.saysVerified(await news({ proofId: proofId ?? '' }, 'verified'), 'Bola')).toBe(true)
})
