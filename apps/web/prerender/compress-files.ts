import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|wasm|webmanifest)$/

/**
 * Writes `.br` and `.gz` copies, at maximum compression, beside each file that shrinks; the server sends those.
 * Skips pages, which the server still completes.
 */
export async function compressFiles(clientFolder: string): Promise<void> {
  const names = await readdir(clientFolder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const file = join(clientFolder, name)
        const content = await readFile(file)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
}
