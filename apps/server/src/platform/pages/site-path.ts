/** Normalises a path: `/about//` is `/about`. Without a pattern, which takes seconds for an address of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}
