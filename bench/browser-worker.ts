/// <reference lib="webworker" />
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import type { BrowserTask, BrowserTimes } from './wallet-in-browser.ts'

/** In Chromium: times each task again and again, in an instance of its own, and posts what it took. */
self.onmessage = async ({ data: rounds }: MessageEvent<number>) => {
  const tasks: BrowserTask[] = await (await fetch('/tasks.json')).json()
  const module = await WebAssembly.compileStreaming(fetch('/holder.wasm'))
  const times: BrowserTimes[] = []
  for (const { name, call, task, tails } of tasks) {
    const revocation = task.credentials?.[0]?.revocation
    if (revocation && tails) revocation.tails = Uint8Array.from(atob(tails), (character) => character.charCodeAt(0))
    const anoncreds = await loadAnonCreds(module)
    const perform = anoncreds[call] as (task: object) => unknown
    const took = Array.from({ length: rounds }, () => {
      const began = performance.now()
      perform(task)
      return performance.now() - began
    })
    times.push({ name, first: took[0] ?? 0, sorted: took.slice(1).sort((one, other) => one - other) })
  }
  self.postMessage(times)
}
