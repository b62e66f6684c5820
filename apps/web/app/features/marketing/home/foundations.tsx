import { Section } from '../blocks/section.tsx'

const foundations = [
  {
    name: 'AnonCreds',
    what: 'credentials that prove without showing',
    href: 'https://www.lfdecentralizedtrust.org/projects/anoncreds',
  },
  { name: 'OpenWallet Foundation', what: 'the home of open wallet software', href: 'https://openwallet.foundation' },
  { name: 'Credo', what: 'the open agent behind issuer and verifier', href: 'https://credo.js.org' },
  { name: 'DIDComm', what: 'private connections between wallets', href: 'https://didcomm.org' },
  { name: 'did:webvh', what: 'identities anyone can check', href: 'https://didwebvh.info' },
  { name: 'W3C DID Core', what: 'the standard for such identities', href: 'https://www.w3.org/TR/did-core/' },
] as const

/** Communities and standards behind the product; none is a partner or a client. */
export function Foundations() {
  return (
    <Section
      title="Built in the open"
      lead="We stand on the work of these communities and standards. You can read every line of what they do."
    >
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {foundations.map((foundation) => (
          <li key={foundation.name} className="bg-paper">
            <a
              href={foundation.href}
              rel="noopener"
              className="flex min-h-24 flex-col justify-center px-6 py-4 transition-colors hover:bg-sand focus-visible:-outline-offset-4"
            >
              <span className="font-display text-[1.25rem] font-semibold leading-tight">{foundation.name}</span>
              <span className="mt-1 text-small text-mute">{foundation.what}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
