import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Protocol } from '@lastmile/contracts'
import { type CheatName, cheats } from '@lastmile/lab/cheats'
import { type Comparison, compared, type SettingName } from '@lastmile/lab/comparison'
import type { Api, Verdict } from '@lastmile/lab/exchanges'
import type { DistantPresentation, Lab } from '@lastmile/lab/lab'
import { scoreOf } from '@lastmile/lab/linker'
import { openLabs } from '@lastmile/lab/open-lab'
import { parseSdJwt, serializeSdJwt } from '@lastmile/lab/sd-jwt-parts'
import { attempts } from '../apps/web/app/features/lab/cheat/attempts.ts'
import { type Lesson, longLesson, shortLesson } from '../apps/web/app/features/marketing/lab-teach/lessons.ts'
import { openNodeLabWallet } from './node-lab-wallet.ts'

/** Every step of `/lab/teach`, as the page prints it. */
export const steps: readonly Lesson[] = [...shortLesson, ...longLesson]

const day = 24 * 60 * 60

/** Choices that the sheet leaves open, or that are shortened where time is dear. */
interface Habits {
  /** Seconds that the rule “Half a minute” allows. */
  halfMinute: number
}

/** A pupil at the lab's pages, by the calls that these make. Its methods are what the sheet has it press. */
class Pupil {
  readonly holders: readonly [Lab, Lab, Lab]
  readonly lab: Lab
  readonly habits: Habits
  /** Of the cards that are chosen. */
  protocol: Protocol = 'didcomm'
  comparison: Comparison | undefined
  /** The verdicts on the page, by attempt. */
  verdicts = new Map<string, Verdict['proof']>()
  showings: DistantPresentation[] = []
  isUp = true
  oldestList = day
  /** Why. */
  readonly pressedAgain: string[] = []

  constructor(holders: readonly [Lab, Lab, Lab], habits: Habits) {
    this.holders = holders
    this.lab = holders[0]
    this.habits = habits
  }

  /** Presses “Try Again” where no answer came. An honest answer that is refused is an answer. */
  async press<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let times = 1; ; times += 1) {
      try {
        return await work()
      } catch (error) {
        if (times === 5 || /honest answer was refused/.test(String(error))) throw error
        this.pressedAgain.push(String(error))
      }
    }
  }

  async shareWithBoth(setting: SettingName) {
    this.comparison = await this.press(() => compared(this.holders, setting))
  }

  async answer() {
    const asking = { protocol: this.protocol, question: 'met', verifier: 'Corner Shop' } as const
    this.verdicts.set('honest', (await this.press(() => this.lab.share(asking))).proof)
  }

  async try(...names: readonly CheatName[]) {
    for (const name of names) this.verdicts.set(name, (await this.press(() => this.lab.attempt(cheats[name]))).proof)
  }

  /** Prepares an answer of SD-JWT, and sends it with the disclosures that `change` makes. */
  async makeOwn(name: string, change: (disclosures: unknown[]) => void) {
    const parts = parseSdJwt(String(await this.press(() => this.lab.draft(this.protocol))))
    change(parts.disclosures)
    const { proof } = await this.press(() => this.lab.send(this.protocol, serializeSdJwt(parts)))
    this.verdicts.set(name, proof)
  }

  async show({ isAnyway = false } = {}) {
    const distance = { registry: this.isUp ? 'up' : 'down', oldest_list: this.oldestList } as const
    this.showings.push(await this.press(() => this.lab.presentToDistant(this.protocol, distance, isAnyway)))
  }

  /** Until half a minute is over since the card was revoked, and since its list was read. */
  async waitForOldList() {
    this.oldestList = this.habits.halfMinute
    await pause(this.habits.halfMinute * 1_300 + 1_000)
  }

  beginRegistry(protocol: Protocol) {
    Object.assign(this, { protocol, showings: [], isUp: true, oldestList: day })
  }

  /** How many of the library's people the shop's record could be of. */
  people({ withIssuer }: { withIssuer: boolean }): number {
    const scores = this.links(withIssuer).map(scoreOf)
    return scores.filter((score) => score >= Number(scores[0])).length
  }

  /** Everything that the page names as being in both records. */
  matches() {
    return this.links(false)[0] ?? []
  }

  private links(withIssuer: boolean) {
    return (this.comparison?.links ?? []).map((each) => (withIssuer ? each.withIssuer : each.alone))
  }

  /** Of the visitor's answers, at the shop and at the library. */
  own(): AnonCredsAnswer[] {
    return (this.comparison?.databases ?? []).map(([own]) => own?.presentation as unknown as AnonCredsAnswer)
  }

  isCaught(name: CheatName) {
    const { verified, failed_check: check } = this.verdicts.get(name) ?? {}
    assert.deepEqual([name, verified, check], [name, false, cheats[name].check])
  }

  /** @param how `taken`, `refused`, or the wallet's reason for sending nothing */
  ended(number: number, how: string) {
    const { verdict, stopped } = this.showings[number - 1] ?? {}
    assert.equal(stopped ?? (verdict?.proof.verified ? 'taken' : 'refused'), how, `Showing ${number}`)
  }
}

