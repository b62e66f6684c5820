import type { SettingName } from '@lastmile/lab/comparison'

/**
 * The last run of `npm run long -- linkability`, as docs/quality.md has it: the area under the curve of the linker, 0.5
 * for one that guesses and 1 for one that is never wrong.
 */
export const measured = {
  pairs: 1_000,
  day: new Date('2026-11-28'),
  areas: {
    predicate: { alone: 0.501, withIssuer: 0.501 },
    number: { alone: 1, withIssuer: 1 },
    twice: { alone: 1, withIssuer: 1 },
    batch: { alone: 0.501, withIssuer: 1 },
  } satisfies Record<SettingName, { alone: number; withIssuer: number }>,
}
