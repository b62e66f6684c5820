import type { webcrypto } from 'node:crypto'

// Web APIs that Node has and its types leave out: our wallet, a partner of these tests, is written for both.
declare global {
  type BufferSource = ArrayBufferView | ArrayBuffer
  type CryptoKey = webcrypto.CryptoKey

  namespace WebAssembly {
    type Exports = Record<string, unknown>
    class Module {}
    class Memory {
      readonly buffer: ArrayBuffer
    }
    class Instance {
      constructor(module: Module, imports: Record<string, Exports>)
      readonly exports: Exports
    }
    function compile(bytes: BufferSource): Promise<Module>
  }
}
