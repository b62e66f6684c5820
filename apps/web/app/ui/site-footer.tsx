import { brand, contactAddress } from '@lastmile/contracts/constants'

export function SiteFooter() {
  return (
    <footer className="border-t border-line py-6 text-small text-mute">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <p>
          © {new Date().getFullYear()} {brand}
        </p>
        <p>Built on open standards for verifiable credentials.</p>
        <a
          href={`mailto:${contactAddress}`}
          className="inline-flex min-h-11 items-center text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {contactAddress}
        </a>
      </div>
    </footer>
  )
}
