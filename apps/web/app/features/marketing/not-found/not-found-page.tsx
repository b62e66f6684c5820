import { Button } from '../../../ui/button.tsx'
import { t } from './texts.ts'

export function NotFoundPage() {
  return (
    <div className="wrap grid items-center gap-x-16 gap-y-12 py-[clamp(40px,8vw,120px)] lg:grid-cols-2">
      <div>
        <p className="font-semibold text-forest">404</p>
        <h1 className="mt-3 text-display">{t('title')}</h1>
        <p className="measure mt-6 text-lead text-mute">{t('text')}</p>
        <div className="mt-8 flex flex-wrap gap-3.5">
          <Button to="/">{t('home')}</Button>
          <Button to="/demo" variant="ghost">
            {t('demo')}
          </Button>
        </div>
      </div>
      <LostPath />
    </div>
  )
}

/** The dotted path up to a gap, with a signpost that points nowhere. */
function LostPath() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 520 340"
      fill="none"
      strokeLinecap="round"
      className="h-auto w-full max-w-140 justify-self-center"
    >
      <circle cx="404" cy="78" r="40" fill="#f0a23b" />
      <path
        d="M0 332c74-14 84-114 164-114 38 0 68 8 98 22 36-30 72-45 110-45 78 0 76 123 148 137z"
        fill="var(--leaf)"
        fillOpacity="0.2"
      />
      <path d="M24 322c50-16 84-62 134-60s66 26 108 20" stroke="#f0a23b" strokeWidth="8" strokeDasharray="0.1 19" />
      <path
        d="M306 262c22-14 46-18 74-12s38 26 52 44 22 20 36 26"
        stroke="currentColor"
        strokeOpacity="0.28"
        strokeWidth="6"
        strokeDasharray="0.1 19"
      />
      <path d="M286 300V128" stroke="#8f6540" strokeWidth="11" />
      <path d="M212 138h128l24 23-24 23H212q-8 0-8-8v-30q0-8 8-8z" fill="var(--forest)" />
      <path d="M360 202H246l-22 19 22 19h114q7 0 7-7v-24q0-7-7-7z" fill="var(--clay)" />
      <path d="M272 155a10 10 0 1 1 13 9.500c-3 1.2-4 3-4 5.500m0 7v.5" stroke="var(--on-forest)" strokeWidth="4" />
      <path d="M286 216h40M286 227h24" stroke="var(--on-clay)" strokeWidth="5" strokeDasharray="0.1 11" />
    </svg>
  )
}
