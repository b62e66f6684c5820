import { isDeepStrictEqual } from 'node:util'
import { Encryption } from '../core/encryption/encryption.ts'
import type { Events } from '../core/events.ts'
import { Records } from '../core/records.ts'
import { runPeriodically } from '../core/run-periodically.ts'
import { AgentError } from '../port/errors.ts'
import type { CredentialDefinitionOptions } from '../port/exchanges.ts'
import { type AgentOptions, defaultOptions } from '../port/options.ts'
import type { AgentStorage } from '../port/storage.ts'
import type { Openid4vcAgent } from './api/endpoints.ts'
import { haveOwnClaims } from './issuing/claims.ts'
import { credentialType, typeMetadata } from './issuing/credential-types.ts'
import { createIssuing } from './issuing/issuing.ts'
import { Nonces } from './issuing/nonces.ts'
import { openSiteKeys, type SiteKeys } from './keys/site-keys.ts'
import { MessageRecorder } from './messages/openid4vc-recorder.ts'
import { StatusLists } from './status/status-lists.ts'
import { addSlugs, definitions as definitionKind, slugOf } from './store/definition.ts'
import { issuances as issuanceKind } from './store/issuance.ts'
import { presentationRequests as requestKind } from './store/presentation-request.ts'
import { refills as refillKind } from './store/refill.ts'
import { statusLists as statusListKind } from './store/status-list.ts'
import { createVerifying } from './verifying/verifying.ts'

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
  const nonces = new Nonces(encryption, now, 'c_nonce')
  const dpopNonces = new Nonces(encryption, now, 'dpop')
  const signer = () => siteKeys().documents
  const lists = new Records(stores, statusListKind)
  const recorder = new MessageRecorder(options.logger)
  const statusLists = new StatusLists({ publicUrl, lists, key: () => siteKeys().places, signer, now })
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
  const verifying = createVerifying({ ...shared, requests, keys: siteKeys, expiry, openReads: options.openReads })
  const { presentations } = verifying
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
      if (!known) await definitions.insert({ id, slugs, ...described })
      else if (!isShownAlike(known.value, described)) await definitions.change(known, { id, slugs, ...described })
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
    verifying: verifying.endpoints,
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

/** Content may have given it another issuer, other words or another look since. */
const isShownAlike = (one: Shown, other: Shown): boolean => isDeepStrictEqual(shownOf(one), shownOf(other))
type Shown = Pick<CredentialDefinitionOptions, 'issuerName' | 'look' | 'label' | 'attributeLabels' | 'note'>
const shownOf = ({ issuerName, look, label, attributeLabels, note }: Shown) => ({
  issuerName,
  look,
  label,
  attributeLabels,
  note,
})
