/// <reference path="./class-transformer.d.ts" />
import { Kms } from '@credo-ts/core'
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
    'findTypeMetadata',
    'getExposedProperties',
    'getExcludedProperties',
  ])
    rememberAnswers(storage, name)
}

type Question = (target: object | undefined, ...asked: unknown[]) => unknown

/** A class has fewer properties; what else a wallet's message may hold is not worth remembering. */
const mostAnswers = 200

function rememberAnswers(storage: Record<string, Question>, name: string): void {
  const ask = storage[name]?.bind(storage)
  if (!ask) throw new Error(`The library has no ${name}`)
  const known = new WeakMap<object, Map<string, unknown>>()
  // Asked some thousand times for each visitor, so without a list of what is asked: no question has more parts.
  storage[name] = (target, one, two, three, four) => {
    // What has no class has no rules.
    if (!target) return ask(target, one, two, three, four)
    const ofClass = known.get(target) ?? new Map<string, unknown>()
    const question = `${one} ${two} ${three} ${four}`
    const remembered = ofClass.get(question)
    if (remembered !== undefined || ofClass.has(question)) return remembered
    const answer = ask(target, one, two, three, four)
    if (ofClass.size < mostAnswers) known.set(target, ofClass.set(question, answer))
    return answer
  }
}
