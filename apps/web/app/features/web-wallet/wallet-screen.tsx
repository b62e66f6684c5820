import { useContext, useEffect, useState } from 'react'
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
import { VisitPlace } from '../../wallet/visit-place.ts'

export function WalletScreen() {
  const character = useAppSelector((state) => state.characters.currentCharacter)
  // The demo's characters lead to missing credentials.
  useCharacter(character)
  const { path = '/dashboard' } = useContext(VisitPlace)
  const [link] = useState(() => invitationInAddress(location.hash))
  useEffect(() => {
    // Neither a reload nor a copied address may repeat it.
    if (link) history.replaceState(history.state, '', location.pathname)
  }, [link])
  return (
    <DemoShell
      tools={<ThemeToggle />}
      leave={
        <Button to={character === null ? '/demo' : path} variant="ghost" size="small">
          {t(character === null ? 'toDemo' : 'backToDemo')}
        </Button>
      }
    >
      <StepHeading>{t('pageTitle')}</StepHeading>
      <details className="mt-1 mb-4 text-small text-mute">
        <summary className="w-fit cursor-pointer list-none">
          {t('pageLead')} <Icon name="down" size={16} className="inline in-open:rotate-180" />
        </summary>
        <ul className="measure mt-2 grid list-disc gap-1 pl-5">
          <li>{t('factHere')}</li>
          <li>{t('factAsk')}</li>
          <li>{t('factErase')}</li>
        </ul>
      </details>
      <div className="overflow-clip rounded-panel border border-line bg-sand @min-[48rem]/page:h-[max(30rem,100dvh-13rem)]">
        <WalletPanel link={link} isPage />
      </div>
    </DemoShell>
  )
}
