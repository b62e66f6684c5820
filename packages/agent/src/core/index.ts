export { reencrypt, storeKeyCheck } from './encryption/reencrypt.ts'
export { Events } from './events.ts'
export { ByteQuota } from './limits/byte-quota.ts'
