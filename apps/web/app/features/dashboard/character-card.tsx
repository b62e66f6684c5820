import type { Character } from '@lastmile/contracts'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { TakeOutCards } from '../../visit/take-out-cards.tsx'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { t } from './texts.ts'

export function CharacterCard({ character }: { character: Character }) {
  const restart = useRestart()
  return (
    <aside
      aria-label={t('character')}
      className="flex gap-5 panel @min-[58rem]:sticky @min-[58rem]:top-6 @min-[58rem]:flex-col"
    >
      <img
        src={character.image}
        alt=""
        width={264}
        height={264}
        className="size-24 shrink-0 rounded-2xl object-cover sm:size-32 @min-[58rem]:aspect-square @min-[58rem]:h-auto @min-[58rem]:w-full"
      />
      <div className="min-w-0">
        <p className="text-heading font-display font-semibold">{character.name}</p>
        {character.type === character.name ? null : (
          <p className="text-small font-semibold text-forest">{character.type}</p>
        )}
        <p className="mt-2 text-small text-mute max-sm:hidden">{character.description}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <OpenAgainButton />
          <LeaveControl dialog={{ title: t('leave'), text: t('leaveText') }} onLeave={() => restart('/')}>
            <TakeOutCards />
          </LeaveControl>
        </div>
      </div>
    </aside>
  )
}
