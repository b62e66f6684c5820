/// <reference path="./class-transformer.d.ts" />
import { type AgentContext, type BaseRecord, Kms, Repository, type StorageService } from '@credo-ts/core'
import { DidCommConnectionService } from '@credo-ts/didcomm'
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js'
import { getMetadataStorage } from 'class-validator'
import { LRUCache } from 'lru-cache'

/**
 * What Credo and the libraries under it compute anew for each message, although it never changes, is remembered for the whole
 * process. Answers stay the same, and so do failures.
 */
export function spareRepeatedWork(): void {
  rememberConversions()
  rememberValidationRules()
  rememberTransformationRules()
  tellNobodyOfRecords()
  storeNoStateTwice()
}

/** The X25519 form of an Ed25519 key: a field inversion in plain JavaScript, up to three times for each message. */
function rememberConversions(): void {
  const key = Kms.Ed25519PublicJwk.prototype
  const convert = key.toX25519PublicJwk
  const forms = new LRUCache<string, ReturnType<typeof convert>>({ max: 10_000 })
  key.toX25519PublicJwk = function () {
    const form = forms.get(this.jwk.x) ?? convert.call(this)
    forms.set(this.jwk.x, form)
    return { ...form }
  }
}

/** Which rules an object of a class must meet: class-validator goes through all classes there are for each object. */
function rememberValidationRules(): void {
  rememberAnswers(getMetadataStorage() as object as Record<string, Question>, 'getTargetValidationMetadatas')
}

/** How the properties of a class become JSON and come back: class-transformer goes through its ancestors for each of them. */
function rememberTransformationRules(): void {
  const storage = defaultMetadataStorage as Record<string, Question>
  for (const name of [
    'findTransformMetadatas',
    'findExposeMetadata',
    'findExposeMetadataByCustomName',
    'findTypeMetadata',
    'getExposedProperties',
    'getExcludedProperties',
  ])
    rememberAnswers(storage, name)
}

/** Credo copies each record that it stored for listeners, of whom there are none here: states are told by the store. */
function tellNobodyOfRecords(): void {
  Object.assign(Repository.prototype, {
    async save(this: Stored, context: AgentContext, record: BaseRecord) {
      await this.getStorageService(context).save(context, record)
    },
    async update(this: Stored, context: AgentContext, record: BaseRecord) {
      await this.getStorageService(context).update(context, record)
    },
  })
}

/** Credo stores a wallet's handshake, and then the state once more that it was stored in. */
function storeNoStateTwice(): void {
  const connections = DidCommConnectionService.prototype
  const update = connections.updateState
  connections.updateState = async function (context, connection, state) {
    if (connection.state !== state) await update.call(this, context, connection, state)
  }
}

interface Stored {
  getStorageService(context: AgentContext): StorageService<BaseRecord>
}

type Question = (target: object | undefined, ...asked: unknown[]) => unknown

/** A class has fewer properties, and none has a longer name; what else a wallet's message may hold is not worth remembering. */
const mostProperties = 200
const longestName = 100

function rememberAnswers(storage: Record<string, Question>, name: string): void {
  const ask = storage[name]?.bind(storage)
  if (!ask) throw new Error(`The library has no ${name}`)
  const known = new WeakMap<object, Map<unknown, Map<unknown, unknown>>>()
  // Asked some thousand times for each visitor, so without a list or a text of what is asked: no question has more parts,
  // and Credo never asks with the last two.
  storage[name] = (target, property, kind, three, four) => {
    // What has no class has no rules.
    if (!target || three || four || String(property).length > longestName)
      return ask(target, property, kind, three, four)
    const ofClass = known.get(target) ?? new Map<unknown, Map<unknown, unknown>>()
    const ofProperty = ofClass.get(property) ?? new Map<unknown, unknown>()
    const remembered = ofProperty.get(kind)
    if (remembered !== undefined || ofProperty.has(kind)) return remembered
    const answer = ask(target, property, kind, three, four)
    if (ofClass.size < mostProperties) known.set(target, ofClass.set(property, ofProperty.set(kind, answer)))
    return answer
  }
}
