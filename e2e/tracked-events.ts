import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Page } from 'playwright-core'
import { rowsIn } from './postgres.ts'
import type { ProductServer } from './server.ts'

/** An event as the server keeps it. */
export interface ReceivedEvent {
  sessionId: string
  type: string
  action: string | null
  path: string
  character: string | null
  useCase: string | null
  screen: string | null
  step: number | null
  value: number | null
  details: string
}

const events = `select session_id as "sessionId", type, action, path, character, use_case as "useCase", screen, step, value, details
  from analytics_events`

/** Every event that the server has taken, in the order in which it did. */
export async function receivedEvents({ dataDir, databaseUrl }: ProductServer): Promise<ReceivedEvent[]> {
  if (databaseUrl) return rowsIn(databaseUrl, `${events} order by ctid`)
  const database = new DatabaseSync(join(dataDir, 'last-mile.sqlite'), { readOnly: true })
  try {
    return database.prepare(`${events} order by rowid`).all() as ReceivedEvent[]
  } finally {
    database.close()
  }
}

/**
 * Leaves the site; the page sends its last events then. Waits until it is idle: Chromium gives a page that it leaves
 * half a second, and ends one that is still busy together with what it had to send.
 */
export async function leaveSite(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => {}))
  await page.goto('about:blank')
}
