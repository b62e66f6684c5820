import { apiRoutes } from './api-routes.ts'
import { confirmedPersonPath, socketPath } from './constants.ts'

const segmentsBelowDemo = (paths: string[]) => [
  ...new Set(paths.flatMap((path) => /^\/demo\/([^/]+)/.exec(path)?.[1] ?? [])),
]

/** First path segments below /demo that the server answers. */
export const apiSegments: readonly string[] = segmentsBelowDemo([
  ...Object.values(apiRoutes).map(({ path }) => path),
  socketPath,
])

/** Those that no character's slug may be (docs/product.md, section 7). */
export const reservedDemoSegments = [...apiSegments, ...segmentsBelowDemo([confirmedPersonPath])]