interface AnonCredsAnswer {
  proof: { proofs: { primary_proof: { eq_proof: { a_prime: string } } }[] }
  identifiers: unknown
}

type Deed = (pupil: Pupil) => unknown

/** For a sentence with nothing to press, or nothing on a screen to find. */
const talk = () => {}

const shareAndCompare =
  (setting: SettingName): Deed =>
  (pupil) =>
    pupil.shareWithBoth(setting)

/** Each sentence for the class. */
export const deeds: Record<string, Deed> = {
  'Ask: a shop and a library each saw your card today.': talk,
  'Can they find out that it was the same person?': talk,
  'Let everybody guess for each row below, and write the guesses down.': talk,

  'Open the lab and Compare notes.': talk,
  'Leave “AnonCreds: 16 or older?” chosen, and press “Share with both”.': shareAndCompare('predicate'),
  'Unfold “Your answer, before your wallet encrypted it” on both sides, and compare the number after a_prime, near the top: another one each time.':
    (pupil) => {
      const [one, other] = pupil.own().map(({ proof }) => proof.proofs[0]?.primary_proof.eq_proof.a_prime)
      assert(one && other)
      assert.notEqual(one, other)
    },
  'What is in both stands at the very end, under identifiers: the kind of card, its registry and the time of its list, as in everybody’s answer.':
    (pupil) => {
      const everybody = (pupil.comparison?.databases ?? []).flat().map(({ presentation }) => presentation)
      const named = everybody.map((presentation) =>
        JSON.stringify((presentation as { identifiers: unknown }).identifiers),
      )
      assert.equal(named.length, 6)
      assert.equal(new Set(named).size, 1)
    },
  'Then press “Let them compare”.': talk,
  'Switch “The issuer joins in” on, and off again.': talk,

  'Choose “AnonCreds: your document’s number”, share and let them compare.': shareAndCompare('number'),
  'Choose “SD-JWT: one copy, shown twice”, share and let them compare.': shareAndCompare('twice'),
  'Choose “SD-JWT: a copy for each”, share and let them compare.': shareAndCompare('batch'),
  'Then switch “The issuer joins in” on.': talk,
  'Unfold “What no cryptography hides”, read it out, and come back to the guesses.': talk,

  // All steps of the first lesson come before.
  'The lesson above.': talk,

  'Go back to the lab, and press “Start cheating”.': talk,
  'Leave AnonCreds chosen, and press “Answer” first.': (pupil) => pupil.answer(),
  'Then try “Change a name”.': (pupil) => pupil.try('changedValue'),

  'In pairs: one picks an attempt and says how it will be caught, the other tries it.': (pupil) =>
    pupil.try(...attempts.didcomm),
  'Change roles.': talk,
  '“Prove less than was asked” and “Mix two cards of your own” are the ones to argue about.': (pupil) =>
    pupil.try('lowerBound', 'twoCards'),

  'Choose SD-JWT.': (pupil) => {
    pupil.protocol = 'openid4vc'
  },
  'Try “Leave your key out”, “Borrow a friend’s copy” and “Pass on an answer”.': (pupil) =>
    pupil.try('noBinding', 'friendsCopy', 'otherVerifier'),
  'Then try “Answer for two”, further down under “What is not caught”.': (pupil) => pupil.try('twoPeople'),

  'At the end of the page, still with SD-JWT, press “Prepare an answer”.': talk,
  'Change one letter of the family name, and press “Send it as it stands”.': (pupil) =>
    pupil.makeOwn('one letter', (disclosures) => {
      const name = (disclosures as string[][]).find(([, claim]) => claim === 'family_name')
      assert(name?.[2])
      name[2] = `${name[2].slice(0, -1)}x`
    }),
  'Then prepare another, change nothing, and send it.': (pupil) => pupil.makeOwn('untouched', () => {}),

  'Go back to the lab, and press “Take the registry away”.': talk,
  'Leave AnonCreds chosen.': (pupil) => pupil.beginRegistry('didcomm'),
  'Press “Show your card to the museum”.': (pupil) => pupil.show(),
  'Switch “The town hall’s registry” off, and show the card again.': (pupil) => {
    pupil.isUp = false
    return pupil.show()
  },
  'Unfold “What your wallet called” below the stamp, then in the first showing, and compare what came back.': (
    pupil,
  ) => {
    const outcomes = pupil.showings.map(({ calls }) => [...new Set(calls.map(({ outcome }) => outcome))])
    assert.deepEqual(outcomes, [[200], ['cut']])
  },

  'Press “Have the town hall revoke it”, and show the card again.': async (pupil) => {
    await pupil.press(() => pupil.lab.revokeDistant(pupil.protocol))
    await pupil.show()
  },
  'Choose “Half a minute”, wait 40 seconds, and show it once more.': async (pupil) => {
    await pupil.waitForOldList()
    await pupil.show()
  },
  'At last switch the registry on, show it, and press “Send it all the same”.': async (pupil) => {
    pupil.isUp = true
    await pupil.show()
    await pupil.show({ isAnyway: true })
  },

  'Read the morning drawn below.': talk,
  'Ask who should choose how old a list may be, for a museum and for a border.': talk,
}

