import { Outlet } from 'react-router'
import { PageShell } from '../ui/page-shell.tsx'

/** Frame of the marketing pages. */
export default function Marketing() {
  return (
    <PageShell>
      <Outlet />
    </PageShell>
  )
}
