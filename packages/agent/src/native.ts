/**
 * The native cryptography, imported before anything of Credo. `askar-shared` and `anoncreds-shared` fill their exports
 * only when a native wrapper registers itself, and an ES module that imports them keeps what it saw when it was
 * linked: imported later, every key operation of Credo fails. So this is the first import of every file that starts
 * Credo, and nothing else may be imported here.
 */
export { anoncreds } from '@hyperledger/anoncreds-nodejs'
export { askar } from '@openwallet-foundation/askar-nodejs'
