import { QRCodeSVG } from 'qrcode.react'

/** Always dark on white with a quiet zone of four modules, whatever the theme: scanners expect it (ISO/IEC 18004). */
export default function QrPicture({ value, title }: { value: string; title: string }) {
  return <QRCodeSVG value={value} title={title} level="L" marginSize={4} className="size-full" />
}
