import type { AnonCreds, PresentationTask, PresentedCredential } from '@lastmile/holder'
import stranger from '../forger/stranger.json' with { type: 'json' }
import { withoutCard } from '../forger/without-card.ts'
import type { Json } from '../lab-wallet.ts'
import type { Cheat, Presented, Props } from './cheat.ts'

/** The parts of a presentation (AnonCreds 1.0, "Presentation") that cheats lay hands on. */
interface Presentation {
  proof: { proofs: SubProof[]; aggregated_proof: { c_hash: string; c_list: number[][] }; more?: number[] }
  requested_proof: {
    revealed_attrs: Record<string, { raw: string; sub_proof_index: number }>
    self_attested_attrs: Record<string, string>
    predicates: Record<string, { sub_proof_index: number }>
  }
  identifiers: Json[]
}
interface SubProof {
  primary_proof: {
    eq_proof: { m: Record<string, string> }
    ge_proofs: { predicate: { value: number } }[]
  }
}
interface ProofRequest {
  requested_attributes: Record<string, Requested>
  requested_predicates: Record<string, Requested & { p_value: number }>
}
interface Requested {
  name: string
  non_revoked?: object
}

interface Work {
  /** As the engine would give it itself, for the question as the lab altered it. */
  task: PresentationTask
  /** As the verifier put it. */
  asked: Json
  props: Props
  honest: AnonCreds['createPresentation']
}

function cheat(of: Partial<Cheat>, work: (given: Work) => Json): Cheat {
  return {
    protocol: 'didcomm',
    question: 'met',
    ...of,
    forgery: (props, asked) => ({ anoncreds: (task, honest) => work({ task, asked, props, honest }) }),
  }
}

/** Attempts with AnonCreds. Proofs are made by the wallet's engine, for tasks that it would never give itself. */
export const anonCredsCheats = {
  /** Another name than was signed. */
  changedValue: cheat({ check: 'shown-values' }, ({ task, honest }) =>
    changed<Presentation>(honest(task), ({ requested_proof }) => {
      for (const shown of Object.values(requested_proof.revealed_attrs)) shown.raw = 'Windsor'
    }),
  ),
  /** A proof of the age that one has, with another age written on it. */
  falseCondition: cheat({ check: 'proof', question: 'unmet' }, ({ task, asked, honest }) =>
    changed<Presentation>(honest(task), ({ proof }) => {
      const [bound] = Object.values(predicatesOf(asked))
      for (const { primary_proof } of proof.proofs)
        for (const { predicate } of primary_proof.ge_proofs) predicate.value = bound?.p_value ?? 0
    }),
  ),
  /** An honest answer that takes more room than any honest one. */
  tooMuch: cheat({ check: 'form' }, ({ task, honest }) =>
    changed<Presentation>(honest(task), ({ proof }) => {
      proof.more = Array<number>(moreThanHonest).fill(0)
    }),
  ),
  /** A proof that one has the name, and not which. */
  unrevealed: cheat({ check: 'request' }, ({ task, honest }) =>
    honest({
      ...task,
      credentials: task.credentials.map((each) => ({ ...each, revealed: [], unrevealed: each.revealed })),
    }),
  ),
  /** The name as one's own word, as questions without restrictions allow. */
  selfAttested: cheat({ check: 'request', next: ['proof'] }, ({ task, honest }) =>
    changed<Presentation>(honest(task), ({ requested_proof }) => {
      for (const referent of Object.keys(requested_proof.revealed_attrs)) {
        delete requested_proof.revealed_attrs[referent]
        requested_proof.self_attested_attrs[referent] = 'Windsor'
      }
    }),
  ),
  /** A proof computed from the issuer's public key alone. */
  noCard: {
    protocol: 'didcomm',
    check: 'numbers',
    question: 'nameEvenRevoked',
    needs: 'own',
    async forgery({ own }, asked) {
      const made = await withoutCard(asked, taskOf(own), 'Windsor')
      return { anoncreds: () => made }
    },
  },
  /** A registry of one's own, in which one is never revoked. */
  ownRegistry: cheat({ check: 'published', next: ['proof'] }, ({ task, honest }) =>
    changed<Presentation>(honest(task), ({ identifiers }) => {
      for (const identifier of identifiers) identifier.rev_reg_id = stranger.credential.rev_reg_id
    }),
  ),
  /** A friend's wallet answers the question honestly, for the one who was asked. */
  friendsPhone: cheat({ question: 'unmet', byFriend: true }, ({ task, asked, honest }) =>
    honest({ ...task, request: asked }),
  ),
  /** A sound proof of less than was asked. */
  lowerBound: cheat({ check: 'conditions', question: 'unmet' }, ({ task, honest }) => honest(task)),
  /** A sound proof about another number of the card, which is small enough. */
  otherAttribute: cheat({ check: 'conditions', question: 'unmet' }, ({ task, asked, honest }) => {
    const request = changed<ProofRequest>(asked, ({ requested_predicates }) => {
      for (const predicate of Object.values(requested_predicates)) predicate.name = 'document_number'
    })
    return honest({ ...task, request })
  }),
  /** A friend's card with one's own link secret in the proof. */
  friendsCard: cheat({ check: 'proof', question: 'unmet', needs: 'friends' }, ({ task, asked, props, honest }) => {
    const theirs = taskOf(props.friends)
    // Of their holder: an engine takes no card that is not its link secret's.
    const proof = honest(presenting(asked, [{ ...everything(asked), of: theirs }]))
    return changed<Presentation>(proof, ({ proof: { proofs, aggregated_proof } }) => {
      const difference = BigInt(task.linkSecret) - BigInt(theirs.linkSecret)
      for (const { primary_proof } of proofs) {
        const { m } = primary_proof.eq_proof
        m.master_secret = String(BigInt(m.master_secret ?? 0) + BigInt(aggregated_proof.c_hash) * difference)
      }
    })
  }),
  /** One's own name and a friend's age: two proofs, each of its holder, put together as if they were one. */
  twoHolders: cheat({ check: 'proof', question: 'twoKinds', needs: 'friends' }, ({ task, asked, props, honest }) => {
    const { revealed, predicates } = everything(asked)
    const credentials = task.credentials.filter((each) => each.revealed.length > 0)
    const name = { revealed, predicates: [], of: { ...task, credentials } }
    const mine = honest(presenting(only(asked, revealed), [name]))
    const theirs = honest(
      presenting(only(asked, predicates), [{ revealed: [], predicates, of: taskOf(props.friends) }]),
    )
    return changed<Presentation>(mine, (both) => {
      const other = theirs as unknown as Presentation
      both.proof.proofs.push(...other.proof.proofs)
      both.proof.aggregated_proof.c_list.push(...other.proof.aggregated_proof.c_list)
      both.identifiers.push(...other.identifiers)
      for (const referent of predicates) both.requested_proof.predicates[referent] = { sub_proof_index: 1 }
    })
  }),
  /** A revoked card, proved with the status list of before. */
  revokedCard: cheat({ check: 'newest-list', needs: 'revoked' }, ({ asked, props, honest }) =>
    honest(presenting(asked, [{ ...everything(asked), of: taskOf(props.revoked) }])),
  ),
  /** Not a word of revocation. */
  silence: cheat({ check: 'non-revocation', next: ['proof'] }, ({ task, asked, honest }) => {
    const request = changed<ProofRequest>(asked, ({ requested_attributes, requested_predicates }) => {
      for (const each of Object.values({ ...requested_attributes, ...requested_predicates })) delete each.non_revoked
    })
    return honest(presenting(request, [{ ...everything(asked), of: task }]))
  }),
  /** An answer to an earlier question. */
  replay: cheat({ check: 'proof', needs: 'earlier' }, ({ props }) => props.earlier as Json),
  /** A card that one has signed oneself, under the issuer's name. */
  ownIssuer: cheat({ check: 'proof', question: 'evenRevoked' }, ({ task, asked, honest }) => {
    const made = honest(presenting(asked, [{ ...everything(asked), of: ownCard }]))
    const { schema_id, cred_def_id } = credentialOf(task).credential
    return changed<Presentation>(made, ({ identifiers }) => {
      for (const identifier of identifiers) Object.assign(identifier, { schema_id, cred_def_id })
    })
  }),
  /** Another card of one's own, which has a name on it, too. */
  otherKind: cheat({ check: 'kind', next: ['proof'], question: 'name', needs: 'other' }, ({ asked, props, honest }) =>
    honest(presenting(asked, [{ ...everything(asked), of: taskOf(props.other) }])),
  ),
  /** The name on one card of one's own, the age on another. */
  twoCards: cheat({ check: 'one-credential', question: 'unmet', needs: 'second' }, ({ task, asked, props, honest }) => {
    const { revealed, predicates } = everything(asked)
    const ages = { revealed: [], predicates, of: taskOf(props.second) }
    return honest(presenting(asked, [{ revealed, predicates: [], of: task }, ages]))
  }),
} satisfies Record<string, Cheat>

