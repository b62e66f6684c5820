import { NotFoundPage } from '../../features/marketing/not-found/not-found-page.tsx'
import { PageShell } from '../../ui/page-shell.tsx'

/** An address of the demo at which there is nothing looks as one of the site does. */
export default function NotFound() {
  return (
    <PageShell>
      <NotFoundPage />
    </PageShell>
  )
}
