import { readdirSync } from 'node:fs'
import { type ApiAnswer, apiRoutes, confirmedPersonSlug, type Protocol } from '@lastmile/contracts'
import { expect } from 'vitest'
import { windows } from '../in-view.ts'
import { journey, repeats } from '../journey.ts'
import { Onlooker } from '../onlooker.ts'

const shipped = new URL('../../packages/content/characters/', import.meta.url)

/** Milliseconds for some fifty looks on a busy machine. */
const manyLooks = 240_000

/** Both occur. By OpenID4VC texts are longest, where figures and dates are shown themselves. */
const by: Record<string, Protocol> = { [confirmedPersonSlug]: 'openid4vc', 'small-business-owner': 'openid4vc' }

// All windows, both families, the wallet open and closed: `npm run long -- in-view`.
for (const slug of readdirSync(shipped)) {
  const protocol = by[slug] ?? 'didcomm'
  const what = `what ${slug} has to see by ${protocol} is in view in the smallest window, in every use case`
  journey(what, { ...repeats, timeout: manyLooks }, async ({ visit, server }) => {
    const answer = await fetch(server.origin + apiRoutes.getCharacter.path.replace(':id', slug))
    const person = new Onlooker(visit.page, windows.slice(0, 1))
    await person.playsAll((await answer.json()) as ApiAnswer<'getCharacter'>, protocol)
    expect(person.faults).toEqual([])
  })
}
