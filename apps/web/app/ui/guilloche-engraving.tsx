import { useId } from 'react'
import { cardSize, type Guilloche } from './guilloche.ts'

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** The drawn guilloche; it fills the positioned box around it and fades towards the text on the left. */
export function GuillocheEngraving({ drawing }: { drawing: Guilloche }) {
  const id = useId()
  const copies = (count: number) => Array.from({ length: count }, (_, index) => index)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${cardSize.width} ${cardSize.height}`}
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-0 size-full [mask-image:linear-gradient(100deg,transparent_12%,black_64%)]"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.6"
    >
      <defs>
        {drawing.rosettes.map((rosette, ring) => (
          <g key={rosette.petal} id={`${id}r${ring}`}>
            <path id={`${id}p${ring}`} d={rosette.petal} vectorEffect="non-scaling-stroke" />
            {copies(rosette.petals - 1).map((petal) => (
              <use
                key={petal}
                href={`#${id}p${ring}`}
                transform={`rotate(${rounded(((petal + 1) * 360) / rosette.petals)})`}
              />
            ))}
          </g>
        ))}
        <path id={`${id}w`} d={drawing.ribbon.path} vectorEffect="non-scaling-stroke" />
      </defs>
      <g transform={`translate(${cardSize.width - 92} 112)`}>
        {drawing.rosettes.map((rosette, ring) =>
          copies(rosette.copies).map((copy) => {
            const turn = rounded(copy * rosette.turn)
            const scale = rounded(rosette.scale ** copy)
            return [1, -1].map((side) => (
              <use
                key={`${rosette.petal}${copy}${side}`}
                href={`#${id}r${ring}`}
                transform={`rotate(${side * turn}) scale(${scale})`}
              />
            ))
          }),
        )}
      </g>
      <g transform={`translate(0 ${cardSize.height - 40})`}>
        {copies(drawing.ribbon.copies).map((copy) => (
          <use
            key={copy}
            href={`#${id}w`}
            transform={`scale(1 ${rounded(1 - (2 * copy) / (drawing.ribbon.copies - 1))})`}
          />
        ))}
      </g>
    </svg>
  )
}
