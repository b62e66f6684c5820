const name = 'wallet'
const handOver = 'hand-over'

/** Milliseconds for another tab, or a page that was reloaded, to release the lock; a sleeping tab never answers. */
const patience = 1_500

/** Made late: a browser that refuses a site its storage refuses this too. */
let opened: BroadcastChannel | undefined
const channel = () => {
  opened ??= new BroadcastChannel(name)
  return opened
}

/**
 * Only one tab runs the stored wallet. Resolves with who does; `refused` where the browser refuses this site its locks,
 * as with its cookies.
 *
 * @param force asks the running tab to release the lock, and steals it after the time-out
 * @param onLost closes the wallet; the other tab continues after it
 */
export async function acquireTabLock(
  force: boolean,
  onLost: () => Promise<void>,
): Promise<'here' | 'elsewhere' | 'refused'> {
  const isFree = await hold({ ifAvailable: true }, onLost).catch(() => undefined)
  if (isFree === undefined) return 'refused'
  if (isFree) return 'here'
  if (force) channel().postMessage(handOver)
  const isReleased = await hold({ signal: AbortSignal.timeout(patience) }, onLost).catch(() => false)
  if (!isReleased && !force) return 'elsewhere'
  if (!isReleased) await hold({ steal: true }, onLost)
  return 'here'
}

/** Rejects when the lock is not granted in time, or refused. */
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
      // Another tab stole the lock from this sleeping one.
      if (isHeld) void onLost()
      reject(cause)
    })
  })
}

const askedToLetGo = () =>
  new Promise<void>((resolve) => {
    const listen = ({ data }: MessageEvent) => {
      if (data !== handOver) return
      channel().removeEventListener('message', listen)
      resolve()
    }
    channel().addEventListener('message', listen)
  })
