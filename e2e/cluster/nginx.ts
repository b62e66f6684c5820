import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The example for operators, with the ports that it names. */
const example = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
const shown = { listen: 3000, nodes: [3001, 3002] }
/** Debian's place for it is not on the path of every user. */
const path = `${process.env.PATH}:/usr/sbin`

/**
 * nginx on a port of this machine, in front of two servers, as `deploy/nginx.conf` says. Rejects when it is not
 * installed or ends at once.
 * @param nodes the ports of the servers
 */
export async function startNginx(port: number, nodes: [number, number]): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  // Its worker processes may be another user's.
  await chmod(folder, 0o755)
  const ports = new Map([
    [shown.listen, port],
    ...shown.nodes.map((each, index) => [each, nodes[index] as number] as const),
  ])
  const site = (await readFile(example, 'utf8')).replaceAll(
    /(127\.0\.0\.1):(\d+)/g,
    (_, host, each) => `${host}:${ports.get(Number(each))}`,
  )
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid nginx.pid; error_log stderr emerg; daemon off;
    events { worker_connections 8192; }
    http {
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${each};`).join(' ')}
      include site.conf;
    }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: path },
  })
  let said = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(nginx, 'exit')
  const failed = await Promise.race([
    ended.then(
      () => new Error(`nginx ended: ${said}`),
      (cause) => new Error('nginx is not installed here. On Debian: apt-get install nginx-light', { cause }),
    ),
    answers(port),
  ])
  if (failed) {
    await rm(folder, { recursive: true, force: true })
    throw failed
  }
  return {
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when something takes calls there, whatever it answers. */
async function answers(port: number): Promise<undefined> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/server/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer) return undefined
    await pause(50)
  }
}
