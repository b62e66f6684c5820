import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import { ForbiddenAddress, isPublicAddress } from './addresses.ts'

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

export interface NameSources {
  /** The resolver of all names that this machine does not know itself. */
  nameServers?: readonly string[]
  /** Names that this machine knows itself, in the form of `/etc/hosts`. */
  hostsFile?: string
}

/**
 * Name resolution for outgoing connections: this machine's own names first, then the network's name servers. Unless
 * private addresses are allowed it answers with public ones only, and fails with `ForbiddenAddress` otherwise. It runs
 * inside the connection that uses its answer, so a name cannot change its address between check and use (DNS
 * rebinding).
 *
 * The system's own resolution would hold one of the process's few threads for as long as a name server takes; wallets
 * choose their names, and files and the wallet's store need those threads.
 */
export function guardedLookup(allowPrivateAddresses: boolean, sources: NameSources = {}): LookupFunction {
  const resolve = async (hostname: string, family: number): Promise<LookupAddress[]> => {
    const all = await addressesOf(hostname.toLowerCase().replace(/\.$/, ''), sources)
    if (!allowPrivateAddresses && !all.every(({ address }) => isPublicAddress(address))) throw new ForbiddenAddress()
    const fitting = all.filter((each) => family === 0 || each.family === family)
    if (fitting.length === 0) throw Object.assign(new Error('The name has no address'), { code: 'ENOTFOUND' })
    return fitting
  }
  return (hostname, { all, family }, callback) => {
    resolve(hostname, family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0)).then(
      (found) => {
        if (all) callback(null, found)
        else callback(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error) => callback(error, []),
    )
  }
}

async function addressesOf(name: string, { nameServers, hostsFile = '/etc/hosts' }: NameSources) {
  if (isIP(name)) return [{ address: name, family: isIP(name) }]
  // Always this machine, whatever a resolver says (RFC 6761).
  if (name === 'localhost' || name.endsWith('.localhost')) return loopback
  const own = ownAddressesOf(name, await readFile(hostsFile, 'utf8').catch(() => ''))
  return own.length > 0 ? own : askNameServers(name, nameServers)
}

function ownAddressesOf(name: string, hosts: string): LookupAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [{ address, family: isIP(address) }] : []
  })
}

/** Rejects with the name servers' own error when they know neither kind of address. */
async function askNameServers(name: string, nameServers?: readonly string[]): Promise<LookupAddress[]> {
  // Made anew each time, because it reads but once which name servers there are: machines change networks.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (nameServers) resolver.setServers(nameServers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
}
