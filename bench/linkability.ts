import { parseArgs } from 'node:util'
import type { ApiBody, Protocol } from '@lastmile/contracts'
import { bornForAge } from '@lastmile/contracts/condition'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { openWillingWallet } from '@lastmile/e2e/willing-wallet'
import type { LabWallet } from '@lastmile/lab/lab-wallet'
import { Linker, type PresentationRecord, scoreOf } from '@lastmile/lab/linker'
import { showingOneCopy } from '@lastmile/lab/showing-one-copy'
import { attributes } from './credential.ts'
import { areaUnderCurve } from './figures.ts'
import { registerDefinition } from './product.ts'
import { row, say } from './report.ts'
import { Visitor } from './visitor.ts'

/**
 * Measures how well two verifiers who pool their databases, with or without the issuer's, tell which answers came from
 * one holder (`packages/lab`). Every credential is issued and every answer verified by a server of its own; holders
 * answer the second verifier in another order than the first.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const holders = Number(positionals[0] ?? 1_000)
const atOnce = 10

interface Setting {
  name: string
  protocol: Protocol
  asksForNumber?: boolean
  showsAgain?: boolean
  /** Bounds of the area under the curve, for the verifiers alone and with the issuer. */
  target: { alone: Bounds; withIssuer: Bounds }
}

interface Bounds {
  atLeast?: number
  atMost?: number
}

const unlinkable: Bounds = { atMost: 0.52 }
const linked: Bounds = { atLeast: 0.99 }

const settings: Setting[] = [
  { name: 'AnonCreds, a predicate', protocol: 'didcomm', target: { alone: unlinkable, withIssuer: unlinkable } },
  {
    ...{ name: 'AnonCreds, asked for a number', protocol: 'didcomm', asksForNumber: true },
    target: { alone: linked, withIssuer: linked },
  },
  {
    ...{ name: 'SD-JWT, one copy shown twice', protocol: 'openid4vc', showsAgain: true },
    target: { alone: linked, withIssuer: linked },
  },
  { name: 'SD-JWT, of a batch', protocol: 'openid4vc', target: { alone: unlinkable, withIssuer: linked } },
]

