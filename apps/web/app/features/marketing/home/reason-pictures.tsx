import type { ReactNode } from 'react'

/** `left` is the drawing's left edge: it aligns with the words below. */
function Picture({ left, children }: { left: number; children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox={`${left} 0 136 112`} width="136" height="112" fill="none" className="shrink-0">
      {children}
    </svg>
  )
}

export function YourDevicePicture() {
  return (
    <Picture left={42}>
      <path d="M63 112c-1-8-20-12-20-28 0-10 5-14 11-14h54l7-12c3 22 1 36-7 43-5 4-8 6-9 11z" fill="#6b432d" />
      <rect x="52" y="6" width="56" height="94" rx="11" fill="#0e1b16" />
      <rect x="56" y="11" width="48" height="84" rx="7" fill="#fbfaf6" />
      <rect x="61" y="24" width="38" height="25" rx="4" fill="#0b5d45" />
      <circle cx="90" cy="33" r="4.5" stroke="#8fe0bd" />
      <circle cx="90" cy="33" r="7" stroke="#8fe0bd" strokeOpacity="0.5" />
      <path d="M65 31h13M65 37h9" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <rect x="61" y="54" width="38" height="25" rx="4" fill="#8a3b1f" />
      <path d="M65 61h13M65 67h9" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path d="M106 58h6M105 69h8M106 80h6M107 91h3" stroke="#6b432d" strokeWidth="9.5" strokeLinecap="round" />
      <path d="M49 86c-2-9 2-17 9-23" stroke="#6b432d" strokeWidth="12" strokeLinecap="round" />
      <circle cx="126" cy="26" r="17" fill="#f0a23b" />
      <rect x="118" y="25" width="16" height="12" rx="3" fill="#0e1b16" />
      <path d="M121.5 25v-3a4.5 4.5 0 0 1 9 0v3" stroke="#0e1b16" strokeWidth="2.4" />
    </Picture>
  )
}

/** One lit line of a document. */
export function OneFactPicture() {
  return (
    <Picture left={21}>
      <rect x="22" y="12" width="84" height="96" rx="10" fill="#fbfaf6" stroke="#d8ceb8" strokeWidth="1.5" />
      <circle cx="42" cy="32" r="9" fill="#d8ceb8" />
      <path d="M58 28h34M58 37h22" stroke="#d8ceb8" strokeWidth="5" strokeLinecap="round" />
      <path d="M36 76h52M36 92h38" stroke="#d8ceb8" strokeWidth="5" strokeLinecap="round" />
      <rect x="30" y="49" width="112" height="18" rx="9" fill="#0b5d45" />
      <path d="M42 58h44" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
      <circle cx="131" cy="58" r="6" fill="#f0a23b" />
      <path d="m128.3 58.2 2 2 3.5-4" stroke="#0e1b16" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </Picture>
  )
}

export function SecondsPicture() {
  const teeth = Array.from({ length: 16 }, (_, index) => index * 22.5)
  return (
    <Picture left={5}>
      <path
        d="M8 40h30M16 56h20M8 72h30"
        stroke="#f0a23b"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="0.1 9"
      />
      <path d="m74 84-8 26 16-8 12 10 4-26z" fill="#8a3b1f" />
      <g transform="translate(92 54)">
        {teeth.map((angle) => (
          <circle key={angle} cx="0" cy="-38" r="8" transform={`rotate(${angle})`} fill="#0b5d45" />
        ))}
        <circle r="38" fill="#0b5d45" />
        <circle r="29" stroke="#8fe0bd" strokeWidth="1.2" strokeDasharray="2 3" />
        <path d="m-13 1 9 9 18-20" stroke="#fff" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </Picture>
  )
}
