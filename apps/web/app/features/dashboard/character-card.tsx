import type { Character } from '@lastmile/contracts'
import { dialogTexts, labels } from '@lastmile/contracts/texts'
import { useState } from 'react'
import { useRestart } from '../../state/restart.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'

export function CharacterCard({ character }: { character: Character }) {
  const restart = useRestart()
  const [isLeaving, setLeaving] = useState(false)
  const { title, text } = dialogTexts.leaveCharacter

  return (
    <aside
      aria-label="Your character"
      className="flex gap-5 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,28px)] lg:sticky lg:top-6 lg:flex-col"
    >
      <img
        src={character.image}
        alt=""
        width={264}
        height={264}
        className="size-24 shrink-0 rounded-2xl object-cover sm:size-32 lg:aspect-square lg:h-auto lg:w-full"
      />
      <div className="min-w-0">
        <p className="text-heading font-display font-semibold">{character.name}</p>
        <p className="text-small font-semibold text-forest">{character.type}</p>
        <p className="mt-2 text-small text-mute max-sm:hidden">{character.description}</p>
        <Button variant="ghost" size="small" className="mt-4" onClick={() => setLeaving(true)}>
          <Icon name="leave" size={18} />
          {labels.leave}
        </Button>
      </div>
      <Dialog
        open={isLeaving}
        alert
        title={title}
        onClose={() => setLeaving(false)}
        actions={
          <>
            <Button variant="danger" onClick={() => restart('/')}>
              {labels.leave}
            </Button>
            <Button variant="ghost" onClick={() => setLeaving(false)}>
              CANCEL
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </aside>
  )
}
