import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { t as tOfFrame } from '../frame-texts.ts'
import { t } from '../texts.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** Waits for the wallet; one that takes long can be erased. */
export function OpeningWallet() {
  const [isErasing, setErasing] = useState(false)
  const close = () => setErasing(false)
  return (
    <>
      <Waiting
        help={
          <>
            <p className="my-2">{t('openingSlowly')}</p>
            <Button size="small" variant="ghost" onClick={() => setErasing(true)}>
              {t('startOver')}
            </Button>
          </>
        }
      >
        {tOfFrame('opening')}
      </Waiting>
      {isErasing ? <EraseDialog onClose={close} onDone={close} /> : null}
    </>
  )
}