const isAnyOfThree = (pupil: Pupil) => assert.equal(pupil.people({ withIssuer: false }), 3)
const isFound = (pupil: Pupil) => assert.equal(pupil.people({ withIssuer: false }), 1)

/** Each sentence for its finding. */
export const findings: Record<string, Deed> = {
  'Most say yes, some say that it depends.': talk,
  'It does.': talk,

  'The path between shop and library breaks off.': isAnyOfThree,
  'It could have been any of the 3 people, with the issuer’s help too.': (pupil) =>
    assert.equal(pupil.people({ withIssuer: true }), 3),

  'It was you.': isFound,
  'The cryptography is the same; the question was another.': talk,
  'Asking links people.': talk,

  'It was you: the same key, the same signature, the same place in the status list.': (pupil) => {
    isFound(pupil)
    for (const kind of ['key', 'signature', 'status'])
      assert(
        pupil.matches().some((match) => match.kind === kind),
        kind,
      )
  },
  'Each thing that matches would do alone; unfolded, “All that matches” names them.': (pupil) => {
    const weights = pupil.matches().map(({ weight }) => weight)
    assert(weights.length > 0)
    assert(weights.every((weight) => weight > Math.log(2.5)))
  },

  'Any of the 3 people, until the issuer joins in: it knows which copies it gave to whom.': (pupil) => {
    isAnyOfThree(pupil)
    assert.equal(pupil.people({ withIssuer: true }), 1)
  },

  'Proofs can hide who you are.': talk,
  'Can they be forged?': talk,

  'The honest answer is verified, so the shop does not just refuse everything.': (pupil) =>
    assert.equal(pupil.verdicts.get('honest')?.verified, true),
  'The changed name is refused: shown does not equal signed.': (pupil) => pupil.isCaught('changedValue'),

  'Each attempt comes back with the name of the check that caught it.': (pupil) => {
    for (const name of attempts.didcomm) pupil.isCaught(name)
  },
  'These two are sound proofs: they prove something, and not what was asked.': (pupil) => {
    const checks = (['lowerBound', 'twoCards'] as const).map((name) => pupil.verdicts.get(name)?.failed_check)
    assert.deepEqual(checks, ['conditions', 'one-credential'])
  },

  'A copied card does not pass here: the holder’s key signs for one verifier and one question.': (pupil) => {
    for (const name of ['noBinding', 'friendsCopy', 'otherVerifier'] as const) pupil.isCaught(name)
  },
  'But two people’s cards do: nothing in them says whose they are.': (pupil) =>
    assert.equal(pupil.verdicts.get('twoPeople')?.verified, true),

  'With one letter changed it is refused; untouched it is verified.': (pupil) =>
    assert.deepEqual(
      ['one letter', 'untouched'].map((name) => pupil.verdicts.get(name)?.verified),
      [false, true],
    ),

  'Taken both times.': (pupil) => {
    pupil.ended(1, 'taken')
    pupil.ended(2, 'taken')
  },
  'The second time the switch stopped every call of your wallet, and the museum had only what it had read before.': (
    pupil,
  ) => {
    const { calls = [], verdict } = pupil.showings[1] ?? {}
    assert(calls.every(({ outcome }) => outcome === 'cut'))
    assert(verdict?.proof.registry_reads?.calls.every(({ answered }) => !answered))
  },
  'What both had kept was enough.': talk,

  'A revoked card is taken as long as the list may be used.': (pupil) => pupil.ended(3, 'taken'),
  'Once it is too old, your wallet has nothing to prove with and sends nothing; with SD-JWT, which you may try as well, it is the museum that refuses.':
    async (pupil) => {
      pupil.ended(4, 'unreachable')
      const { showings } = pupil
      pupil.beginRegistry('openid4vc')
      await pupil.show()
      pupil.isUp = false
      await pupil.press(() => pupil.lab.revokeDistant('openid4vc'))
      await pupil.show()
      await pupil.waitForOldList()
      await pupil.show()
      for (const [index, how] of ['taken', 'taken', 'refused'].entries()) pupil.ended(index + 1, how)
      pupil.showings = showings
    },
  'With the registry up, your wallet finds its card revoked and stops; sent all the same, the museum refuses it.': (
    pupil,
  ) => {
    pupil.ended(5, 'revoked')
    pupil.ended(6, 'refused')
  },

  'A register that is asked each time knows sooner what is revoked.': talk,
  'It stops everybody when it is down, and learns which card was shown where.': talk,
}

