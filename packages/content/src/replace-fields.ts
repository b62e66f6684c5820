type Replace = (key: string, value: unknown, path: readonly PropertyKey[]) => string | undefined

/**
 * A copy of JSON of any form with some of its fields replaced.
 *
 * @param replace undefined leaves a field as it is
 */
export function replaceFields(content: unknown, replace: Replace, path: readonly PropertyKey[] = []): unknown {
  if (Array.isArray(content)) return content.map((item, index) => replaceFields(item, replace, [...path, index]))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => {
      const here = [...path, key]
      return [key, replace(key, value, here) ?? replaceFields(value, replace, here)]
    }),
  )
}
