import { Encryption } from '../core/encryption/encryption.ts'
import type { Events } from '../core/events.ts'
import { Records } from '../core/records.ts'
import type { Agent, Channel, OfferOptions } from '../port/agent.ts'
import { AgentError } from '../port/errors.ts'
import type { AgentOptions } from '../port/options.ts'
import type { AgentStorage } from '../port/storage.ts'
import type { Openid4vcAgent } from './api/openid4vc-agent.ts'
import { credentialType, typeMetadata } from './issuing/credential-types.ts'
import { Issuing } from './issuing/issuing.ts'
import { Nonces } from './issuing/nonces.ts'
import { openSiteKeys, type SiteKeys } from './keys/site-keys.ts'
import { definitions as definitionKind } from './store/definition.ts'
import { issuances as issuanceKind } from './store/issuance.ts'

/** The issuer of SD-JWT VC over OpenID4VC. Start it after the agent that claims the storage. */
export function createOpenid4vcAgent(options: AgentOptions, storage: AgentStorage, events: Events): Openid4vcAgent {
  const { publicUrl } = options
  const encryption = new Encryption(options.storeKey)
  const stores = { rows: storage.records, encryption, events }
  const definitions = new Records(stores, definitionKind)
  const issuances = new Records(stores, issuanceKind)
  const now = () => storage.now()
  let keys: SiteKeys | undefined
  const siteKeys = () => {
    if (!keys) throw new AgentError('unavailable', 'The issuer is still starting.')
    return keys
  }
  const nonces = new Nonces(encryption, now)
  const signer = () => siteKeys().documents
  const issuing = new Issuing({ publicUrl, issuances, definitions, nonces, signer, now })
  events.emitStatesOf(issuances, async (issuance: never) => ({
    type: 'credential',
    credential: issuing.snapshot(issuance),
  }))

  return {
    protocol: 'openid4vc',
    can: { connect: false, offerByInvitation: true, prove: false },
    issuer: publicUrl,

    async start() {
      keys = await openSiteKeys(storage, encryption, publicUrl)
      return { issuerChanged: false }
    },
    stop: async () => {},
    takeOver: async () => {},
    goOn: async () => {},

    createInvitation: noConnection,
    describeInvitation: async () => undefined,
    getConnection: async () => undefined,
    forgetConnection: async () => {},

    async registerCredentialDefinition({ key, name, version, attributeNames, revocable }) {
      await definitions.insert({ id: key, name, version, attributeNames, revocable })
      const type = credentialType(publicUrl, key)
      return { key, definitionId: type, typeId: type }
    },
    async forgetDefinition({ key }) {
      await definitions.delete(key)
    },

    offer: (async (offer: OfferOptions, channel: Channel) => {
      siteKeys()
      if ('connectionId' in channel) return noConnection()
      return issuing.offer(offer)
    }) as Agent['offer'],
    getCredential: (id) => issuing.find(id),
    deleteCredential: (id) => issuing.delete(id),
    revoke: notYet,
    ask: notYet,
    getProof: async () => undefined,
    deleteProof: notYet,

    queue: { length: 0, seconds: 0 },
    onQueuePositions: () => () => {},

    issuing,
    published: {
      async credentialType(id) {
        const found = await definitions.read(id)
        return found && typeMetadata(publicUrl, found.value)
      },
      rootCertificate: () => siteKeys().root,
    },
  }
}

const noConnection = async (): Promise<never> => {
  throw new AgentError('invalid', 'There are no connections in OpenID4VC.')
}

const notYet = async (): Promise<never> => {
  throw new AgentError('invalid', 'This can not be done with OpenID4VC.')
}
