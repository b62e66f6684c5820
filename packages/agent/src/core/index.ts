export { reencrypt, storeKeyCheck } from './encryption/reencrypt.ts'
export { ByteQuota } from './limits/byte-quota.ts'
