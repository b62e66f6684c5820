import encodeQR from 'qr'
import { type Html, html } from './html.ts'

/** Dark on white with its quiet zone, whatever the theme: scanners expect it (ISO/IEC 18004). */
export function codePicture(address: string, label: string, side = 220): Html {
  const rows = encodeQR(address, 'raw', { ecc: 'low', border: 4 })
  const size = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="${side}" height="${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#0e1b16" d="${path}"/></svg>`
}