/** Values: the verifier allows 4,000 for each part of a question, and this one has two. */
const moreThanHonest = 8_000

/** A card of an issuer's that is no issuer here, and the link secret that it was made for. */
const ownCard: PresentationTask = {
  request: {},
  linkSecret: stranger.linkSecret,
  schemas: { [stranger.credential.schema_id]: stranger.schema },
  definitions: { [stranger.credential.cred_def_id]: stranger.definition },
  credentials: [{ credential: stranger.credential, revealed: [], unrevealed: [], predicates: [] }],
}

interface Part {
  revealed: string[]
  predicates: string[]
  /** The task that its credential was prepared for. */
  of: PresentationTask
}

/** A task for the question as it is asked, with credentials that were prepared for others. */
function presenting(request: Json, parts: readonly Part[]): PresentationTask {
  return {
    request,
    linkSecret: parts[0]?.of.linkSecret ?? '',
    schemas: Object.assign({}, ...parts.map(({ of }) => of.schemas)),
    definitions: Object.assign({}, ...parts.map(({ of }) => of.definitions)),
    credentials: parts.map(({ of, revealed, predicates }) => ({ ...credentialOf(of), revealed, predicates })),
  }
}

function credentialOf({ credentials: [credential] }: PresentationTask): PresentedCredential {
  if (!credential) throw new Error('The task has no credential.')
  return credential
}

function taskOf({ anoncreds }: Presented): PresentationTask {
  if (!anoncreds) throw new Error('The card is of the other family.')
  return anoncreds
}

const predicatesOf = (request: Json) => (request as unknown as ProofRequest).requested_predicates

/** The referents of a question. */
const everything = (request: Json): Pick<Part, 'revealed' | 'predicates'> => ({
  revealed: Object.keys(request.requested_attributes as object),
  predicates: Object.keys(predicatesOf(request)),
})

/** A part of a question. */
const only = (request: Json, referents: readonly string[]): Json =>
  changed<ProofRequest>(request, (part) => {
    for (const asked of [part.requested_attributes, part.requested_predicates])
      for (const referent of Object.keys(asked)) if (!referents.includes(referent)) delete asked[referent]
  })

/** A copy with changes. */
function changed<Value>(json: Json, change: (value: Value) => void): Json {
  const copy = structuredClone(json)
  change(copy as Value)
  return copy
}
