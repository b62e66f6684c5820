import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** As large as an empty PostgreSQL and some hundred visits need. */
const size = '600m'

/** A disk that can be full. */
export interface SmallDisk {
  /** An empty folder on it. */
  readonly folder: string
  /** Leaves no byte free. */
  fill(): Promise<void>
  /** Takes away what filled it. */
  free(): Promise<void>
  /** When nothing uses it any more. */
  discard(): Promise<void>
}

/** @returns undefined where this user may mount none */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  const mounted = await mkdtemp(join(tmpdir(), 'small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', mounted])
  } catch {
    await rm(mounted, { recursive: true })
    return undefined
  }
  const filling = join(mounted, 'filling')
  return {
    folder: join(mounted, 'data'),
    async fill() {
      const file = await open(filling, 'w')
      // Down to the last page of 4 KiB: what is refused at once as a whole may fit in pieces.
      for (const bytes of [2 ** 20, 2 ** 12]) {
        const piece = Buffer.alloc(bytes)
        for (let isFull = false; !isFull; ) {
          const { bytesWritten } = await file.write(piece).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOSPC') throw error
            return { bytesWritten: 0 }
          })
          isFull = bytesWritten === 0
        }
      }
      await file.close()
    },
    free: () => rm(filling, { force: true }),
    async discard() {
      await run('umount', [mounted])
      await rm(mounted, { recursive: true })
    },
  }
}
