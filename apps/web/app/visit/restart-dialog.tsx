import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type RestartPage, useRestart } from './restart.tsx'
import { t } from './texts.ts'

/** For a visit that leads nowhere: its only way on resets the demo and opens that page. */
export function RestartDialog({ title, text, page }: { title: string; text: string; page: RestartPage }) {
  const restart = useRestart()
  const leave = () => restart(page)
  return (
    <Dialog alert title={title} onClose={leave} actions={<Button onClick={leave}>{t('ok')}</Button>}>
      <p>{text}</p>
    </Dialog>
  )
}
