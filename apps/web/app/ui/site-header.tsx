import { Button } from './button.tsx'
import { Logo } from './logo.tsx'

export function SiteHeader() {
  return (
    <header className="sticky top-0 z-40 border-b border-line/70 bg-paper">
      <div className="wrap flex min-h-19 items-center justify-between gap-4 py-2">
        <Logo />
        <Button to="/demo" size="small" className="shrink-0">
          Get Started
        </Button>
      </div>
    </header>
  )
}
