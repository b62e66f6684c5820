import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, type Failure, failureOf } from '../../api/api-error.ts'
import { createAppThunk, useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { type MessagesOf, messagesFetched, selectMessages } from './messages-slice.ts'

/** Polling interval in milliseconds without a live link. */
const pollInterval = 5_000

type MessagesRoute = 'getConnectionMessages' | 'getCredentialMessages' | 'getProofMessages'

interface Question {
  about: MessagesOf
  /** Called before each retry. */
  onFailure: (failure: Failure) => void
}

const fetchMessages = createAppThunk('messages/fetch', async ({ about, onFailure }: Question, { dispatch, extra }) => {
  const onRetry = (error: ApiError) => onFailure(failureOf(error))
  try {
    const read = async (name: MessagesRoute, id: string) =>
      (await extra.call(name, { params: { id }, onRetry })).messages
    const messages =
      'connectionId' in about
        ? await read('getConnectionMessages', about.connectionId)
        : 'proofId' in about
          ? await read('getProofMessages', about.proofId)
          : (await Promise.all(about.credentialIds.map((id) => read('getCredentialMessages', id)))).flat()
    dispatch(messagesFetched({ about, messages }))
    return null
  } catch (error) {
    return failureOf(error)
  }
})

/**
 * The messages so far: fetched again after the link or the page was away, updated live otherwise.
 *
 * @param about must stay the same while the caller is mounted
 */
export function useMessages(about: MessagesOf) {
  const dispatch = useAppDispatch()
  const messages = useAppSelector((state) => selectMessages(state, about))
  const isLive = useAppSelector((state) => state.socket.status === 'connected')
  const [isFetching, setFetching] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)

  const isAsking = useRef(false)

  const ask = async () => {
    // A retrying call is still pending.
    if (isAsking.current) return
    isAsking.current = true
    setFailure(await dispatch(fetchMessages({ about, onFailure: setFailure })).unwrap())
    setFetching(false)
    isAsking.current = false
  }
  const askAgain = () => {
    setFetching(true)
    void ask()
  }
  const askIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask()
  })

  useEffect(() => {
    askIfVisible()
    document.addEventListener('visibilitychange', askIfVisible)
    const timer = isLive ? undefined : setInterval(askIfVisible, pollInterval)
    return () => {
      document.removeEventListener('visibilitychange', askIfVisible)
      clearInterval(timer)
    }
  }, [isLive])

  return { messages, isFetching, failure, onRetry: askAgain }
}
