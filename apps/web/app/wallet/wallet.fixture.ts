import type { HeldCredential, Missing, ProofRequest, RequestItem, Snapshot } from '@lastmile/holder'
import { knowWords } from './known-words.ts'

// The pages do so with the names in their content.
knowWords([
  'Unity College',
  'ShopEasy',
  'Riverbank Library',
  'Student Card',
  'Library Card',
  'Student price',
  'Expiry date',
  'Issue date',
  '18 or older',
  'Given names',
  'Family name',
  'Place › zone',
  'Medicines level',
])

const site = { label: 'Unity College', host: location.host, did: 'did:webvh:QmA:site.example' }

/** A new wallet. */
export const nothing: Snapshot = {
  connections: [],
  offers: [],
  requests: [],
  credentials: [],
  history: [],
  unreadable: 0,
  waiting: 0,
  network: 'online',
  unreachable: [],
}

export const card: HeldCredential = {
  id: 'card',
  format: 'anoncreds',
  kind: { name: 'Student Card', definitionId: 'd', issuer: site.did },
  from: site,
  receivedAt: Date.UTC(2026, 10, 20),
  attributes: [
    { name: 'given_names', value: 'Amina' },
    { name: 'family_name', value: 'Bello' },
    { name: 'expiry_date', value: '20281123' },
  ],
  revocable: true,
}

export const shown: RequestItem = {
  referent: 'names',
  requirement: 0,
  names: ['Given_Names'],
  unrevoked: false,
  fitting: [card.id],
  confirms: [],
  mayBeSaid: false,
}

export const proved: RequestItem = {
  referent: 'valid',
  requirement: 0,
  names: ['expiry_date'],
  condition: { operator: '>=', bound: 20261123 },
  unrevoked: true,
  fitting: [card.id],
  confirms: [],
  mayBeSaid: false,
}

export const requestFor = (...items: RequestItem[]): ProofRequest => ({
  id: 'request',
  from: { ...site, label: 'ShopEasy' },
  state: 'asked',
  receivedAt: Date.UTC(2026, 10, 21),
  name: 'Student price',
  items,
  possible: items.every(({ fitting, mayBeSaid }) => fitting.length > 0 || mayBeSaid),
})

export const missingItem = (missing: Missing): RequestItem => ({ ...proved, fitting: [], missing })
