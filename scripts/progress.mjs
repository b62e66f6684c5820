// @ts-check
// Shows the person at the terminal a line for each thing that takes long, and one sentence when it can't go on.
import { endOn, Stop } from './command.mjs'
import { endWithNpm, stopSignals } from './signals.mjs'

/** @param {number} since a `performance.now()` */
export const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * Shows what is being done and how long it takes. On a terminal the seconds count while one waits.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(title, work) {
  const began = performance.now()
  const live = process.stdout.isTTY
  process.stdout.write(`${title} …`)
  const ticker = live
    ? setInterval(() => process.stdout.write(`\r${title} … ${Math.round((performance.now() - began) / 1000)} s`), 1000)
    : undefined
  let ending = 'failed'
  try {
    const result = await work()
    ending = secondsSince(began)
    return result
  } finally {
    clearInterval(ticker)
    process.stdout.write(live ? `\r\u001b[K${title}: ${ending}\n` : ` ${ending}\n`)
  }
}

/**
 * Runs a script's main part and turns an expected failure into its sentence and a non-zero exit. A signal ends it and
 * the programs that it runs.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  endWithNpm()
  for (const signal of stopSignals) process.on(signal, endOn)
  try {
    await work()
    for (const signal of stopSignals) process.off(signal, endOn)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.output.trim()) process.stderr.write(`\n${error.output.trimEnd()}\n\n`)
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
