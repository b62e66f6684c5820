import { fileURLToPath } from 'node:url'

/** The result of a check: a figure for the table, and the details for a fix. */
export interface Outcome {
  status: 'passed' | 'failed' | 'not checked'
  figure: string
  details?: string
}

/** Where checks leave their reports; git does not see it. */
export const reports = fileURLToPath(new URL('../../build/security', import.meta.url))
