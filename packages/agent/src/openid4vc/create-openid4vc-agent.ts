import { isDeepStrictEqual } from 'node:util'
import { Encryption } from '../core/encryption/encryption.ts'
import type { Events } from '../core/events.ts'
import { Records } from '../core/records.ts'
import { runPeriodically } from '../core/run-periodically.ts'
import { AgentError } from '../port/errors.ts'
import { type AgentOptions, defaultOptions } from '../port/options.ts'
import type { AgentStorage } from '../port/storage.ts'
import type { Openid4vcAgent } from './api/endpoints.ts'
import { haveOwnClaims } from './issuing/claims.ts'
import { credentialType, typeMetadata } from './issuing/credential-types.ts'
import { createIssuing } from './issuing/issuing.ts'
import { createNonces } from './issuing/nonces.ts'
import { openSiteKeys, type SiteKeys } from './keys/site-keys.ts'
import { MessageRecorder } from './messages/openid4vc-recorder.ts'
import { createStatusLists } from './status/status-lists.ts'
import { addSlugs, definitions as definitionKind, slugOf } from './store/definition.ts'
import { issuances as issuanceKind } from './store/issuance.ts'
import { presentationRequests as requestKind } from './store/presentation-request.ts'
import { refills as refillKind } from './store/refill.ts'
import { statusLists as statusListKind } from './store/status-list.ts'
import { PresentationRequests } from './verifying/presentation-requests.ts'
import { requestEndpoint } from './verifying/request-endpoint.ts'
import { responseEndpoints } from './verifying/response-endpoint.ts'

/** The issuer of SD-JWT VC over OpenID4VC. Start it after the agent that claims the storage. */
export function createOpenid4vcAgent(options: AgentOptions, storage: AgentStorage, events: Events): Openid4vcAgent {
  const { publicUrl } = options
  const encryption = new Encryption(options.storeKey)
  const stores = { rows: storage.records, encryption, events }
  const definitions = new Records(stores, definitionKind)
  const records = new Records(stores, issuanceKind)
  const now = () => storage.now()
  let keys: SiteKeys | undefined
  const siteKeys = () => {
    if (!keys) throw new AgentError('unavailable', 'The issuer is still starting.')
    return keys
  }
  const stopping = new AbortController()
  const tasks: Promise<void>[] = []
  const every = (pause: number, task: () => Promise<void>) =>
    tasks.push(runPeriodically(pause, task, stopping.signal, options.logger))
  const nonces = createNonces(encryption, now, 'c_nonce')
  const dpopNonces = createNonces(encryption, now, 'dpop')
  const signer = () => siteKeys().documents
  const lists = new Records(stores, statusListKind)
  const recorder = new MessageRecorder(options.logger)
  const statusLists = createStatusLists({ publicUrl, lists, key: () => siteKeys().places, signer, now })
  const refills = new Records(stores, refillKind)
  const shared = { publicUrl, encryption, definitions, statusLists, now, recorder }
  const decryption = () => siteKeys().decryption
  const issuing = createIssuing({ ...shared, records, refills, nonces, dpopNonces, signer, decryption })
  const { issuances } = issuing
  events.emitStatesOf(records, async (issuance: never) => ({
    type: 'credential',
    credential: issuances.snapshot(issuance),
  }))

  const registeredAs = (key: string) => {
    const type = credentialType(publicUrl, slugOf(key))
    return { key, definitionId: type, typeId: type }
  }

  const requests = new Records(stores, requestKind)
  const expiry = options.proofExpiry ?? defaultOptions.proofExpiry
  const asking = { ...shared, requests, keys: siteKeys, expiry, openReads: options.openReads }
  const presentations = new PresentationRequests(asking)
  const verifying = { ...asking, presentations }
  events.emitStatesOf(requests, async (request: never) => ({ type: 'proof', proof: presentations.snapshot(request) }))

  return {
    issuer: publicUrl,

    async start() {
      await addSlugs(definitions)
      keys = await openSiteKeys(storage, encryption, publicUrl)
      every(1_000, () => issuances.confirmByTime())
      every(5_000, () => presentations.finishChecked())
      every(5_000, () => presentations.expire())
      every(60_000, () => issuances.expire())
      every(60_000, () => issuances.deleteDue())
    },
    async stop() {
      stopping.abort()
      await Promise.all(tasks)
    },

    async registerCredentialDefinition({ key: id, ...described }) {
      if (!haveOwnClaims(described.attributeNames))
        throw new AgentError('invalid', 'Two attributes of this credential would be the same claim of an SD-JWT.')
      const known = await definitions.read(id)
      const { slugs } = known?.value ?? { slugs: [slugOf(id)] }
      const next = { id, slugs, ...described }
      if (!known) await definitions.insert(next)
      // Content may have given it another issuer, other words or another look since.
      else if (!isDeepStrictEqual(known.value, withoutAbsent(next))) await definitions.change(known, next)
      return registeredAs(id)
    },
    getCredentialDefinition: async (key) => ((await definitions.read(key)) ? registeredAs(key) : undefined),
    async forgetDefinition({ key }) {
      await definitions.delete(key)
    },

    offerByInvitation: async (offer) => {
      siteKeys()
      return issuances.offer(offer)
    },
    offerInvitation: (id) => issuances.invitation(id),
    getCredential: (id) => issuances.find(id),
    deleteCredential: (id) => issuances.delete(id),
    revoke: (status, { publish }) => statusLists.revoke(status, publish),
    askByInvitation: async (question, invitation, reads) => {
      siteKeys()
      return presentations.ask(question, invitation, reads)
    },
    proofInvitation: (id) => presentations.invitation(id),
    getProof: (id) => presentations.find(id),
    deleteProof: (id) => presentations.delete(id),

    onMessage: (listener) => recorder.listen(listener),

    issuing: issuing.endpoints,
    verifying: {
      request: requestEndpoint(verifying),
      unreadable: (id) => presentations.unreadable(id),
      ...responseEndpoints(verifying),
    },
    published: {
      async credentialType(slug) {
        const [found] = await definitions.findBy('slugs', [slug])
        return found && typeMetadata(publicUrl, found.value, slug)
      },
      statusList: (id) => statusLists.token(id),
      rootCertificate: () => siteKeys().root,
    },
  }
}

/** As it is stored, where absent members are left out. */
const withoutAbsent = (value: object): unknown => JSON.parse(JSON.stringify(value))
