import type { Protocol } from '@lastmile/contracts'
import type { Lab } from './lab.ts'
import { Linker, type Match, type PresentationRecord } from './linker.ts'
import type { Question } from './questions.ts'
import { reusingOneCopy } from './reusing-one-copy.ts'

interface Setting {
  protocol: Protocol
  question: Question
  /** The wallet has one copy alone, and shows it to both. */
  reusesOneCopy?: boolean
}

/** Ways for two verifiers to ask one holder, by name. */
export const settings = {
  predicate: { protocol: 'didcomm', question: 'age' },
  number: { protocol: 'didcomm', question: 'number' },
  twice: { protocol: 'openid4vc', question: 'age', reusesOneCopy: true },
  batch: { protocol: 'openid4vc', question: 'age' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

export const verifiers = ['Corner Shop', 'Town Library'] as const

export interface Comparison {
  /** Of each verifier, in the order of the holders. */
  databases: [PresentationRecord[], PresentationRecord[]]
  /** Matches of the visitor's record at the first verifier with each of the second's: alone, and with the issuer. */
  links: { alone: Match[]; withIssuer: Match[] }[]
  /** How many cards both records could be of, by the kind, list and dates that they name. */
  anonymitySet: number
}

/** Milliseconds from one verifier to the other: two answers within a second are joined by the clock. */
const way = 1_100

/** Has holders answer two verifiers, who then pool what they have. The visitor is the first holder. */
export async function compared(holders: readonly [Lab, ...Lab[]], name: SettingName): Promise<Comparison> {
  const { protocol, question, ...wallet }: Setting = settings[name]
  const asked = holders.map((lab) => ({ lab, forgery: wallet.reusesOneCopy ? reusingOneCopy() : {} }))
  // One after the other: equal questions of one visitor are one question, while it is open.
  const answersTo = async (verifier: string) => {
    const database: PresentationRecord[] = []
    for (const { lab, forgery } of asked) {
      const { proof, sent } = await lab.share({ protocol, question, verifier }, forgery)
      if (!proof.verified) throw new Error(`An honest answer was refused: ${proof.reason}`)
      database.push(sent)
    }
    return database
  }
  const first = await answersTo(verifiers[0])
  await new Promise((resolve) => setTimeout(resolve, way))
  const databases: Comparison['databases'] = [first, await answersTo(verifiers[1])]
  const issued = await Promise.all(holders.map((lab) => lab.issued(protocol)))
  const alone = new Linker(databases.flat())
  const withIssuer = new Linker(databases.flat(), issued)
  const [[own], theirs] = databases
  const links = theirs.map((other) => ({
    alone: own ? alone.compare(own, other) : [],
    withIssuer: own ? withIssuer.compare(own, other) : [],
  }))
  return { databases, links, anonymitySet: await holders[0].anonymitySet(protocol) }
}
