import { z } from 'zod'
import { credentialRefusals, refusalReasons } from './constants.ts'
import { connectionStates, credentialStates, proofStates } from './lifecycles.ts'

/** The agent maps the protocols' own states to these. */

export const connectionState = z.enum(connectionStates)
export type ConnectionState = z.infer<typeof connectionState>

export const credentialState = z.enum(credentialStates)
export type CredentialState = z.infer<typeof credentialState>

export const proofState = z.enum(proofStates)
export type ProofState = z.infer<typeof proofState>

export const refusalReason = z.enum(refusalReasons)
export type RefusalReason = z.infer<typeof refusalReason>

export const credentialRefusal = z.enum(credentialRefusals)
export type CredentialRefusal = z.infer<typeof credentialRefusal>
