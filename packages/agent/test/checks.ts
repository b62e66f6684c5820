/** The verifiers' tables of checks, for tests that turn one off (record 112). Those of one SD-JWT are of `formats`. */
export { checks as anonCredsChecks } from '../src/didcomm/verification/checks.ts'
export { checks as openid4vpChecks } from '../src/openid4vc/verifying/checks.ts'
