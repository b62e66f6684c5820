import type { ReactNode } from 'react'

const misunderstandings: readonly { picture: ReactNode; title: string; text: string }[] = [
  {
    picture: (
      <>
        <rect x="28" y="20" width="40" height="54" rx="5" fill="#fbfaf6" />
        <path d="M37 34h22M37 45h22M37 56h13" stroke="#0b5d45" strokeWidth="4" />
        <path d="M14 26V14h12M82 26V14H70M14 70v12h12M82 70v12H70" stroke="#f0a23b" strokeWidth="5" />
      </>
    ),
    title: 'It is not a scan',
    text: 'A photograph of a paper shows everything to everybody who gets it, and proves nothing. A credential shows what you choose and proves who signed it.',
  },
  {
    picture: (
      <>
        <circle cx="48" cy="32" r="14" fill="#f0a23b" />
        <path d="M24 66c2-22 46-22 48 0z" fill="#f0a23b" />
        <rect x="14" y="60" width="68" height="22" rx="8" fill="#fbfaf6" />
        <path d="M26 71h48" stroke="#0e1b16" strokeWidth="7" strokeDasharray="0.1 12" />
      </>
    ),
    title: 'It is not an account',
    text: 'Nobody logs you in, and there is no password to steal. The issuer takes no part when you use what it gave you.',
  },
  {
    picture: (
      <>
        <ellipse cx="48" cy="70" rx="28" ry="10" fill="#8a3b1f" />
        <ellipse cx="48" cy="62" rx="28" ry="10" fill="#f7d9a6" />
        <circle cx="48" cy="38" r="24" fill="#f0a23b" />
        <path d="M40 49V27l16 22V27M35 35h26M35 41h26" stroke="#0e1b16" strokeWidth="3.6" />
      </>
    ),
    title: 'It is not money',
    text: 'The wallet holds papers. There is no coin in it and no blockchain under it, and nothing to buy or to trade.',
  },
  {
    picture: (
      <>
        <path d="M48 18v58M30 78h36" stroke="#fbfaf6" strokeWidth="6" />
        <path d="M18 38l60-14" stroke="#f0a23b" strokeWidth="6" />
        <path d="M6 58l12-20 12 20a12 10 0 0 1-24 0zM66 44l12-20 12 20a12 10 0 0 1-24 0z" fill="#f7d9a6" />
      </>
    ),
    title: 'It is not the truth',
    text: 'It says who vouches for a detail. A careless issuer signs mistakes, and a credential carries them faithfully.',
  },
]

/** Common mistakes about credentials. */
export function Misunderstandings() {
  return (
    <ul className="grid gap-x-16 gap-y-9 lg:grid-cols-2">
      {misunderstandings.map(({ picture, title, text }) => (
        <li key={title} className="flex items-start gap-5 sm:gap-7">
          <svg aria-hidden="true" viewBox="0 0 96 96" fill="none" className="size-18 shrink-0 sm:size-24">
            <rect width="96" height="96" rx="22" fill="#0b5d45" />
            <g strokeLinecap="round" strokeLinejoin="round">
              {picture}
            </g>
            <path d="M14 82 82 14" stroke="#0b5d45" strokeWidth="14" />
            <path d="M14 82 82 14" stroke="#f29b82" strokeWidth="6" strokeLinecap="round" />
          </svg>
          <div>
            <h3 className="text-heading">{title}</h3>
            <p className="mt-2 max-w-[52ch] text-mute">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
