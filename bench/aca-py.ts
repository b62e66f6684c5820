import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AcaPy, type AcaPyOptions, type Json, startAcaPy } from '@lastmile/e2e/aca-py'
import { publishDefinition } from '@lastmile/e2e/aca-py-definition'
import { freePort } from '@lastmile/e2e/free-port'
import { attributes, requested } from './credential.ts'
import { servingTime } from './server-process.ts'
import type { Party, Scan } from './visit.ts'

interface Common {
  python: string
  /** For its store, tails files and log. */
  folder: string
  /** Where ACA-Py as issuer publishes. */
  objectServer: string
}

/** Says yes to everything, as issuer, holder and verifier: nothing waits for a person. */
const willing = [
  ...['--auto-accept-invites', '--auto-accept-requests', '--auto-respond-credential-offer', '--auto-store-credential'],
  ...['--auto-respond-credential-request', '--auto-respond-presentation-request', '--auto-verify-presentation'],
  ...['--log-level', 'warning'],
]

async function start(
  { python, folder, objectServer }: Common,
  name: string,
  { plugins = [], flags = [] }: { plugins?: string[]; flags?: string[] },
): Promise<AcaPy> {
  const options: AcaPyOptions = {
    python,
    folder: join(folder, name),
    ports: { didcomm: await freePort(), admin: await freePort(), webhooks: await freePort() },
    label: name,
    plugins: ['bench_registry', ...plugins],
    pluginFolders: [fileURLToPath(new URL('.', import.meta.url))],
    flags: [...willing, ...flags],
    environment: { OBJECT_SERVER: objectServer },
  }
  return startAcaPy(options)
}

/** ACA-Py as the wallet of all visitors, for each issuer. */
export async function startHolder(common: Common) {
  const wallet = await start(common, 'holder', { plugins: ['shared_wallet'] })
  const scan: Scan = async (link) => {
    const encoded = new URL(link).searchParams.get('oob') ?? ''
    const invitation = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Json
    await wallet.call('POST', '/out-of-band/receive-invitation', invitation)
  }
  return {
    scan,
    /**
     * A visitor's own wallet has none of those before: so that it searches through as little for the last as for the
     * first.
     */
    async forgetCredentials(): Promise<void> {
      const { results } = await wallet.call<{ results: { referent: string }[] }>('GET', '/credentials?count=1000')
      for (const { referent } of results) await wallet.call('DELETE', `/credential/${referent}`)
    },
    stop: wallet.stop,
  }
}

/** As large as ours: what a wallet computes to prove that it is not revoked grows with it. */
const registrySize = 1000

/** ACA-Py as issuer and verifier, with its definition and its registries made. */
export async function startPeer(common: Common): Promise<Party & { stop(): Promise<void> }> {
  const agent = await start(common, 'issuer', { flags: ['--tails-server-base-url', common.objectServer] })
  try {
    const { definitionId } = await publishDefinition(agent, {
      name: 'Person',
      attributes: attributes.map(({ name }) => name),
      registrySize,
    })
    return {
      stop: agent.stop,
      processorTime: () => servingTime({ pid: agent.pid, workers: [] }),
      serve: (scan) => serve(agent, definitionId, scan),
    }
  } catch (error) {
    await agent.stop()
    throw error
  }
}

/** The same steps as with our server, each begun when a webhook of ACA-Py reports that the one before is done. */
async function serve(agent: AcaPy, cred_def_id: string, scan: Scan): Promise<void> {
  const { invitation_url, invi_msg_id } = await agent.call<{ invitation_url: string; invi_msg_id: string }>(
    'POST',
    '/out-of-band/create-invitation?auto_accept=true',
    { handshake_protocols: ['https://didcomm.org/didexchange/1.1'] },
  )
  const [{ connection_id }] = await Promise.all([
    agent.event(
      'connections',
      (body) => body.invitation_msg_id === invi_msg_id && ['active', 'completed'].includes(String(body.state)),
      longest,
    ),
    scan(invitation_url),
  ])
  const { cred_ex_id } = await agent.call('POST', '/issue-credential-2.0/send-offer', {
    connection_id,
    auto_issue: true,
    credential_preview: { '@type': 'issue-credential/2.0/credential-preview', attributes },
    filter: { anoncreds: { cred_def_id } },
  })
  await agent.event('issue_credential_v2_0', (body) => body.cred_ex_id === cred_ex_id && body.state === 'done', longest)
  const now = Math.floor(Date.now() / 1000)
  const { pres_ex_id } = await agent.call('POST', '/present-proof-2.0/send-request', {
    connection_id,
    auto_verify: true,
    presentation_request: {
      anoncreds: {
        name: 'Check',
        version: '1.0',
        ...requested({ restrictions: [{ cred_def_id }], non_revoked: { to: now } }),
      },
    },
  })
  const proof = await agent.event(
    'present_proof_v2_0',
    (body) => body.pres_ex_id === pres_ex_id && ['done', 'abandoned'].includes(String(body.state)),
    longest,
  )
  if (proof.verified !== 'true') throw new Error(`ACA-Py did not verify a proof: ${JSON.stringify(proof)}`)
}

const longest = 60_000
