// @ts-check
// The database's driver, which ends the process as `kill -9` would, right after so many writes. Counting begins with
// SIGUSR2.
import { DatabaseSync as Driver } from '@photostructure/sqlite'

const writes = /^\s*(insert|update|delete|commit)/i
let left = Number.POSITIVE_INFINITY
process.on('SIGUSR2', () => {
  left = Number(process.env.DIE_AFTER_WRITES)
})

/** @param {ConstructorParameters<typeof Driver>} given */
export function DatabaseSync(...given) {
  const file = new Driver(...given)
  const prepare = file.prepare.bind(file)
  Object.defineProperty(file, 'prepare', { value: (/** @type {string} */ text) => counted(prepare(text), text) })
  return file
}

/**
 * @param {ReturnType<Driver['prepare']>} statement
 * @param {string} text
 */
function counted(statement, text) {
  if (!writes.test(text)) return statement
  for (const name of /** @type {const} */ (['run', 'all'])) {
    const original = statement[name].bind(statement)
    const value = (/** @type {any[]} */ ...values) => {
      const result = original(...values)
      if (--left === 0) process.kill(process.pid, 'SIGKILL')
      return result
    }
    Object.defineProperty(statement, name, { value })
  }
  return statement
}
