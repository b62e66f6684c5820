import { fileURLToPath } from 'node:url'

/** What a check found: a figure for the table, and what a person needs who wants to mend it. */
export interface Outcome {
  status: 'passed' | 'failed' | 'not checked'
  figure: string
  details?: string
}

/** Where checks leave their reports; git does not see it. */
export const reports = fileURLToPath(new URL('../../build/security', import.meta.url))
