import type { Wallet } from '@lastmile/contracts'

/** A wallet's chances with this site in one sentence, which unfolds into what was tried with it. */
export function WalletOutlook({ outlook, tried }: Pick<Wallet, 'outlook' | 'tried'>) {
  if (!outlook || !tried) return <p className="text-small text-mute empty:hidden">{outlook ?? tried}</p>
  return (
    <details className="text-small text-mute">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-dotted underline-offset-4 hover:text-ink">
        {outlook}
      </summary>
      <p className="pb-2">{tried}</p>
    </details>
  )
}
