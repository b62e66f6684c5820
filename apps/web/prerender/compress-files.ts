import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|wasm|webmanifest)$/

/**
 * Lays a `.br` and a `.gz` copy beside each file that gets smaller by it, as small as they get; the server sends those. Not for pages: the
 * server still completes them.
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
