import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../../../test/test-database.ts'
import type { AnalyticsEventRow } from '../../platform/database/schema.ts'
import { AnalyticsRepository } from './repository.ts'

const eventAt = (occurredAt: string): AnalyticsEventRow => ({
  id: randomUUID(),
  sessionId: randomUUID(),
  occurredAt,
  type: 'page_view',
  action: null,
  label: null,
  value: null,
  path: '/',
  character: null,
  screen: null,
  step: null,
  useCase: null,
  details: '{}',
})

it('deletes many events without keeping others from their turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'analytics-'))
  const database = await openTestDatabase(folder)
  onTestFinished(async () => {
    await database.destroy()
    rmSync(folder, { recursive: true })
  })
  const repository = new AnalyticsRepository(database)
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']) {
    await repository.insertNew(Array.from({ length: 1_000 }, () => eventAt(`${day}T00:00:00.000Z`)))
  }

  let turns = 0
  let isOver = false
  const countTurn = () => {
    turns++
    if (!isOver) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  await repository.deleteBefore('2026-01-04')
  isOver = true

  expect(turns).toBeGreaterThanOrEqual(3)
  const { from, to } = { from: '2026', to: '2027' }
  expect(await repository.page({ from, to }, undefined, 5_000)).toHaveLength(1_000)
})
