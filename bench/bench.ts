import { parseArgs } from 'node:util'
import { measureBrokenLines } from './broken-lines.ts'
import { measureCapacity } from './capacity.ts'
import { measureCost } from './cost.ts'
import { measureGrowth } from './growth.ts'
import { compareWithPeer } from './peer.ts'
import { profileVisitor } from './profile.ts'
import { measureSteady } from './steady.ts'
import { measureWalletCryptography } from './wallet-cryptography.ts'
import { measureWebWallet } from './web-wallet.ts'

/** Which figures are wanted; docs/runs.md says what each is. */
const { values: wanted, positionals } = parseArgs({
  options: {
    capacity: { type: 'boolean' },
    growth: { type: 'boolean' },
    steady: { type: 'boolean' },
    peer: { type: 'boolean' },
    profile: { type: 'boolean' },
    /** The profile, or the capacity, is of visitors by OpenID4VC. */
    openid4vc: { type: 'boolean' },
    'wallet-cryptography': { type: 'boolean' },
    'web-wallet': { type: 'boolean' },
    'broken-lines': { type: 'boolean' },
  },
  allowPositionals: true,
})
const protocol = wanted.openid4vc ? 'openid4vc' : undefined
const [visitors, rounds] = positionals.map(Number)

if (wanted.peer) await compareWithPeer(visitors, rounds)
else if (wanted.capacity) await measureCapacity(visitors, protocol)
else if (wanted.steady) await measureSteady(visitors, rounds)
else if (wanted.growth) await measureGrowth(visitors)
else if (wanted.profile) await profileVisitor(visitors, protocol)
else if (wanted['wallet-cryptography']) await measureWalletCryptography(rounds)
else if (wanted['web-wallet']) await measureWebWallet(visitors)
else if (wanted['broken-lines']) await measureBrokenLines(visitors)
else await measureCost(visitors, rounds)
// The native library leaves something behind that keeps the process alive.
process.exit()
