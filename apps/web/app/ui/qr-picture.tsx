import { QRCodeSVG } from 'qrcode.react'

interface QrPictureProps {
  value: string
  title: string
}

/** Always dark on white with a quiet zone of four modules, whatever the theme: scanners expect it (ISO/IEC 18004). */
export function QrPicture({ value, title }: QrPictureProps) {
  return <QRCodeSVG value={value} title={title} level="L" marginSize={4} className="size-full" />
}
