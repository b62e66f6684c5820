import { useEffect, useState } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { useAppSelector } from '../../state/app-thunk.ts'
import { useCharacter } from '../../state/characters/use-character.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ThemeToggle } from '../../visit/theme-toggle.tsx'
import { invitationInAddress } from '../../wallet/invitation-in-address.ts'
import { t } from '../../wallet/texts.ts'
import { WalletPanel } from '../../wallet/views/wallet-panel.tsx'

export function WalletScreen() {
  // The demo's characters lead to missing credentials.
  useCharacter(useAppSelector((state) => state.characters.currentCharacter))
  const [link] = useState(() => invitationInAddress(location.hash))
  useEffect(() => {
    // Neither a reload nor a copied address may repeat it.
    if (link) history.replaceState(history.state, '', location.pathname)
  }, [link])
  return (
    <DemoShell tools={<ThemeToggle />}>
      {/* Opening the wallet must not push the footer down. */}
      <div className="grid min-h-dvh content-start items-start gap-[clamp(28px,5vw,72px)] lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="lg:sticky lg:top-12">
          <StepHeading>{t('pageTitle')}</StepHeading>
          <p className="measure mt-4 text-lead text-mute">{t('pageLead')}</p>
          <ul className="mt-6 grid gap-3 max-lg:hidden">
            {(['factHere', 'factAsk', 'factErase'] as const).map((fact) => (
              <li key={fact} className="measure flex gap-3">
                <Icon name="tick" className="mt-0.5 text-forest" />
                {t(fact)}
              </li>
            ))}
          </ul>
          <p className="mt-8 max-lg:hidden">
            <Button to="/demo" variant="ghost">
              {t('toDemo')}
            </Button>
          </p>
        </div>
        <div className="overflow-clip rounded-panel border border-line bg-sand">
          <WalletPanel link={link} />
        </div>
      </div>
    </DemoShell>
  )
}
