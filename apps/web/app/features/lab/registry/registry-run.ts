import type { Protocol } from '@lastmile/contracts'
import { useState } from 'react'
import { type Failure, failureOf } from '../../../api/api-error.ts'
import type { LabClient } from '../lab-client.ts'
import type { Presentation } from './presentation.ts'

/** Seconds for which the museum uses a list, by its rule. */
export const rules = { day: 24 * 60 * 60, halfMinute: 30 } as const

/** With one card of one family. */
export interface RegistryRun {
  isUp: boolean
  rule: keyof typeof rules
  isRevoked: boolean
  /** Whether the registry was up since the card was revoked. */
  isPublished: boolean
  /** ISO 8601: when the museum last read its list. */
  readAt: string | undefined
  /** The latest first. */
  presentations: readonly Presentation[]
}

const newRun: RegistryRun = {
  isUp: true,
  rule: 'day',
  isRevoked: false,
  isPublished: false,
  readAt: undefined,
  presentations: [],
}

export type RegistryWork = 'showing' | 'sendingAnyway' | 'revoking' | 'renewing'

/** A run by each family, and what the visitor has done in the one that is chosen. */
export function useRegistryRuns(lab: LabClient) {
  const [protocol, setProtocol] = useState<Protocol>('didcomm')
  const [runs, setRuns] = useState<Record<Protocol, RegistryRun>>({ didcomm: newRun, openid4vc: newRun })
  const [state, setState] = useState<{ of: Protocol; work: RegistryWork; failure?: Failure }>()
  const [arrived, setArrived] = useState<Presentation>()
  const run = runs[protocol]

  const change = (part: Partial<RegistryRun>) =>
    setRuns((all) => ({ ...all, [protocol]: { ...all[protocol], ...part } }))

  async function present(isAnyway: boolean) {
    const { isUp, isRevoked, rule, presentations } = run
    const result = await lab.do('presentToDistant', { protocol, isUp, oldestList: rules[rule], isAnyway })
    const read = result.verdict?.proof.registry_reads?.list_read_at
    const presentation = { ...result, isUp, isRevoked, isAnyway, number: presentations.length + 1 }
    setArrived(presentation)
    change({ presentations: [presentation, ...presentations], ...(read && { readAt: read }) })
  }

  const works: Record<RegistryWork, () => Promise<void>> = {
    showing: () => present(false),
    sendingAnyway: () => present(true),
    async revoking() {
      await lab.do('revokeDistant', protocol)
      change({ isRevoked: true, isPublished: run.isUp })
    },
    async renewing() {
      await lab.do('renewDistant', protocol)
      change(newRun)
    },
  }

  return {
    protocol,
    run,
    change,
    /** The latest presentation, until something else is done. */
    arrived,
    /** The last work, while it is done and where it failed. */
    work: state?.of === protocol ? state : undefined,
    isBusy: state !== undefined && !state.failure,
    choose(family: Protocol) {
      setProtocol(family)
      setArrived(undefined)
    },
    async start(work: RegistryWork) {
      setState({ of: protocol, work })
      setArrived(undefined)
      try {
        await works[work]()
        setState(undefined)
      } catch (error) {
        setState({ of: protocol, work, failure: failureOf(error) })
      }
    },
  }
}
