import { z } from 'zod'
import {
  analyticsLimits,
  defaultTagSource,
  deviceTypes,
  eventCategories,
  eventTypes,
  scrollDepthSteps,
  tagKeys,
  tagSources,
  trackedFields,
  trackedForms,
  trackedLanguage,
  trackedPath,
  trackedReferrer,
  trackedTarget,
  trackedWord,
  userTypes,
} from './analytics.ts'
import { identifier, kebabCase } from './text-schema.ts'

/** Behaviour tracking on the wire (docs/product.md, sections 3 and 7). Names are as specified. */

const word = z.string().regex(trackedWord, 'must be an identifier')
/** Milliseconds since 1970. */
const time = z.int().min(0).max(8.64e15)
const count = z.int().min(0).max(100)
const longAddress = z.string().max(2_000)

/** All that an event can say besides its type; no other name and no free text is taken. */
export const eventProperties = z.strictObject({
  /** The character's slug; `uploaded` for a visitor's own. */
  character: kebabCase.optional(),
  /** The screen's id, as in the character's content. */
  screen: z
    .string()
    .max(64)
    .regex(/^[A-Z][A-Z0-9_]*$/, 'must be a screen id')
    .optional(),
  /** Position of the screen among those of the journey, from 1. */
  step: count.optional(),
  useCase: kebabCase.optional(),
  wallet: kebabCase.optional(),
  form: z.enum(trackedForms).optional(),
  field: z.enum(trackedFields).optional(),
  /** How many fields of the form are filled. */
  filled: count.optional(),
  depth: z.literal(scrollDepthSteps).optional(),
  /** How many credentials it is about. */
  credentials: count.optional(),
  /** Why something failed: the code of an error, or of a refusal. */
  reason: word.optional(),
  attempt: count.optional(),
  target: z.string().max(analyticsLimits.target).regex(trackedTarget, 'must be a path or a host').optional(),
})
export type EventProperties = z.infer<typeof eventProperties>

export const trackedEvent = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  timestamp: time,
  type: z.enum(eventTypes),
  category: z.enum(eventCategories),
  /** The person's action: `next`, `back`, `leave`, `start`. */
  action: word.optional(),
  /** On what: an identifier of the link or button. */
  label: word.optional(),
  /** A measure: seconds, currency units or a count, as the type says. */
  value: z.number().min(0).max(analyticsLimits.value).optional(),
  properties: eventProperties.default({}),
  page: z.object({
    url: longAddress.transform(trackedPath),
    title: z.string().max(analyticsLimits.title).default(''),
    referrer: longAddress.transform((referrer) => trackedReferrer(referrer)).default(''),
  }),
  user: z.object({
    type: z.enum(userTypes).default('anonymous'),
    isAuthenticated: z.literal(false).default(false),
    connectionId: identifier.nullable().default(null),
  }),
  device: z.object({
    type: z.enum(deviceTypes),
    userAgent: z.string().max(analyticsLimits.userAgent).default(''),
    screenResolution: z
      .string()
      .regex(/^(\d{1,5}x\d{1,5})?$/, 'must look like 360x800')
      .default(''),
    language: z.string().regex(trackedLanguage, 'must be a language tag').default(''),
  }),
  context: z.object({ source: word.optional(), campaign: word.optional(), medium: word.optional() }).default({}),
})
export type TrackedEvent = z.infer<typeof trackedEvent>

export const trackedTag = z.object({
  key: z.enum(tagKeys),
  value: word,
  source: z.enum(tagSources).default(defaultTagSource),
  timestamp: time,
})
export type TrackedTag = z.infer<typeof trackedTag>

export const analyticsBatch = z.object({
  events: z.array(trackedEvent).min(1).max(analyticsLimits.sessionEvents),
  /** Tags of the newest event's session. */
  tags: z.array(trackedTag).max(analyticsLimits.tags).default([]),
})
export type AnalyticsBatch = z.infer<typeof analyticsBatch>

export const analyticsAnswer = z.object({
  success: z.literal(true),
  /**
   * How many of these events the server keeps, repeated ones included. 0 when the browser sends Global Privacy Control,
   * or the network's share is used up.
   */
  accepted: z.int(),
})
