const name = 'wallet'
const handOver = 'hand-over'

/** How long a tab that is asked may take to let go, in milliseconds; one that sleeps never answers. */
const patience = 1_500

const channel = new BroadcastChannel(name)

/**
 * Of all tabs one alone runs the wallet. Resolves with whether it is this one.
 *
 * @param force asks the tab that runs it to let go, and takes it from one that does not
 * @param onLost closes the wallet; another tab goes on when that is done
 */
export async function takeTurn(force: boolean, onLost: () => Promise<void>): Promise<boolean> {
  if (await hold({ ifAvailable: true }, onLost)) return true
  if (!force) return false
  channel.postMessage(handOver)
  return hold({ signal: AbortSignal.timeout(patience) }, onLost).catch(() => hold({ steal: true }, onLost))
}

/** Rejects when the lock was not given in time. */
function hold(options: LockOptions, onLost: () => Promise<void>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const run = async (lock: Lock | null) => {
      isHeld = lock !== null
      resolve(isHeld)
      if (!lock) return
      await askedToLetGo()
      await onLost()
    }
    navigator.locks.request(name, options, run).catch((cause) => {
      // Taken from this tab, which slept.
      if (isHeld) void onLost()
      reject(cause)
    })
  })
}

const askedToLetGo = () =>
  new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent) => {
      if (data !== handOver) return
      channel.removeEventListener('message', listen)
      resolve()
    }
    channel.addEventListener('message', listen)
  })
