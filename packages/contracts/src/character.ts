import { z } from 'zod'
import { limits } from './constants.ts'
import { attributeName, credentialToIssue } from './credential.ts'
import { reservedDemoSegments } from './demo-segments.ts'
import { fieldRules } from './field-rules.ts'
import { predicateOperator } from './proof-request.ts'
import { defaultProtocol, protocols } from './protocols.ts'
import { kebabCase, keyLine, line } from './text-schema.ts'
import { uploadLimits } from './uploaded.ts'

const within = (most: number) => z.optional(z.int().min(-most).max(most))

/** A date relative to the day it is read, so that a demo never expires; becomes a YYYYMMDD integer as text. */
export const relativeDate = z.strictObject({
  $dateInt: z.strictObject({ years: within(200), months: within(2_400), days: within(73_000) }),
})
export type RelativeDate = z.infer<typeof relativeDate>

const text = z.string().min(1).max(2_000)
/** A file beside character.json; in API answers its address; in an uploaded character also the picture itself. */
const picture = z.string().min(1).max(uploadLimits.picture)

export const predicateRequirement = z.object({
  name: attributeName,
  value: z.union([z.int(), z.string().regex(/^-?\d{1,10}$/)]),
  type: predicateOperator,
})
export type PredicateRequirement = z.infer<typeof predicateRequirement>

/** A verifier's requirement of one credential (docs/product.md, section 3: credential requirement). */
export const credentialRequirement = z
  .object({
    name: line(limits.name),
    icon: picture.optional(),
    properties: z.array(attributeName).max(limits.namesPerReferent).optional(),
    /** One predicate or a list (docs/product.md, section 3). */
    predicates: z.union([predicateRequirement, z.array(predicateRequirement).max(limits.namesPerReferent)]).optional(),
    schema_id: z.string().max(limits.id).optional(),
    cred_def_id: z.string().max(limits.id).optional(),
    nonRevoked: z.boolean().optional(),
    /**
     * By OpenID4VC, where nothing else shows that two cards are of one person: attributes to show as well, by what they
     * say. Read in a row, they have to be the same on all cards of the request that say it.
     */
    alike: z.record(keyLine(limits.name), z.array(attributeName).min(1).max(limits.namesPerReferent)).optional(),
  })
  .refine(
    (requirement) => Boolean(requirement.properties?.length) || requirement.predicates !== undefined,
    fieldRules.asksNothing,
  )
export type CredentialRequirement = z.infer<typeof credentialRequirement>

export const requestOptions = z.object({
  /** Used as the proof's name. */
  title: line(limits.name),
  /** Used as the comment that the wallet shows. */
  text: line(limits.comment),
  requestedCredentials: z.array(credentialRequirement).min(1).max(limits.restrictionsPerReferent),
  /** No wallet can prove this, by design: seeing the refusal is what the step is for, and opens the way on. */
  expectRefusal: z.boolean().optional(),
})
export type RequestOptions = z.infer<typeof requestOptions>

const attributeNames = z.array(attributeName).max(limits.namesPerReferent).optional()
/**
 * Statements of a text about attributes, by the credential's name: shown to the verifier of its screen, proved to it
 * unseen, or kept from it. Compared with what that verifier is sent (record 125).
 */
const says = z.record(
  line(limits.name),
  z.strictObject({ shown: attributeNames, proved: attributeNames, kept: attributeNames }),
)
export type Says = z.infer<typeof says>

/** Words of a screen that is met by OpenID4VC, in place of those that are only true by DIDComm. */
const ownWords = z.object({ title: line(200).optional(), text })

const screenId = z.string().regex(/^[A-Z][A-Z0-9_]*$/, fieldRules.screenId)

export const onboardingScreen = z.object({
  screenId,
  title: line(200),
  text,
  image: picture.optional(),
  issuer_name: line(limits.label).optional(),
  credentials: z.array(credentialToIssue).max(10).optional(),
  openid4vc: ownWords.optional(),
})
export type OnboardingScreen = z.infer<typeof onboardingScreen>

export const verifier = z.object({ name: line(limits.label), icon: picture.optional() })
export type Verifier = z.infer<typeof verifier>

export const useCaseScreen = z.object({
  screenId,
  title: line(200),
  text,
  image: picture.optional(),
  verifier: verifier.optional(),
  issuer_name: line(limits.label).optional(),
  credentials: z.array(credentialToIssue).max(10).optional(),
  requestOptions: requestOptions.optional(),
  says: says.optional(),
  /** `request` is the request's text. */
  openid4vc: ownWords.extend({ request: line(limits.comment).optional(), says: says.optional() }).optional(),
})
export type UseCaseScreen = z.infer<typeof useCaseScreen>

/** A thing on a verifier's page, such as a price or a door, with the drawing of it. */
const sceneState = z.object({ value: line(60), text: line(200), image: picture.optional() })

/** A verifier's page: its own lines, and a thing that the answer changes. Without a state the thing stays as it was. */
export const scene = z.object({
  /** Its name, as the screens have it. */
  verifier: line(limits.label),
  title: line(80),
  rows: z
    .array(z.object({ name: line(60), value: line(60) }))
    .max(6)
    .default([]),
  /** Names the thing. */
  subject: line(60),
  asked: sceneState,
  accepted: sceneState.optional(),
  refused: sceneState.optional(),
})
export type Scene = z.infer<typeof scene>

export const useCase = z.object({
  /** The slug in /uc/{slug}. */
  id: kebabCase,
  name: line(limits.name),
  hidden: z.boolean().default(false),
  screens: z.array(useCaseScreen).min(1).max(40),
  scenes: z.array(scene).max(6).optional(),
})
export type UseCase = z.infer<typeof useCase>

export const progressBarItem = z.object({
  name: line(limits.name),
  onboardingStep: screenId,
  iconLight: picture,
  iconDark: picture,
})
export type ProgressBarItem = z.infer<typeof progressBarItem>

export const revocationInfo = z.object({
  credentialName: line(limits.name),
  title: line(200),
  description: text,
  credentialIcon: picture.optional(),
})
export type RevocationInfo = z.infer<typeof revocationInfo>

export const character = z.object({
  /** The slug: kebab-case of `type`. */
  id: kebabCase.refine((slug) => !reservedDemoSegments.includes(slug), fieldRules.reservedWord),
  name: line(limits.name),
  type: line(limits.name),
  image: picture,
  hidden: z.boolean().default(false),
  description: text,
  onboarding: z.array(onboardingScreen).min(1).max(40),
  progressBar: z.array(progressBarItem).max(20),
  useCases: z.array(useCase).max(40),
  revocationInfo: z.array(revocationInfo).max(20).default([]),
})
export type Character = z.infer<typeof character>

export const wallet = z.object({
  id: kebabCase,
  name: line(limits.name),
  icon: picture,
  organization: line(limits.name),
  recommended: z.boolean().default(false),
  /** Families of wallets that it belongs to. */
  protocols: z.array(z.enum(protocols)).min(1).default([defaultProtocol]),
  /** Its chances with this site, in a plain sentence for visitors. */
  outlook: line(80).optional(),
  /** Trials of it, and whose they were: shown when a visitor unfolds the outlook. */
  tried: line(200).optional(),
  url: z.url().max(500),
  /** Store pages; absent where the wallet has none. */
  apple: z.url().max(500).optional(),
  android: z.url().max(500).optional(),
  /** Of its links by DIDComm; absent where it does not speak it. */
  deepLinkScheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*$/, fieldRules.scheme)
    .optional(),
})
export type Wallet = z.infer<typeof wallet>
