import * as z from 'zod/mini'

/** What others write for people; what is longer is cut. */
export const cutText = (longest: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => text.slice(0, longest)),
  )
