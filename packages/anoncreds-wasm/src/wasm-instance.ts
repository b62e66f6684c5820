/** The exports of the crate's lib.rs. */
interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory
  /** @returns where a task of so many bytes is to be written */
  prepare(length: number): number
  /** @returns the length of the answer */
  run(operation: number, jsonLength: number): number
  /** @returns where the answer is */
  answer(): number
}

/** The most bytes of all tails files together: four registries of 65,536 places. */
const mostFileBytes = 64 << 20

/** As many as `crypto.getRandomValues` gives at once. */
const mostRandomBytes = 65_536

export class WasmInstance {
  readonly #exports: Exports

  constructor(module: WebAssembly.Module) {
    const fillRandom = (start: number, length: number) => {
      for (let done = 0; done < length; done += mostRandomBytes)
        crypto.getRandomValues(this.#bytes(start + done, Math.min(mostRandomBytes, length - done)))
    }
    this.#exports = new WebAssembly.Instance(module, { host: { fill_random: fillRandom } }).exports as Exports
  }

  /**
   * Does one task.
   * @param files what its JSON refers to, one after the other
   * @returns the answer's JSON
   */
  run(operation: number, task: string, files: Uint8Array[]): string {
    const json = new TextEncoder().encode(task)
    const fileBytes = files.reduce((sum, file) => sum + file.length, 0)
    if (fileBytes > mostFileBytes) throw new RangeError('The tails files are too long')
    let at = this.#exports.prepare(json.length + fileBytes)
    for (const part of [json, ...files]) {
      this.#bytes(at, part.length).set(part)
      at += part.length
    }
    const length = this.#exports.run(operation, json.length)
    return new TextDecoder().decode(this.#bytes(this.#exports.answer(), length))
  }

  /** A view of the module's memory; it is of no use after the next call, which may move the memory. */
  #bytes(start: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer as ArrayBuffer, start, length)
  }
}
