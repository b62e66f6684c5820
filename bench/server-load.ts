import { setTimeout as pause } from 'node:timers/promises'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { attributes } from './credential.ts'
import { PausableSocket } from './pausable-socket.ts'
import { proofRequest } from './product.ts'
import { say } from './report.ts'
import { readProcess, type ServerProcess } from './server-process.ts'
import { Visitor } from './visitor.ts'

/** Visitors who each receive one credential and prove it, in bursts that the server alone works on. */
export interface LoadFigures {
  /** Milliseconds of the server's CPU per visitor, all processes. */
  issueCpu: number
  verifyCpu: number
  visitorsPerSecond: number
  /** Milliseconds from a stored change of state until the visitor's socket reports it; one figure per change. */
  notifiedAfter: number[]
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
  socket: PausableSocket
}

/** Visitors with a new wallet each, all in this process. */
export async function connectVisitors(stage: Stage, count: number): Promise<Connected[]> {
  const connected: Connected[] = []
  for (let index = 0; index < count; index += 1) {
    const visitor = new Visitor(stage.origin)
    const socket = new PausableSocket()
    const wallet = await openWillingWallet({
      openSocket: socket.open,
      onProblem: (problem) => say(`A wallet had a problem: ${problem}`),
    })
    const { answer } = await visitor.call('createInvite', { body: { my_label: 'Bench' } })
    await visitor.follow({ connectionId: answer.connection_id })
    await wallet.receive(answer.invitation_url)
    await until(() => visitor.notifiedAt('connections', 'active') !== undefined)
    connected.push({ visitor, connectionId: answer.connection_id, wallet, socket })
  }
  return connected
}

/**
 * One round: each visitor is offered a credential, requests and stores it, is asked for a proof and presents it. Each
 * step is a burst of all visitors at once, begun when the wallets have done their part; wall time counts only while the
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
  const untilIncoming = () => until(() => visitors.every(({ socket }) => socket.hasIncoming))
  /** The wallets do their part. */
  const answer = async () => {
    for (const { socket } of visitors) socket.deliverIncoming()
    await until(() => visitors.every(({ socket }) => socket.hasOutgoing))
  }
  const sendAnswers = () => {
    for (const { socket } of visitors) socket.deliverOutgoing()
  }

  for (const { socket } of visitors) socket.pause()
  await readProcess(stage.process)
  const start = await readProcess(stage.process)

  await timed(async () => {
    await all((each) => offer(each, definitionId))
    await untilIncoming()
  })
  await answer()
  await timed(async () => {
    sendAnswers()
    await untilIncoming()
  })
  await answer()
  await timed(async () => {
    sendAnswers()
    await until(() => visitors.every(({ visitor }) => visitor.notifiedAt('issue_credential', 'credential_issued')))
  })
  const afterIssue = await readProcess(stage.process)

  const proofs: string[] = []
  await timed(async () => {
    proofs.push(...(await all((each) => requestProof(each, definitionId, revocable))))
    await untilIncoming()
  })
  await answer()
  await timed(async () => {
    sendAnswers()
    await untilIncoming()
  })
  for (const { socket } of visitors) socket.resume()
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
    notifiedAfter: changes.map(({ stored, notified }) => notified - stored),
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
  notified: number
}

async function issuedAt({ visitor, connectionId }: Connected): Promise<Change> {
  const { answer } = await visitor.call('getCredential', { id: offers.get(connectionId) })
  const notified = visitor.notifiedAt('issue_credential', answer.state)
  if (notified === undefined) throw new Error(`The socket did not report that a credential is ${answer.state}.`)
  return { stored: Date.parse(answer.updated_at), notified }
}

async function verifiedAt(visitor: Visitor, id: string): Promise<Change> {
  const { answer } = await visitor.call('getProof', { id })
  if (!answer.verified) throw new Error('A proof was not verified.')
  await until(() => visitor.notifiedAt('present_proof', answer.state) !== undefined)
  return { stored: Date.parse(answer.updated_at), notified: visitor.notifiedAt('present_proof', answer.state) ?? 0 }
}

/** Asks again every 10 ms; a minute without the expected answer is a failure of the run. */
async function until(reached: () => boolean | Promise<boolean>) {
  const giveUpAt = Date.now() + 60_000
  while (!(await reached())) {
    if (Date.now() > giveUpAt) throw new Error('The server did not get there within a minute.')
    await pause(10)
  }
}
