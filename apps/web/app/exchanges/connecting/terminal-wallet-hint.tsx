import { CopyButton } from '../../ui/copy-button.tsx'
import { T, t } from './texts.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** For developers who run the site locally, out of a phone's reach. */
export function TerminalWalletHint({ link, onCopied }: { link: string; onCopied: () => void }) {
  if (!loopbackHosts.includes(location.hostname)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-sand p-4 text-small">
      <p className="min-w-0 flex-1 basis-64">
        <T
          id="terminalWallet"
          values={{ command: 'npm run wallet -- "…"' }}
          elements={{
            b: <span className="font-semibold" />,
            code: <code translate="no" className="whitespace-nowrap" />,
          }}
        />
      </p>
      <CopyButton value={`npm run wallet -- "${link}"`} label={t('copyCommand')} size="small" onCopied={onCopied} />
    </div>
  )
}
