import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { Failure } from './failure.tsx'

/** Forgets everything, once the visitor has confirmed it. */
export function EraseWallet() {
  const [isAsking, setAsking] = useState(false)
  const { failure, act } = useAction()
  const erase = () => {
    setAsking(false)
    void act({ action: 'erase', args: [] })
  }
  return (
    <div className="border-t border-line pt-3">
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        {t('erase')}
      </Button>
      {failure ? <Failure failure={failure} /> : null}
      <Dialog
        open={isAsking}
        alert
        title={t('eraseTitle')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="danger" onClick={erase}>
              {t('eraseNow')}
            </Button>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
          </>
        }
      >
        <p>{t('eraseText')}</p>
      </Dialog>
    </div>
  )
}
