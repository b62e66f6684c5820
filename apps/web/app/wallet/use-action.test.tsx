import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAction } from './use-action.ts'
import { nothing } from './wallet.fixture.ts'
import { walletClient } from './wallet-client.ts'
import { walletBecomes, walletIs } from './wallet-worker.fixture.ts'
import type { Answer } from './worker/messages.ts'

const share = { action: 'answer', args: ['request'] } as const
const open = (network: (typeof nothing)['network']) =>
  ({ status: 'open', snapshot: { ...nothing, network }, isKept: true, isLocked: false }) as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Presses once, while no peer can be reached. */
async function pressed(network: (typeof nothing)['network']) {
  walletIs(open(network))
  const call = vi.spyOn(walletClient, 'call').mockResolvedValue({ failure: 'unreachable' })
  const { result } = renderHook(useAction)
  let answer: Promise<Answer> | undefined
  await act(async () => {
    answer = result.current.act({ action: share.action, args: [...share.args] })
    await vi.advanceTimersByTimeAsync(0)
  })
  return { call, result, answer }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('sends by itself what was pressed without a network, when that is back', async () => {
  const { call, result, answer } = await pressed('offline')
  expect(result.current).toMatchObject({ isBusy: true, failure: 'offline' })
  call.mockResolvedValue({})
  act(() => walletBecomes(open('connecting')))
  await pass(10_000)
  expect(call).toHaveBeenCalledOnce()
  act(() => walletBecomes(open('online')))
  await pass(1_000)
  expect(await answer).toEqual({})
  expect(call).toHaveBeenCalledTimes(2)
  expect(result.current).toMatchObject({ isBusy: false, failure: undefined })
})

it('sends nothing of it after a minute', async () => {
  const { call, result } = await pressed('offline')
  await pass(60_000)
  expect(result.current).toMatchObject({ isBusy: false, failure: 'unreachable' })
  act(() => walletBecomes(open('online')))
  await pass(10_000)
  expect(call).toHaveBeenCalledOnce()
})

it('waits for no network that is there', async () => {
  const { result } = await pressed('online')
  expect(result.current).toMatchObject({ isBusy: false, failure: 'unreachable' })
})
