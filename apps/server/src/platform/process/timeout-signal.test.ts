import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { timeoutSignal } from './timeout-signal.ts'

it('fires as a part of another signal, though nothing else refers to it', async () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const ended = AbortSignal.any([new AbortController().signal, timeoutSignal(300)])
  const fired = once(ended, 'abort')
  await setTimeout(50)
  collect()
  const late = setTimeout(2_000, 'late', { ref: false })
  expect(await Promise.race([fired, late])).not.toBe('late')
  expect(ended.reason).toMatchObject({ name: 'TimeoutError' })
})
