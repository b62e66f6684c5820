import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
/** Where Debian puts them, a folder for each version. */
const debian = '/usr/lib/postgresql'
const password = 'for tests alone'

/** A PostgreSQL of its own on this machine, with its data in a temporary folder. */
export interface Postgres {
  /** Of its first database, as a user who may make others. */
  readonly url: string
  /** Ends it as its operator would, with whatever is connected. */
  stop(): Promise<void>
  /** Ends it as a power cut of its machine would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data. */
  discard(): Promise<void>
}

/** Starts one. Rejects when PostgreSQL is not installed here. */
export async function startPostgres(): Promise<Postgres> {
  const programs = await programFolder()
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const as = await unprivileged()
  const data = join(folder, 'data')
  const port = await freePort()
  const call = (program: string, args: string[]) => run(join(programs, program), args, { ...as, cwd: folder })
  const secret = join(folder, 'password')
  await writeFile(secret, password, { mode: 0o600 })
  if (as) for (const path of [folder, secret]) await chown(path, as.uid, as.gid)
  await chmod(folder, 0o700)
  await call('initdb', [
    '-D',
    data,
    '-U',
    'lastmile',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`
  const start = async () => {
    await call('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', '-o', options, 'start'])
  }
  const end = async (mode: 'fast' | 'immediate') => {
    await call('pg_ctl', ['-D', data, '-w', '-t', '60', '-m', mode, 'stop']).catch(() => undefined)
  }
  await start()
  return {
    url: `postgresql://lastmile:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    start,
    stop: () => end('fast'),
    kill: () => end('immediate'),
    async discard() {
      await end('immediate')
      await pause(50)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function programFolder(): Promise<string> {
  const versions = await readdir(debian).catch((): string[] => [])
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  if (newest) return join(debian, newest, 'bin')
  const { stdout } = await run('pg_config', ['--bindir']).catch(() => ({ stdout: '' }))
  if (stdout.trim()) return stdout.trim()
  throw new Error('PostgreSQL is not installed here. On Debian: apt-get install postgresql')
}

/** PostgreSQL does not run as root: where we do, it gets the user that its package has made. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}
