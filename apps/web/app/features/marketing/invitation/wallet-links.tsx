import { invitationPlaceholders } from '@lastmile/contracts/pages'
import { deepLinkOf } from '../../../exchanges/connecting/deep-link.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { WalletShowcase } from '../landing/showcase.ts'

/** One line per wallet of the content that takes invitations: opens this one there, and links to the app. */
export function WalletLinks({ wallets }: { wallets: readonly WalletShowcase[] }) {
  const speaking = wallets.filter(({ protocols }) => protocols.includes('didcomm'))
  return (
    <ul className="border-t border-line">
      {speaking.map(({ id, name, icon, organization, deepLinkScheme, apple, android, tried }) => (
        <li key={id} className="border-line py-3 not-last:border-b last:pb-0">
          <a
            href={deepLinkOf(`?${invitationPlaceholders.query}`, deepLinkScheme)}
            className="flex min-h-14 items-center gap-4 rounded-xl hover:text-forest"
          >
            <img src={icon} alt="" width={48} height={48} className="size-12" />
            <span className="flex-1">
              <span className="block font-semibold underline decoration-1 underline-offset-4">Open in {name}</span>
              <span className="block text-small text-mute">{organization}</span>
            </span>
            <Icon name="next" size={20} />
          </a>
          {tried ? <p className="pl-16 text-small text-mute">{tried}</p> : null}
          <p className="flex flex-wrap items-center gap-x-5 pl-16 text-small text-mute">
            {apple ? <Store href={apple} wallet={name} store="App Store" /> : null}
            {android ? <Store href={android} wallet={name} store="Google Play" /> : null}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Store({ href, wallet, store }: { href: string; wallet: string; store: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:text-ink"
    >
      <span className="sr-only">{wallet} in the </span>
      {store}
    </a>
  )
}
