import { brand } from '@lastmile/contracts/constants'

export function SiteFooter() {
  return (
    <footer className="border-t border-line py-8 text-small text-mute">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>
          © {new Date().getFullYear()} {brand}
        </p>
        <p>Built on open standards for verifiable credentials.</p>
      </div>
    </footer>
  )
}
