import { cardSize, type Guilloche, transformsOfRibbon, transformsOfRosette } from './guilloche.ts'

/**
 * The guilloche as a picture that fills its positioned parent and fades towards the text on the left. Inline SVG would
 * cost a restyle of hundreds of lines with every stylesheet change.
 */
export function GuillocheEngraving({ drawing, colour }: { drawing: Guilloche; colour: string }) {
  return (
    <img
      src={`data:image/svg+xml,${engrave(drawing, colour).replace(/[<>#"]/g, encodeURIComponent)}`}
      alt=""
      className="absolute inset-0 size-full object-cover object-right [mask-image:linear-gradient(100deg,transparent_12%,black_64%)] @max-[16rem]:[mask-image:linear-gradient(100deg,transparent_50%,black_130%)]"
    />
  )
}

/** The SVG; `colour` in any CSS notation. */
function engrave({ rosettes, ribbon }: Guilloche, colour: string): string {
  const use = (id: string, transform: string) => `<use href="#${id}" transform="${transform}"/>`
  const path = (id: string, d: string) => `<path id="${id}" d="${d}" vector-effect="non-scaling-stroke"/>`
  const flowers = rosettes.flatMap((rosette, ring) =>
    transformsOfRosette(rosette).map((transform) => use(`r${ring}`, transform)),
  )
  const waves = transformsOfRibbon(ribbon).map((transform) => use('w', transform))
  const { width, height } = cardSize
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMaxYMid slice" fill="none" stroke="${colour}" stroke-width="0.6">` +
    `<defs>${rosettes.map((rosette, ring) => path(`r${ring}`, rosette.path)).join('')}${path('w', ribbon.path)}</defs>` +
    `<g transform="translate(${width - 92} 112)">${flowers.join('')}</g>` +
    `<g transform="translate(0 ${height - 40})">${waves.join('')}</g></svg>`
  )
}
