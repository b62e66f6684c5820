export { sealAnew, storeKeyCheck } from './encryption/seal-anew.ts'
export { ByteQuota } from './limits/byte-quota.ts'
