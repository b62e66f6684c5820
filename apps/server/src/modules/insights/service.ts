import { setImmediate } from 'node:timers/promises'
import type { Character, DeviceType, Wallet } from '@lastmile/contracts'
import { entryPath, uploadedCharacterSlug } from '@lastmile/contracts'
import { parseOnboarding } from '@lastmile/journey'
import { columnsOf, type Period } from './period.ts'
import { type Counts, type InsightsRepository, type SeriesName, seriesNames, uploadedEnd } from './repository.ts'

const mostPages = 12

/** Counts over a period, as one number and by column of the period. */
export interface Series {
  total: number
  byColumn: { column: string; count: number }[]
}

export interface FunnelStep {
  /** Screen id, or `Step 3` of a character that a visitor brought along. */
  name: string
  /** Visits that came to the end of this step, or further. */
  visits: number
  /** Visits that ended between the step before and this one. */
  lost: number
}

export interface Funnel {
  character: string
  name: string
  started: number
  completed: number
  steps: FunnelStep[]
}

export interface UseCaseCount {
  id: string
  name: string
  character: string
  started: number
  completed: number
}

/**
 * Everything that the operator sees of a period. Visits, and all that follows the series, are of visitors who agreed to
 * analytics; the other series are the server's own records, of all visitors.
 */
export interface Insights extends Record<SeriesName, Series> {
  period: Period
  /** How many days the events of visitors are kept: older ones are in no count. */
  keptDays: number
  funnels: Funnel[]
  useCases: UseCaseCount[]
  pages: { path: string; views: number; visits: number }[]
  /** The same visits divided in several ways, the largest part first. */
  parts: Record<VisitPart, Part[]>
}

/** Where visits began, on what, with which wallet, and how the pages looked. */
export type VisitPart = 'entry' | 'device' | 'wallet' | 'theme'

export interface Part {
  name: string
  visits: number
}

/** Names of things in this server's content. */
export interface Names {
  /** Hidden ones too. */
  characters: () => readonly Character[]
  wallets: readonly Wallet[]
}

export type InsightsService = ReturnType<typeof createInsights>

export function createInsights(repository: InsightsRepository, names: Names, keptDays: number) {
  async function of(period: Period): Promise<Insights> {
    const columns = columnsOf(period)
    const series = {} as Record<SeriesName, Series>
    for (const name of seriesNames) {
      const counts = await afterYielding(() => repository.series(name, period))
      const byColumn = columns.map((column) => ({ column, count: counts.get(column) ?? 0 }))
      series[name] = { byColumn, total: byColumn.reduce((sum, { count }) => sum + count, 0) }
    }
    return {
      period,
      keptDays,
      ...series,
      funnels: await funnelsOf(period),
      useCases: await useCasesOf(period),
      pages: await afterYielding(() => repository.pages(period, mostPages)),
      parts: await partsOf(period),
    }
  }

  async function partsOf(period: Period): Promise<Insights['parts']> {
    const devices = await afterYielding(() => repository.devices(period))
    const tags = await afterYielding(() => repository.tags(period))
    const tagged = (key: string, nameOf: (value: string) => string): Part[] =>
      tags.filter((tag) => tag.key === key).map(({ value, visits }) => ({ name: nameOf(value), visits }))
    return {
      entry: tagged('entry', entryPath).slice(0, mostPages),
      device: devices.map(({ device, visits }) => ({ name: deviceNames[device], visits })),
      wallet: tagged('wallet', (id) => names.wallets.find((wallet) => wallet.id === id)?.name ?? id),
      theme: tagged('theme', (theme) => (theme === 'dark' ? 'Dark' : 'Light')),
    }
  }

  async function funnelsOf(period: Period): Promise<Funnel[]> {
    const funnels: Funnel[] = []
    for (const character of names.characters()) {
      const screens = parseOnboarding(character).map(({ screen }) => screen.screenId)
      const furthest = await afterYielding(() => repository.furthest(character.id, screens, period))
      const name = `${character.name}, ${character.type.toLowerCase()}`
      funnels.push(funnelOf({ character: character.id, name }, screens.map(stepNumbered), furthest))
    }
    const uploaded = await afterYielding(() => repository.furthest(uploadedCharacterSlug, undefined, period))
    if (uploaded.size > 0) {
      const positions = [...uploaded.keys()].filter((position) => position < uploadedEnd)
      const steps = Array.from({ length: Math.max(0, ...positions) }, (_, index) => `Step ${index + 1}`)
      const named = { character: uploadedCharacterSlug, name: "Visitors' own characters" }
      funnels.push(funnelOf(named, [...steps.map(stepNumbered), { name: 'Finished', position: uploadedEnd }], uploaded))
    }
    return funnels
  }

  async function useCasesOf(period: Period): Promise<UseCaseCount[]> {
    const counted = await afterYielding(() => repository.useCases(period))
    const count = (id: string, action: string) =>
      counted.find((row) => row.useCase === id && row.action === action)?.count ?? 0
    return names.characters().flatMap((character) =>
      character.useCases.map(({ id, name }) => ({
        id,
        name,
        character: character.name,
        started: count(id, 'start'),
        completed: count(id, 'complete'),
      })),
    )
  }

  return { of }
}

const deviceNames: Record<DeviceType, string> = { desktop: 'Computers', mobile: 'Phones', tablet: 'Tablets' }

/** The embedded database counts on this thread: it yields to visitors' calls before each query. */
async function afterYielding<Result>(count: () => Promise<Result>): Promise<Result> {
  await setImmediate()
  return count()
}

const stepNumbered = (name: string, index: number) => ({ name, position: index + 1 })

function funnelOf(
  { character, name }: Pick<Funnel, 'character' | 'name'>,
  steps: readonly { name: string; position: number }[],
  furthest: Counts<number>,
): Funnel {
  const reached = (position: number) =>
    [...furthest].reduce((sum, [key, count]) => (key >= position ? sum + count : sum), 0)
  const started = reached(0)
  let before = started
  const passed = steps.map((step) => {
    const visits = reached(step.position)
    const lost = before - visits
    before = visits
    return { name: step.name, visits, lost }
  })
  return {
    character,
    name,
    started,
    completed: before,
    steps: [{ name: 'Started', visits: started, lost: 0 }, ...passed],
  }
}
