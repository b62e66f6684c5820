import { setTimeout as pause } from 'node:timers/promises'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { type CheatName, cheats } from '@lastmile/lab/cheats'
import { openLab } from '@lastmile/lab/open-lab'
import { row, say } from './report.ts'
import { Visitor } from './visitor.ts'

/**
 * Thirty visitors behind one address cheat at once, under the limits that a server has by default, and then answer
 * honestly. None of them may be silenced: neither by the limits on calls nor by that on refused messages.
 */
const people = 30
/** Of both families, without those that take a friend or a second card. */
const attempts: CheatName[] = [
  ...(['changedValue', 'lowerBound', 'silence', 'replay'] as const),
  ...(['noBinding', 'oldSignature', 'otherVerifier', 'unsignedClaim'] as const),
]

const server = await startServer({ settings: { LOG_LEVEL: 'warn' } })
try {
  await shippedDefinitionsMade(server)
  let refusedCalls = 0
  const wrong: string[] = []
  await Promise.all(
    Array.from({ length: people }, async () => {
      const visitor = new Visitor(server.origin)
      const lab = await openLab(async (name, input) => {
        for (;;) {
          try {
            return (await visitor.call(name, input)).answer
          } catch (error) {
            // As a page does.
            if (!/ answered (429|503):/.test(String(error))) throw error
            refusedCalls += 1
            await pause(1_000)
          }
        }
      }, openNodeLabWallet)
      for (const name of attempts) {
        const { proof } = await lab.attempt(cheats[name])
        if (proof.failed_check !== cheats[name].check) wrong.push(`${name}: ${proof.failed_check ?? proof.refusal}`)
      }
      const { proof } = await lab.share({ protocol: 'didcomm', question: 'met', verifier: 'Corner Shop' })
      if (!proof.verified) wrong.push(`an honest answer: ${proof.refusal}`)
      await lab.close()
    }),
  )
  row('attempts, all refused by their checks', [String(people * attempts.length - wrong.length)])
  row('calls put off by a limit', [String(refusedCalls)])
  for (const each of wrong) say(each)
  process.exitCode = wrong.length > 0 || refusedCalls > 0 ? 1 : 0
} finally {
  await server.discard()
}
process.exit()
