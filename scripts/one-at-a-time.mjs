// @ts-check
// Two commands in one clone prepare one after the other; the second finds most of it done.
import { accessSync, constants, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from './workspace.mjs'

/** Holds the id of the process that prepares. Outside of node_modules, which is emptied by some installations. */
const lockFile = at('.cache/prepare.lock')

/**
 * Runs `work` while no other process of this clone runs such work. A process that ended without a word is not waited
 * for.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [lock]
 * @returns {Promise<T>}
 */
export async function oneAtATime(work, lock = lockFile) {
  // In a read-only folder, as in a container, nothing can be prepared and nothing has to wait.
  if (!isWritable(lock)) return work()
  for (let said = false; !take(lock); ) {
    if (!said) process.stdout.write(`Waiting for the command that prepares this folder (process ${holder(lock)}) …\n`)
    said = true
    await wait(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {string} lock */
function isWritable(lock) {
  try {
    mkdirSync(dirname(lock), { recursive: true })
    accessSync(dirname(lock), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} lock
 * @returns whether it is ours now
 */
function take(lock) {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    // A link appears whole, with the id in it, or not at all.
    linkSync(own, lock)
    return true
  } catch {
    const found = holder(lock)
    if (found === undefined || isRunning(found)) return false
    // Moved first, so that of several that find it stale only one removes it; what another put there meanwhile is put
    // back.
    try {
      renameSync(lock, own)
      if (readFileSync(own, 'utf8') !== String(found)) linkSync(own, lock)
    } catch {
      // Another one was quicker.
    }
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** @param {string} lock */
function holder(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isRunning(pid) {
  // In a container a process may come to have the number of one that was killed: then it is us.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
