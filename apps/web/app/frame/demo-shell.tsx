import { walletPath } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { FooterBar } from '../ui/footer-bar.tsx'
import { Logo } from '../ui/logo.tsx'
import { SecretMark } from '../ui/secret-mark.tsx'
import { mainId } from '../ui/skip-link.tsx'
import { t } from '../ui/texts.ts'
import { CookieSettingsLink } from './cookie-settings-link.tsx'

interface DemoShellProps {
  children: ReactNode
  /** Wallet and theme, bound to the visitor's choice. */
  tools?: ReactNode
  /** The leave control of the screen. */
  leave?: ReactNode
}

/** The frame of every demo page: header, main landmark, footer. */
export function DemoShell({ children, tools, leave }: DemoShellProps) {
  return (
    <div className="density bg-sand">
      <header className="border-b border-line bg-paper">
        <div className="wrap flex min-h-17 items-center justify-between gap-4 py-2 short:min-h-14 short:py-1">
          <Logo compact />
          <div className="flex items-center gap-1">
            {tools}
            {leave}
          </div>
        </div>
      </header>
      {/* As high as the window: whatever loads moves no footer that is in view. */}
      <main id={mainId} tabIndex={-1} className="wrap min-h-dvh py-(--pad) outline-none">
        {/* The web wallet narrows the page. */}
        <div className="@container/page">{children}</div>
      </main>
      <footer className="border-t border-line">
        <FooterBar>
          <CookieSettingsLink className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline">
            {t('cookieSettings')}
          </CookieSettingsLink>
          <a
            href={walletPath}
            className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline"
          >
            {t('webWallet')}
          </a>
          <SecretMark />
        </FooterBar>
      </footer>
    </div>
  )
}