/** The sentences of a part of the sheet. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!]) (?=[A-Z“])/)

export interface PupilAtWork {
  /** Why it pressed “Try Again”, each time. */
  readonly pressedAgain: readonly string[]
  /** Does what a step says, and looks whether it finds what the step says. @throws with the sentence, where not */
  follow(step: Lesson): Promise<void>
  close(): Promise<void>
}

/** Opens the lab. */
export async function openPupil(api: Api, habits: Partial<Habits> = {}): Promise<PupilAtWork> {
  const labs = await openLabs(api, openNodeLabWallet)
  const pupil = new Pupil(labs, { halfMinute: 30, ...habits })
  const follow = async (sentences: string[], table: Record<string, Deed>) => {
    for (const sentence of sentences) {
      const deed = table[sentence]
      if (!deed) throw new Error(`The sheet has a sentence that no pupil follows: ${sentence}`)
      try {
        await deed(pupil)
      } catch (cause) {
        throw new Error(`${sentence} ${cause}`, { cause })
      }
    }
  }
  return {
    pressedAgain: pupil.pressedAgain,
    async follow({ does, sees }) {
      await follow(sentencesOf(does), deeds)
      await follow(sentencesOf(sees), findings)
    },
    async close() {
      await Promise.all(pupil.holders.map((lab) => lab.close()))
    },
  }
}
