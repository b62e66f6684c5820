/** The verifiers' tables of checks, for tests that turn one off (record 112). Those of one SD-JWT are of `formats`. */
export { checks as anonCredsChecks } from '../src/didcomm/verification/anoncreds-checks.ts'
export { checks as openid4vpChecks } from '../src/openid4vc/verifying/openid4vp-checks.ts'
