import { useAppSelector } from '../../state/app-thunk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { selectIsServerReset } from '../../visit/catch-up.ts'
import { useRestart } from '../../visit/restart.tsx'

/** A visit from before the server's data was reset leads nowhere any more: told, then home with a reset. */
export function ServerResetDialog() {
  const restart = useRestart()
  const isReset = useAppSelector(selectIsServerReset)
  const leave = () => restart('/')
  return (
    <Dialog
      open={isReset}
      alert
      title="The demo has started afresh."
      onClose={leave}
      actions={<Button onClick={leave}>OK</Button>}
    >
      <p>
        Its data was cleared since your last visit, so your connection and your progress ended with it. The credentials
        in your wallet can be deleted. You can start again from the home page.
      </p>
    </Dialog>
  )
}
