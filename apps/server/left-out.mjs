// @ts-check
// Stands in the bundle for packages that Credo imports and this server never uses (record 137). To import them is
// harmless; whatever is used of them throws and names itself.

/** Read by Credo while it is loaded, to extend it. */
const readWhileLoading = [
  '@digitalcredentials/jsonld-signatures: purposes.AssertionProofPurpose',
  '@digitalcredentials/jsonld-signatures: suites.LinkedDataProof',
  '@digitalcredentials/jsonld-signatures: suites.LinkedDataSignature',
]

/** @param {string} name of what was used */
function refuse(name) {
  const error = new Error(`${name} is not part of this build.`)
  // Libraries catch errors; this one has to be seen.
  console.error(error)
  throw error
}

/**
 * A class that can be extended, and nothing else.
 * @param {string} name
 * @returns {unknown}
 */
const leftOutExport = (name) =>
  new Proxy(class {}, {
    get(own, key) {
      if (key in own) return Reflect.get(own, key)
      const member = `${name}.${String(key)}`
      return readWhileLoading.includes(member) ? leftOutExport(member) : refuse(member)
    },
    apply: () => refuse(name),
    construct: () => refuse(name),
  })

/**
 * The exports of a package that is left out, by any name.
 * @param {string} name of the package
 */
export const leftOut = (name) =>
  Object.create(new Proxy({}, { get: (_, key) => leftOutExport(`${name}: ${String(key)}`) }))