const server = await startServer({ settings: { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' } })
try {
  await shippedDefinitionsMade(server)
  const registrar = new Visitor(server.origin)
  const definitions: Record<Protocol, string> = {
    didcomm: await registerDefinition(registrar, 'Pass', true),
    openid4vc: await registerDefinition(registrar, 'Pass', true, 'openid4vc'),
  }
  const openWallet = () => openNodeLabWallet(async (seams) => (await openWillingWallet(seams)).holder)
  const wallets = await Promise.all(Array.from({ length: holders }, openWallet))
  await each('Credentials issued', wallets, async (wallet, holder) => {
    await issue(wallet, definitions.didcomm, holder, 'didcomm')
    await issue(wallet, definitions.openid4vc, holder, 'openid4vc')
  })
  const missed: string[] = []
  const figures = new Map<string, string[]>()
  for (const setting of settings) {
    for (const wallet of wallets) wallet.forgery = setting.showsAgain ? showingOneCopy() : {}
    const databases = [
      await askAll(wallets, setting, definitions[setting.protocol], 'Shop'),
      await askAll(wallets, setting, definitions[setting.protocol], 'Library'),
    ]
    const issued = wallets.map((wallet) => wallet.issued[setting.protocol])
    const alone = area(new Linker(databases.flat()), databases)
    const withIssuer = area(new Linker(databases.flat(), issued), databases)
    figures.set(setting.name, [alone.toFixed(3), withIssuer.toFixed(3)])
    if (!isWithin(alone, setting.target.alone) || !isWithin(withIssuer, setting.target.withIssuer))
      missed.push(setting.name)
  }
  say(`\nArea under the curve of the linker, ${holders} pairs of one holder and ${holders} of two`)
  row('', ['two verifiers', 'with the issuer'])
  for (const [name, columns] of figures) row(name, columns)
  if (missed.length > 0) say(`Not as targeted: ${missed.join('; ')}`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await server.discard()
}
process.exit()

async function issue(wallet: LabWallet, definitionId: string, holder: number, protocol: Protocol) {
  const visitor = new Visitor(server.origin)
  try {
    const offer = {
      cred_def_id: definitionId,
      credential_proposal: {
        attributes: attributes.map(({ name, value }) => ({
          name,
          value: name === 'document_number' ? `A${1_000_000 + holder}` : value,
        })),
      },
    }
    if (protocol === 'didcomm') {
      const { answer } = await visitor.call('createInvite', { body: { my_label: 'Office' } })
      const { connection_id: connectionId } = answer
      await visitor.follow({ connectionId })
      await wallet.holder.receive(answer.invitation_url)
      await visitor.reached('connections', 'active')
      await visitor.call('offerCredential', { body: { ...offer, connection_id: connectionId } })
    } else {
      const { answer } = await visitor.call('offerCredential', { body: { ...offer, protocol } })
      await visitor.follow({ credentialId: answer.credential_exchange_id })
      await wallet.holder.receive(answer.invitation_url ?? '')
    }
    await visitor.reached('issue_credential', 'credential_issued')
  } finally {
    visitor.leave()
  }
}

/** All holders answer a verifier, in an order of its own. @returns its database, in the order of the holders */
async function askAll(wallets: LabWallet[], setting: Setting, definitionId: string, verifier: string) {
  const database: PresentationRecord[] = []
  const order = shuffled(wallets.map((wallet, holder) => ({ wallet, holder })))
  await each(`${setting.name}, ${verifier}`, order, async ({ wallet, holder }) => {
    await ask(wallet, setting, definitionId, verifier)
    if (wallet.sent) database[holder] = wallet.sent
  })
  return database
}

async function ask(wallet: LabWallet, { protocol, asksForNumber }: Setting, definitionId: string, verifier: string) {
  const visitor = new Visitor(server.origin)
  const of = { restrictions: [{ cred_def_id: definitionId }], non_revoked: {} }
  const proof_request: ApiBody<'requestProofOutOfBand'>['proof_request'] = {
    name: 'Age check',
    requested_attributes: asksForNumber ? { number: { name: 'document_number', ...of } } : {},
    requested_predicates: { adult: { name: 'date_of_birth', p_type: '<=', p_value: bornForAge(18), ...of } },
  }
  try {
    const { answer } = await visitor.call('requestProofOutOfBand', {
      body: { ...(protocol === 'openid4vc' && { protocol }), my_label: verifier, proof_request },
    })
    await visitor.follow({ proofId: answer.proof.presentation_exchange_id })
    await wallet.holder.receive(answer.shortUrl)
    await visitor.reached('present_proof', 'verified')
  } finally {
    visitor.leave()
  }
}

/** Pairs of one holder beside as many of two. */
function area(linker: Linker, [first = [], second = []]: PresentationRecord[][]): number {
  const scores = (distance: number) =>
    first.flatMap((record, holder) => {
      const other = second[(holder + distance) % second.length]
      return other ? [scoreOf(linker.compare(record, other))] : []
    })
  return areaUnderCurve(scores(0), scores(Math.ceil(holders / 3)))
}

async function each<Item>(name: string, items: readonly Item[], work: (item: Item, index: number) => Promise<void>) {
  const waiting = [...items.entries()]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await work(next[1], next[0])
        if (waiting.length > 0 && waiting.length % 250 === 0) say(`${name}: ${waiting.length} are left`)
      }
    }),
  )
  say(`${name}: all ${items.length}`)
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

function isWithin(figure: number, { atLeast = 0, atMost = 1 }: Bounds): boolean {
  return figure >= atLeast && figure <= atMost
}
