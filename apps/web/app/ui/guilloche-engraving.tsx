import { useId } from 'react'
import { cardSize, type Guilloche } from './guilloche.ts'

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
      strokeWidth="0.5"
    >
      <defs>
        {drawing.rosettes.map((rosette, ring) => (
          <path key={rosette.path} id={`${id}r${ring}`} d={rosette.path} />
        ))}
        <path id={`${id}w`} d={drawing.ribbon.path} />
      </defs>
      <g transform={`translate(${cardSize.width - 84} 104)`}>
        {drawing.rosettes.map((rosette, ring) =>
          copies(rosette.copies).map((copy) => (
            <use
              key={`${rosette.path}${copy}`}
              href={`#${id}r${ring}`}
              transform={`rotate(${Math.round(copy * rosette.turn * 100) / 100})`}
            />
          )),
        )}
      </g>
      <g transform={`translate(0 ${cardSize.height - 30})`}>
        {copies(drawing.ribbon.copies).map((copy) => {
          const x = Math.round(copy * drawing.ribbon.shift * 10) / 10
          return (
            <g key={copy}>
              <use href={`#${id}w`} x={x} />
              <use href={`#${id}w`} x={x} transform="scale(1 -1)" />
            </g>
          )
        })}
      </g>
    </svg>
  )
}
