import {
  DidCommV1Service,
  type DidDocumentService,
  DidKey,
  didKeyToVerkey,
  IndyAgentService,
  verkeyToDidKey,
} from '@credo-ts/core'

interface Keys {
  recipientKeys: string[]
  routingKeys?: string[]
}

const verkey = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/

/** A `did:key` with its fragment, as `did-communication` services name the keys of mediators. */
function keyUrl(key: string): string {
  if (!key.startsWith('did:key:') && !verkey.test(key)) return key
  const { did, publicJwk } = DidKey.fromDid(verkeyToDidKey(key))
  return `${did}#${publicJwk.fingerprint}`
}

/** Writes keys in base58, as Credo expects them in `~service` and in `IndyAgent` services. */
export function writeAsVerkeys(keys: Keys): void {
  keys.recipientKeys = keys.recipientKeys.map(didKeyToVerkey)
  keys.routingKeys = keys.routingKeys?.map(didKeyToVerkey)
}

/**
 * Wallets write keys in base58, or as `did:key` with or without fragment (RFC 0360); Credo reads one form per service.
 */
export function normalizeKeys(services: DidDocumentService[]): void {
  for (const service of services) {
    if (service.type === IndyAgentService.type) writeAsVerkeys(service as IndyAgentService)
    if (service.type !== DidCommV1Service.type) continue
    const current = service as DidCommV1Service
    current.routingKeys = current.routingKeys?.map(keyUrl)
  }
}
