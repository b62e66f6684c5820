import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The mark as SVG, in a square of 34 units.
 *
 * @param clientFolder folder of the site's icon
 */
export function readLogo(clientFolder: string): { tile: string; figure: string } {
  const tile = readFileSync(join(clientFolder, 'favicon.svg'), 'utf8').replace(/<\/?svg[^>]*>/g, '')
  return { tile, figure: tile.replace(/<rect[^>]*>/, '') }
}
