import * as z from 'zod/mini'

/** A bound on texts of others for people; longer ones are cut. */
export const cutText = (longest: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => text.slice(0, longest)),
  )
