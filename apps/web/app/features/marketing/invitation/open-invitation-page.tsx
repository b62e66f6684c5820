import type { Wallet } from '@lastmile/contracts'
import { invitationPlaceholders } from '@lastmile/contracts/pages'
import type { ReactNode } from 'react'
import { deepLinkOf } from '../../../exchanges/connecting/deep-link.ts'
import { t } from '../../../exchanges/connecting/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WalletOutlook } from '../../../ui/wallet-outlook.tsx'
import { walletAddressOf } from '../../../wallet/invitation-in-address.ts'
import { CopyLink } from '../blocks/copy-link.tsx'

const { label, wanted, address, code, reach, host } = invitationPlaceholders

const wordings = {
  connect: {
    kicker: 'Invitation',
    title: `“${label}” would like to connect with your wallet.`,
    lead: 'Open the invitation in a wallet app or in the web wallet. It asks you first, and once connected you can receive credentials or be asked for a proof.',
  },
  proof: {
    kicker: 'Proof request',
    title: `“${label}” asks you for a proof.`,
    lead: `It asks for ${wanted}. Open the request in a wallet app or in the web wallet; nothing leaves your wallet before you have seen it and agreed.`,
  },
}

/**
 * An invitation's address in a browser: the inviter, the purpose and every way into a wallet; the server fills in the
 * rest. Wide screens put the code first, because the wallet is on another device; narrow ones are probably that device.
 */
export function OpenInvitationPage({ form, wallets }: { form: keyof typeof wordings; wallets: readonly Wallet[] }) {
  const { kicker, title, lead } = wordings[form]
  return (
    <div className="wrap pt-[clamp(24px,4vw,56px)] pb-[clamp(48px,7vw,104px)]">
      <p className="mb-3 font-semibold text-forest">{kicker}</p>
      <h1 className="max-w-[24ch] text-title wrap-anywhere">{title}</h1>
      <p className="measure mt-4 text-lead text-mute wrap-anywhere">{lead}</p>
      <div className="mt-8 grid items-start gap-5 lg:mt-10 lg:grid-cols-2 lg:gap-7">
        <Panel title="Open it in a wallet" text="On this device, in this browser or with an app that you have.">
          <p className="mb-5">
            <Button to={walletAddressOf(address)}>Open the web wallet</Button>
            <span className="mt-2 block text-small text-mute">In this browser, with nothing to install.</span>
          </p>
          <WalletLinks wallets={wallets} />
        </Panel>
        <Panel
          title="Scan it, or copy the link"
          text="With the wallet app on your phone, scan this code. Or paste the link into a wallet."
          className="lg:order-first"
        >
          <OutOfReach />
          <div className="inline-block overflow-hidden rounded-2xl border border-line bg-white empty:hidden">
            {code}
          </div>
          <div className="mt-5">
            <CopyLink label="Link of this invitation" value={address} />
          </div>
        </Panel>
      </div>
      <section aria-labelledby="what-is-this" className="mt-10 border-t border-line pt-8 lg:mt-14">
        <h2 id="what-is-this" className="text-heading">
          Where this comes from
        </h2>
        <p className="measure mt-2 text-mute">
          Somebody is trying our demo of verifiable credentials and has passed this on, perhaps you, from another
          screen. The names in it are part of the demo, and the person who began it may have chosen them. It costs
          nothing, and asks for no account.
        </p>
        <div className="mt-6 flex flex-wrap gap-3.5">
          <Button to="/demo">Go on to the demo</Button>
          <Button to="/how-it-works" variant="ghost">
            How it works
          </Button>
        </div>
      </section>
    </div>
  )
}

/** Where wallets on phones cannot reach the server, or do not take it; the server says which. */
const OutOfReach = () => (
  <div data-reach={reach}>
    <Notice tone="warning" className="mb-5 hidden [[data-reach=network]_&]:flex">
      {t('outOfReach', { reach: 'network', host })}
    </Notice>
    <Notice tone="warning" className="mb-5 hidden [[data-reach=device]_&]:flex">
      {t('outOfReach', { reach: 'device', host })}
    </Notice>
    <Notice tone="warning" className="mb-5 hidden [[data-reach=http]_&]:flex">
      {t('outOfReach', { reach: 'http', host })}
    </Notice>
  </div>
)

interface PanelProps {
  title: string
  text: string
  className?: string
  children: ReactNode
}

function Panel({ title, text, className = '', children }: PanelProps) {
  return (
    <section className={`h-full rounded-panel border border-line bg-paper p-[clamp(20px,3vw,32px)] ${className}`}>
      <h2 className="text-heading">{title}</h2>
      <p className="mt-2 mb-5 text-mute">{text}</p>
      {children}
    </section>
  )
}

/** One line per wallet of the content that takes invitations: opens this one there, and links to the app. */
function WalletLinks({ wallets }: { wallets: readonly Wallet[] }) {
  const speaking = wallets.filter(({ protocols }) => protocols.includes('didcomm'))
  return (
    <ul className="border-t border-line">
      {speaking.map(({ id, name, icon, organization, deepLinkScheme, apple, android, outlook, tried }) => (
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
          <div className="pl-16">
            <WalletOutlook outlook={outlook} tried={tried} />
          </div>
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
