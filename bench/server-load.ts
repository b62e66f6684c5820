import { setTimeout as pause } from 'node:timers/promises'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { attributes } from './credential.ts'
import { proofRequest } from './product.ts'
import { say } from './report.ts'
import { readProcess, type ServerProcess } from './server-process.ts'
import { Valve } from './valve.ts'
import { Visitor } from './visitor.ts'

/** Visitors who each receive one credential and prove it, in bursts that the server alone works on. */
export interface LoadFigures {
  /** Milliseconds of the server's CPU per visitor, all processes. */
  issueCpu: number
  verifyCpu: number
  visitorsPerSecond: number
  /** Milliseconds from a stored change of state until the visitor's socket told of it: one figure for each change. */
  toldAfter: number[]
  /** Event-loop delay during the bursts, in milliseconds. */
  delayP50: number
  delayP99: number
}

export interface Stage {
  origin: string
  process: ServerProcess
}

interface Connected {
  visitor: Visitor
  connectionId: string
  wallet: WillingWallet
  valve: Valve
}

/** Visitors with a new wallet each, all in this process. */
export async function connectVisitors(stage: Stage, count: number): Promise<Connected[]> {
  const connected: Connected[] = []
  for (let index = 0; index < count; index += 1) {
    const visitor = new Visitor(stage.origin)
    const valve = new Valve()
    const wallet = await openWillingWallet({
      openSocket: valve.openSocket,
      onProblem: (problem) => say(`A wallet had a problem: ${problem}`),
    })
    const { answer } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
    await visitor.follow(answer.connection_id)
    await wallet.receive(answer.invitation_url)
    await until(() => visitor.toldOf('connections', 'active') !== undefined)
    connected.push({ visitor, connectionId: answer.connection_id, wallet, valve })
  }
  return connected
}

/**
 * One round: everybody is offered a credential, asks for it, stores it, is asked for a proof and presents it. Each step
 * is a burst of all visitors at once, begun when the wallets have done their part; wall time counts only while the
 * server works.
 */
export async function measureLoad(stage: Stage, visitors: Connected[], definitionId: string, revocable: boolean) {
  const count = visitors.length
  const all = <Result>(work: (visitor: Connected) => Promise<Result>) => Promise.all(visitors.map(work))
  const walls: number[] = []
  const timed = async (burst: () => Promise<unknown>) => {
    const began = performance.now()
    await burst()
    walls.push(performance.now() - began)
  }
  const hasCome = () => until(() => visitors.every(({ valve }) => valve.hasCome))
  /** The wallets do their part. */
  const answer = async () => {
    for (const { valve } of visitors) valve.letIn()
    await until(() => visitors.every(({ valve }) => valve.hasAnswered))
  }
  const letOut = () => {
    for (const { valve } of visitors) valve.letOut()
  }

  for (const { valve } of visitors) valve.shut()
  await readProcess(stage.process)
  const start = await readProcess(stage.process)

  await timed(async () => {
    await all((each) => offer(each, definitionId))
    await hasCome()
  })
  await answer()
  await timed(async () => {
    letOut()
    await hasCome()
  })
  await answer()
  await timed(async () => {
    letOut()
    await until(() => visitors.every(({ visitor }) => visitor.toldOf('issue_credential', 'credential_issued')))
  })
  const afterIssue = await readProcess(stage.process)

  const proofs: string[] = []
  await timed(async () => {
    proofs.push(...(await all((each) => requestProof(each, definitionId, revocable))))
    await hasCome()
  })
  await answer()
  await timed(async () => {
    letOut()
    await hasCome()
  })
  for (const { valve } of visitors) valve.open()
  const afterVerify = await readProcess(stage.process)
  const changes = await Promise.all([
    ...visitors.map((each) => issuedAt(each)),
    ...visitors.map(({ visitor }, index) => verifiedAt(visitor, proofs[index] ?? '')),
  ])
  await all(async ({ visitor, wallet }) => {
    visitor.leave()
    await wallet.close()
  })

  const wall = walls.reduce((sum, each) => sum + each, 0)
  return {
    issueCpu: (afterIssue.cpu - start.cpu) / count,
    verifyCpu: (afterVerify.cpu - afterIssue.cpu) / count,
    visitorsPerSecond: (count / wall) * 1000,
    toldAfter: changes.map(({ stored, told }) => told - stored),
    delayP50: Math.max(afterIssue.delayP50, afterVerify.delayP50),
    delayP99: Math.max(afterIssue.delayP99, afterVerify.delayP99),
  } satisfies LoadFigures
}

const offers = new Map<string, string>()

async function offer({ visitor, connectionId }: Connected, definitionId: string) {
  const { answer } = await visitor.call('offerCredential', {
    body: { connection_id: connectionId, cred_def_id: definitionId, credential_proposal: { attributes } },
  })
  offers.set(connectionId, answer.credential_exchange_id)
}

async function requestProof({ visitor, connectionId }: Connected, definitionId: string, revocable: boolean) {
  const { answer } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: proofRequest(definitionId, revocable) },
  })
  return answer.presentation_exchange_id
}

interface Change {
  /** Milliseconds since 1970. */
  stored: number
  told: number
}

async function issuedAt({ visitor, connectionId }: Connected): Promise<Change> {
  const { answer } = await visitor.call('getCredential', { id: offers.get(connectionId) })
  const told = visitor.toldOf('issue_credential', answer.state)
  if (told === undefined) throw new Error(`The socket did not tell that a credential is ${answer.state}.`)
  return { stored: Date.parse(answer.updated_at), told }
}

async function verifiedAt(visitor: Visitor, id: string): Promise<Change> {
  const { answer } = await visitor.call('getProof', { id })
  if (!answer.verified) throw new Error('A proof was not verified.')
  await until(() => visitor.toldOf('present_proof', answer.state) !== undefined)
  return { stored: Date.parse(answer.updated_at), told: visitor.toldOf('present_proof', answer.state) ?? 0 }
}

/** Asks again every 10 ms; a minute without the expected answer is a failure of the run. */
async function until(reached: () => boolean | Promise<boolean>) {
  const giveUpAt = Date.now() + 60_000
  while (!(await reached())) {
    if (Date.now() > giveUpAt) throw new Error('The server did not get there within a minute.')
    await pause(10)
  }
}
