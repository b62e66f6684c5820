// @ts-check
// Starts the wallets' process. What it needs of libraries is loaded before tsx, which takes longer than Node over their
// many files.
import '@hyperledger/anoncreds-nodejs'
import '@openwallet-foundation/askar-nodejs'
import '@credo-ts/anoncreds'
import '@credo-ts/askar'
import '@credo-ts/didcomm'
import '@credo-ts/webvh'
import { register } from 'tsx/esm/api'

register()
await import('./wallet-process.ts')
