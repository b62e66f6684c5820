// @ts-check
// `npm run build`: everything up to a server that could start.
import { prepare } from './prepare.mjs'
import { main } from './progress.mjs'

await main(prepare)
