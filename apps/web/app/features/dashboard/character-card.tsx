import type { Character } from '@lastmile/contracts'
import { Button } from '../../ui/button.tsx'
import { LeaveControl } from '../../ui/leave-control.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { useTakeOutCards } from '../../visit/take-out-cards.tsx'
import { OpenAgainButton } from '../../wallet/views/open-again-button.tsx'
import { t } from './texts.ts'

export function CharacterCard({ character }: { character: Character }) {
  const restart = useRestart()
  const { offer, end } = useTakeOutCards(() => restart('/'))
  return (
    <aside
      aria-label={t('character')}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2 panel @min-[58rem]:sticky @min-[58rem]:top-6 @min-[58rem]:grid-cols-1"
    >
      <img
        src={character.image}
        alt=""
        width={264}
        height={264}
        className="size-16 rounded-2xl object-cover @min-[58rem]:mb-3 @min-[58rem]:aspect-square @min-[58rem]:h-auto @min-[58rem]:w-full"
      />
      <div>
        <p className="text-heading font-display font-semibold">{character.name}</p>
        {character.type === character.name ? null : (
          <p className="text-small font-semibold text-forest">{character.type}</p>
        )}
      </div>
      <p className="col-span-full text-small text-mute">{character.description}</p>
      <div className="col-span-full mt-2 flex flex-wrap gap-3">
        <OpenAgainButton />
        <LeaveControl text={t('leaveText')} onLeave={end}>
          {offer}
          <Button size="small" variant="quiet" onClick={() => restart('/demo')} className="mt-2">
            {t('beSomebodyElse')}
          </Button>
        </LeaveControl>
      </div>
    </aside>
  )
}
