import encodeQR from 'qr'

/** Width of the white border in modules, as scanners expect (ISO/IEC 18004). */
const quietZone = 4

/** Always dark on white, in any theme. */
export function QrPicture({ value, title }: { value: string; title: string }) {
  const rows = encodeQR(value, 'raw', { ecc: 'low', border: quietZone })
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg role="img" viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges" className="size-full">
      <title>{title}</title>
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path d={dark.join('')} />
    </svg>
  )
}
