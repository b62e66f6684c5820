import { CredentialCard } from '../../../ui/credential-card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../blocks/section.tsx'

const card = 'rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)]'

/** Three features: a tall card for the holdings, and two beside it for their use. */
export function Features() {
  return (
    <Section tone="sand" title="You hold them, so you decide">
      <ul className="grid gap-5 lg:grid-cols-[1.1fr_1fr] lg:gap-7">
        <li className={`flex flex-col lg:row-span-2 ${card}`}>
          <h3 className="text-heading">It lives with you</h3>
          <p className="measure mt-3 text-mute">
            Your credentials are in your wallet, on your phone or in your browser. Nothing waits for you in an account
            with us, because there is no account. Each one carries its issuer’s signature, so nobody can change a letter
            of it unnoticed.
          </p>
          <div className="mt-8 grid flex-1 content-end justify-items-center [&_h4]:font-display [&_h4]:font-semibold">
            <div className="w-full max-w-105">
              <PeekingCard ground="from-[#0b5d45] to-[#083b31]" issuer="Riverbank Public Library" name="Library Card" />
              <PeekingCard ground="from-[#1f4b7a] to-[#142f52]" issuer="Harmattan Bus Lines" name="Season Ticket" />
              <CredentialCard
                issuer="Unity College"
                name="Student Card"
                headingLevel={4}
                attributes={[
                  { label: 'Name', value: 'Amina Bello' },
                  { label: 'Student number', value: 'UC-2023-04817' },
                ]}
                className="relative -mt-6"
              />
            </div>
            <p className="mt-4 text-small text-mute">Amina and her papers are made up.</p>
          </div>
        </li>
        <li className={`flex flex-col ${card}`}>
          <h3 className="text-heading">You share a detail, not the page</h3>
          <p className="measure mt-3 text-mute">
            You see every request before you answer: what would be shown, what would only be proved, and what stays with
            you. Say no, and none of it leaves your wallet.
          </p>
          <ul className="mt-auto grid gap-2 pt-6 text-small" aria-label="For example">
            <Detail shared label="Given names" value="Amina" />
            <Detail shared={false} label="Date of birth" />
            <Detail shared={false} label="Student number" />
          </ul>
        </li>
        <li className={`flex flex-col ${card}`}>
          <h3 className="text-heading">A yes without the number</h3>
          <p className="measure mt-3 mb-6 text-mute">
            Old enough. Still valid. Sells enough to borrow. Your wallet can prove that a number passes the mark and
            keep the number to itself.
          </p>
          <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-leaf-soft px-4 py-3 text-small font-semibold">
            <Icon name="shield" size={22} className="text-forest" />
            18 or over: proved
            <span className="ml-auto flex items-center gap-2 font-normal text-mute">
              birthday
              <Redacted />
            </span>
          </p>
        </li>
      </ul>
    </Section>
  )
}

/** The upper edge of a card behind the others; plain, because an engraving outweighs all the text here. */
function PeekingCard({ ground, issuer, name }: { ground: string; issuer: string; name: string }) {
  return (
    <div className={`relative rounded-t-card bg-linear-135 px-[6%] pt-4 pb-10 text-white not-first:-mt-6 ${ground}`}>
      <p className="text-tiny opacity-90">{issuer}</p>
      <p className="font-display text-[1.3125rem] leading-tight font-semibold">{name}</p>
    </div>
  )
}

function Detail({ shared, label, value }: { shared: boolean; label: string; value?: string }) {
  return (
    <li
      className={
        shared
          ? 'flex min-h-11 items-center gap-3 rounded-2xl bg-forest px-4 font-semibold text-on-forest'
          : 'flex min-h-11 items-center gap-3 rounded-2xl px-4 text-mute inset-ring inset-ring-line'
      }
    >
      <Icon name={shared ? 'tick' : 'lock'} size={18} />
      {label}
      <span className="ml-auto flex items-center gap-2">{shared ? value : <Redacted />}</span>
      <span className="sr-only">{shared ? 'is shown' : 'stays with you'}</span>
    </li>
  )
}

/** A value that stayed in the wallet. */
function Redacted() {
  return <span aria-hidden="true" className="h-2.5 w-16 rounded-full bg-current opacity-35" />
}
