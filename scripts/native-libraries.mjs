// @ts-check
// The prebuilt libraries that do the cryptography: where they come from, and the only bytes we accept.
//
// Their projects publish one build twice, as a release download and inside a Python wheel; we take the wheel's.

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
 * @property {string} pathVariable environment variable naming a folder that holds it, if the operator brings their own
 * @property {string} project Python package of the same build, as its wheels are called
 * @property {string} version of that package
 * @property {Record<string, string>} sha256 checksum of the library by platform
 */

/** The library that the product signs and verifies with.
 * @type {NativeLibrary} */
export const anoncreds = {
  name: 'anoncreds',
  pathVariable: 'LIB_ANONCREDS_PATH',
  project: 'anoncreds',
  version: '0.2.3',
  sha256: {
    'linux-x64': '2bac97956e80a33bead082c2001893384142c215fe0b612f84dbb19bdc888806',
    'linux-arm64': '5c2e742e54d513ebea092109a99b63c674fdd7edcf2b69df5a0b37cd68039398',
    'darwin-x64': anoncredsMac,
    'darwin-arm64': anoncredsMac,
  },
}

/** The library that keeps the credentials of the wallet of tests.
 * @type {NativeLibrary} */
export const askar = {
  name: 'aries_askar',
  pathVariable: 'LIB_ASKAR_PATH',
  project: 'aries_askar',
  version: '0.4.6',
  sha256: {
    'linux-x64': 'ad016f4d40c953e683e5d84799304b3b79b61104a21c918dbd3b409a4b4c1c96',
    'linux-arm64': '12e666e7bb54970c7c08e11ea3e9db7951071964f3c8f8cc182a3c1c6b3c9b24',
    'darwin-x64': askarMac,
    'darwin-arm64': askarMac,
  },
}

/** @param {NativeLibrary} library */
export const fileNameOf = ({ name }) => `lib${name}.${process.platform === 'darwin' ? 'dylib' : 'so'}`
