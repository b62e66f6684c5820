import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
/** Where Debian puts them, a folder for each version. */
const debian = '/usr/lib/postgresql'

/** A PostgreSQL of its own on this machine. */
export interface Postgres {
  /** Of its first database, as a user who may make others. */
  readonly url: string
  /** Where it keeps everything: tables, its log of changes, and what it reports to its operator. */
  readonly folder: string
  /** Of its first process, while it runs. */
  readonly pid: number
  /** Ends it as its operator would, with whatever is connected. */
  stop(): Promise<void>
  /** Ends it as a power cut of its machine would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data, where those are its own. */
  discard(): Promise<void>
}

/**
 * Starts one. Rejects when PostgreSQL is not installed here.
 * @param kept folder for its data, which is made; default: a temporary one, removed by `discard`
 */
export async function startPostgres(kept?: string): Promise<Postgres> {
  const programs = await programFolder()
  if (kept) await mkdir(kept, { recursive: true })
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'postgres-')))
  const as = await unprivileged()
  const data = join(folder, 'data')
  const port = await freePort()
  const call = (program: string, args: string[]) => run(join(programs, program), args, { ...as, cwd: folder })
  const secret = join(folder, 'password')
  if (!existsSync(secret)) await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const password = await readFile(secret, 'utf8')
  if (as) for (const path of [folder, secret]) await chown(path, as.uid, as.gid)
  await chmod(folder, 0o700)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const login = ['-U', 'lastmile', '-A', 'scram-sha-256', `--pwfile=${secret}`]
    await call('initdb', ['-D', data, ...login, '-E', 'UTF8', '--locale=C'])
  }
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`
  const start = async () => {
    await call('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', '-o', options, 'start'])
  }
  const end = async (mode: 'fast' | 'immediate') => {
    await call('pg_ctl', ['-D', data, '-w', '-t', '60', '-m', mode, 'stop']).catch(() => undefined)
  }
  // One may still run there whose starter was killed.
  if (kept) await end('fast')
  await start()
  return {
    url: `postgresql://lastmile:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    folder,
    get pid() {
      return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    },
    start,
    stop: () => end('fast'),
    kill: () => end('immediate'),
    async discard() {
      await end('immediate')
      await pause(50)
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The rows of a query, by the names of its columns. @param url of the database */
export async function rowsIn<Row>(url: string, query: string): Promise<Row[]> {
  const text = `select coalesce(json_agg(row), '[]') from (${query}) as row`
  return JSON.parse(await askPostgres('psql', [url, '-Atc', text]))
}

/** Has it count what its tables hold, as it does by itself within a minute or so: by that it plans. */
export const analyzed = (url: string): Promise<string> => askPostgres('psql', [url, '-c', 'analyze'])

/** Everything in a database, as text. */
export const everythingIn = (url: string): Promise<string> => askPostgres('pg_dump', ['--data-only', url])

/**
 * A new database beside another one. @param template whose data it begins with; every client still connected to that is
 * cut off
 */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`
  await askPostgres('psql', [url, '-c', others])
  await askPostgres('psql', [url, '-c', `create database "${name}" template "${template}"`])
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

const askPostgres = async (program: string, args: string[]): Promise<string> =>
  (await run(join(await programFolder(), program), args, { maxBuffer: 2 ** 30 })).stdout

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
