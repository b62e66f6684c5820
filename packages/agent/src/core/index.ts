export { sealAnew, storeKeyCheck } from './encryption/seal-anew.ts'
