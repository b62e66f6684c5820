import { NotFoundPage } from '../../features/marketing/not-found/not-found-page.tsx'
import { DemoShell } from '../../frame/demo-shell.tsx'

/** An unknown address in the demo. */
export default function NotFound() {
  return (
    <DemoShell>
      <NotFoundPage />
    </DemoShell>
  )
}
