/**
 * The native wrappers, which must be the first import of the process: their CommonJS halves fill their exports only
 * when the wrapper registers itself, and an ES module linked before that keeps the empty snapshot.
 */
export { anoncreds } from '@hyperledger/anoncreds-nodejs'
export { askar } from '@openwallet-foundation/askar-nodejs'
