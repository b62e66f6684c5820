import { Button } from '../../../ui/button.tsx'
import { PageShell } from '../../../ui/page-shell.tsx'

export function NotFoundPage() {
  return (
    <PageShell>
      <div className="wrap py-24">
        <h1 className="text-title">There is no page at this address.</h1>
        <div className="mt-8">
          <Button to="/">Home</Button>
        </div>
      </div>
    </PageShell>
  )
}
