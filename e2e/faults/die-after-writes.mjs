// @ts-check
// Loaded into the server before itself (node --import): gives it the counted database in place of the real one.
import { register } from 'node:module'

const hooks = `
const counted = ${JSON.stringify(new URL('counted-sqlite.mjs', import.meta.url).href)}
export const resolve = (specifier, context, next) =>
  specifier === '@photostructure/sqlite' && context.parentURL !== counted
    ? { url: counted, shortCircuit: true }
    : next(specifier, context)
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
