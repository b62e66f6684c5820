import { LogoMark } from '../ui/logo.tsx'
import { mainId } from '../ui/skip-link.tsx'

/** What a document of the demo shows until the demo has loaded. */
export function Opening() {
  return (
    <main id={mainId} className="grid min-h-dvh place-content-center justify-items-center gap-5 px-6 text-center">
      <LogoMark size={56} />
      <p role="status" className="text-mute">
        Opening the demo
      </p>
      <noscript>
        <p className="measure">
          The demo talks to a wallet while you watch, so it needs JavaScript. Please switch it on.
        </p>
      </noscript>
    </main>
  )
}
