import { NotFoundPage } from '../../features/marketing/not-found/not-found-page.tsx'
import { DemoShell } from '../../frame/demo-shell.tsx'

/** An address of the demo at which there is nothing. */
export default function NotFound() {
  return (
    <DemoShell>
      <NotFoundPage />
    </DemoShell>
  )
}
