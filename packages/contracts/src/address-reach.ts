/** Which phones can reach a server at this address: all, those in its network, or none but its own device. */
export type Reach = 'everywhere' | 'network' | 'device'

// The last are addresses of version 4 in the form of version 6.
const ownDevice = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:.+\])$/
const ownNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|.+\.local)$/

export function reachOf({ hostname }: { hostname: string }): Reach {
  if (ownDevice.test(hostname)) return 'device'
  return ownNetwork.test(hostname) ? 'network' : 'everywhere'
}

/** Why wallets on phones do not take what stands at this address; `http` where they would reach it. */
export type Obstacle = Exclude<Reach, 'everywhere'> | 'http'

export function obstacleOf(url: { hostname: string; protocol: string }): Obstacle | undefined {
  const reach = reachOf(url)
  if (reach !== 'everywhere') return reach
  return url.protocol === 'http:' ? 'http' : undefined
}
