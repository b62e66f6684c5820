import { anonCredsCheats } from './anoncreds.ts'
import { sdJwtCheats } from './sd-jwt.ts'

export type { Cheat } from './cheat.ts'

/** Every attempt of the lab, by its name. */
export const cheats = { ...anonCredsCheats, ...sdJwtCheats }

export type CheatName = keyof typeof cheats
