import { LogoMark } from '../ui/logo.tsx'
import { mainId } from '../ui/skip-link.tsx'
import { t } from './texts.ts'

/** Placeholder until the demo has loaded. */
export function Opening() {
  return (
    <main id={mainId} className="grid min-h-dvh place-content-center justify-items-center gap-5 px-6 text-center">
      <h1 className="sr-only">{t('demo')}</h1>
      <LogoMark size={56} />
      <p role="status" className="text-mute">
        {t('opening')}
      </p>
      {/* No script may be there to say it; and nothing of it moves. */}
      <p className="measure animate-late! text-small text-mute">
        {t('late')}{' '}
        <a href="?" className="underline">
          {t('reload')}
        </a>
      </p>
      <noscript>
        <p className="measure">{t('needsScripts')}</p>
      </noscript>
    </main>
  )
}
