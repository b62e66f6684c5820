import { comeback, sleep } from './retry.ts'

/** Pauses before each retry; after the last one only a comeback triggers another. */
const pauses = [1_000, 4_000, 15_000, 40_000] as const

/** Pictures already being retried. */
const broken = new WeakSet<HTMLImageElement>()

/**
 * Fetches a picture again after the network or the server failed. One listener serves the whole page: an image's error
 * event does not bubble, but it passes the capture phase.
 */
export function mendPictures(): void {
  document.addEventListener('error', ({ target }) => void hear(target), { capture: true })
}

async function hear(target: EventTarget | null) {
  if (!(target instanceof HTMLImageElement) || target.src.startsWith('data:') || broken.has(target)) return
  broken.add(target)
  await mend(target)
  broken.delete(target)
}

async function mend(picture: HTMLImageElement): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const pause = pauses[attempt]
    await (pause === undefined ? comeback() : Promise.race([sleep(pause), comeback()]))
    if (!picture.isConnected || (await comes(picture))) return
  }
}

const comes = (picture: HTMLImageElement) =>
  new Promise<boolean>((resolve) => {
    picture.addEventListener('load', () => resolve(true), { once: true })
    picture.addEventListener('error', () => resolve(false), { once: true })
    // Setting even the same address fetches again.
    picture.setAttribute('src', picture.getAttribute('src') ?? '')
  })
