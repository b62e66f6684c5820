import { Component, type ReactNode } from 'react'
import { DemoShell } from '../frame/demo-shell.tsx'
import { track } from '../tracking/track.ts'
import { Button } from '../ui/button.tsx'
import { ReloadButton } from '../ui/reload-button.tsx'
import { t } from './texts.ts'

/** Reports a screen that breaks or fails to load: our fault. */
export class ScreenErrors extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    track({ type: 'error_occurred', properties: { reason: 'page' } })
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <DemoShell>
      <h1 className="text-title">{t('broken')}</h1>
      <p className="measure mt-4 text-lead text-mute">{t('afterBroken')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ReloadButton>{t('reload')}</ReloadButton>
        <Button variant="ghost" href="/">
          {t('home')}
        </Button>
      </div>
    </DemoShell>
  )
}
