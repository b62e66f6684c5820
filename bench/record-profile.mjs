// @ts-check
// Loaded into the server by `npm run long -- bench --profile`: SIGUSR2 begins a CPU profile of its main thread, another
// one writes it to the file that CPU_PROFILE names.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const file = String(process.env.CPU_PROFILE)
/** @type {Session | undefined} */
let session

process.on('SIGUSR2', async () => {
  if (!session) {
    session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 200 })
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  writeFileSync(`${file}.part`, JSON.stringify(profile))
  renameSync(`${file}.part`, file)
})
