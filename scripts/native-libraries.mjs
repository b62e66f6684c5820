// @ts-check
// The two prebuilt libraries that do the cryptography: where they come from, and the only bytes we accept.
//
// Their projects publish one build twice, as a release download and inside a Python wheel, so one checksum serves both.

/** @typedef {'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64'} Platform */

/** Platform tags of the wheels. */
export const wheelPlatforms = /** @type {Record<string, string>} */ ({
  'linux-x64': 'manylinux2014_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'darwin-x64': 'macosx_10_9_universal2',
  'darwin-arm64': 'macosx_10_9_universal2',
})

const anoncredsMac = '4b09202c51e9e05c36fb9ed3ac5432dda872db59731a8e1ae48133d3113a3ced'
const askarMac = '7ba4ede001c7af2aac7248365c053fffa39e3aaa0d0de5c31ebe14920451cf15'

/**
 * @typedef {object} NativeLibrary
 * @property {string} name file name without prefix and extension
 * @property {string} wrapper npm package that loads it from its folder `native`
 * @property {string} pathVariable environment variable naming a folder that holds it, if the operator brings their own
 * @property {string} wheel Python package of the same build
 * @property {string} wheelFolder folder inside the wheel
 * @property {Record<string, string>} sha256 checksum of the library by platform
 */

/** @type {NativeLibrary[]} */
export const nativeLibraries = [
  {
    name: 'anoncreds',
    wrapper: '@hyperledger/anoncreds-nodejs',
    pathVariable: 'LIB_ANONCREDS_PATH',
    wheel: 'anoncreds==0.2.3',
    wheelFolder: 'anoncreds',
    sha256: {
      'linux-x64': '2bac97956e80a33bead082c2001893384142c215fe0b612f84dbb19bdc888806',
      'linux-arm64': '5c2e742e54d513ea092109a99b63c674fdd7edcf2b69df5a0b37cd68039398',
      'darwin-x64': anoncredsMac,
      'darwin-arm64': anoncredsMac,
    },
  },
  {
    name: 'aries_askar',
    wrapper: '@openwallet-foundation/askar-nodejs',
    pathVariable: 'LIB_ASKAR_PATH',
    wheel: 'aries-askar==0.4.6',
    wheelFolder: 'aries_askar',
    sha256: {
      'linux-x64': 'ad016f4d40c953e683e5d84799304b3b79b61104a21c918dbd3b409a4b4c1c96',
      'linux-arm64': '12e666e7bb54970c7c08e11ea3e9db7951071964f3c8f8cc182a3c1c6b3c9b24',
      'darwin-x64': askarMac,
      'darwin-arm64': askarMac,
    },
  },
]
