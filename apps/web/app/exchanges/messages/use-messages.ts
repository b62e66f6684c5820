import type { Subscription } from '@lastmile/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Failure, failureOf } from '../../api/api-error.ts'
import { createAppThunk, useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { messagesFetched, selectMessages } from './messages-slice.ts'

/** Without a live link the messages are asked for this often. */
const pollInterval = 5_000

const fetchMessages = createAppThunk('messages/fetch', async (about: Subscription, { dispatch, extra }) => {
  const { messages } =
    'connectionId' in about
      ? await extra.call('getConnectionMessages', { params: { id: about.connectionId } })
      : await extra.call('getProofMessages', { params: { id: about.proofId } })
  dispatch(messagesFetched({ about, messages }))
})

/** The messages so far; asked for again after the live link or the page was away, and told live meanwhile. */
export function useMessages(about: Subscription) {
  const dispatch = useAppDispatch()
  const messages = useAppSelector((state) => selectMessages(state, about))
  const isLive = useAppSelector((state) => state.socket.status === 'connected')
  const [isFetching, setFetching] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const key = 'connectionId' in about ? about.connectionId : about.proofId

  const ask = async () => {
    setFetching(true)
    try {
      await dispatch(fetchMessages(about)).unwrap()
      setFailure(null)
    } catch (error) {
      setFailure(failureOf(error))
    }
    setFetching(false)
  }
  const askIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection or proof has other messages
  useEffect(() => {
    askIfVisible()
    document.addEventListener('visibilitychange', askIfVisible)
    const timer = isLive ? undefined : setInterval(askIfVisible, pollInterval)
    return () => {
      document.removeEventListener('visibilitychange', askIfVisible)
      clearInterval(timer)
    }
  }, [key, isLive])

  return { messages, isFetching, failure, onRetry: () => void ask() }
}
