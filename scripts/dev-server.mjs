// @ts-check
// A server of `npm run dev` that waits for our sources. Packages take most of a start, so they are loaded before.
import { once } from 'node:events'

const [, , packages = '', sources = ''] = process.argv
const started = once(process, 'message')
const giveUp = () => process.exit()
process.once('disconnect', giveUp)
await import(packages)
await started
process.off('disconnect', giveUp)
process.disconnect()
await import(sources)
