import { credentialRefusals } from '@lastmile/contracts/constants'
import { connectionStates, credentialStates } from '@lastmile/contracts/lifecycles'

/** Structural checks for stored browser state, which no schema of the contract describes. */
export type Check = (value: unknown) => boolean

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const text: Check = (value) => typeof value === 'string'
export const flag: Check = (value) => typeof value === 'boolean'
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
/** Of a value whose type is named, every field has its check. */
export const shape =
  <Value = Record<string, unknown>>(fields: Record<keyof Value, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries<Check>(fields).every(([name, check]) => check(value[name]))
export const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    typeof value === 'string' && allowed.includes(value)

export const connectionState = oneOf(...connectionStates)
export const credentialRefusal = oneOf(...credentialRefusals)
export const credentialState = oneOf(...credentialStates)
