import type { ProofRequest } from '@lastmile/contracts'
import { Icon } from '../../../../ui/icon.tsx'
import { RequestCode } from '../../blocks/request-code.tsx'
import { Section } from '../../blocks/section.tsx'

const restrictions = [{ cred_def_id: '…:Student Card' }]

const request: ProofRequest = {
  name: 'ShopEasy student price',
  version: '1.0.0',
  requested_attributes: {},
  requested_predicates: {
    'Student Card expiry_date': {
      name: 'expiry_date',
      p_type: '>=',
      p_value: 20260601,
      restrictions,
      non_revoked: {},
    },
  },
}

const goods = [
  { what: '3 × notebook, squared', price: '₦4,200' },
  { what: 'Data bundle, 10 GB', price: '₦3,800' },
] as const

/** The receipt shows a reduced price and an empty line in place of a name. */
export function ReceiptStory() {
  return (
    <Section tone="sand" title="Read the receipt">
      <div className="grid items-start gap-x-[clamp(32px,6vw,96px)] gap-y-12 lg:grid-cols-[24rem_1fr]">
        <Receipt />
        <div className="min-w-0">
          <h3 className="text-heading">Before: a photograph for fifteen per cent</h3>
          <p className="measure mt-3 text-mute">
            To get the price, students photographed their card, both sides. Somebody looked at each picture and guessed
            whether it was real. The pictures stayed: name, face, number, birthday, in a folder that the shop never
            wanted to own and had to protect.
          </p>
          <h3 className="mt-9 text-heading">Now: one question</h3>
          <p className="measure mt-3 text-mute">
            Amina ticks “I’m a student” and scans the code. Her wallet says what ShopEasy asks: is this a student card
            of a college on our list, valid today, and not revoked? She agrees. The shop gets a yes that it can check,
            and the price comes down. Not one detail of the card has been shown.
          </p>
          <h3 className="mt-9 text-heading">The question, as it is sent</h3>
          <div className="mt-4">
            <RequestCode
              caption="proof_request: as asked on 1&nbsp;June 2026. No attribute is requested at all."
              request={request}
            />
          </div>
        </div>
      </div>
    </Section>
  )
}

function Receipt() {
  return (
    <figure className="mx-auto w-full max-w-96 lg:sticky lg:top-28">
      <div className="rounded-t-[18px] bg-[#fffdf8] px-6 pt-7 pb-5 text-[#0e1b16] shadow-lift">
        <p className="text-center font-display text-[1.5rem] font-semibold">ShopEasy</p>
        <p className="text-center text-tiny text-[#4f5e57]">Thank you. Your parcel is on its way.</p>
        <Perforation />
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-small tabular-nums">
          {goods.map(({ what, price }) => (
            <Row key={what} label={what} value={price} />
          ))}
          <Row label="Student price, 15% off" value="−₦1,200" strong />
        </dl>
        <Perforation />
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 font-semibold tabular-nums">
          <Row label="To pay" value="₦6,800" />
        </dl>
        <Perforation />
        <p className="flex items-start gap-3 text-small font-semibold">
          <Icon name="shield" size={22} className="text-[#0b5d45]" />
          Student card: signed by Unity College, valid today, not revoked
        </p>
        <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-small text-[#4f5e57]">
          <Row label="Name on the card" value="not asked" />
          <Row label="Student number" value="not asked" />
          <Row label="Birthday" value="not asked" />
          <Row label="Photo" value="not asked" />
        </dl>
      </div>
      <svg aria-hidden="true" viewBox="0 0 384 14" preserveAspectRatio="none" className="block h-3.5 w-full">
        <path d={`M0 0H384V2${'l-12 12-12-12'.repeat(16)}Z`} fill="#fffdf8" />
      </svg>
      <figcaption className="mt-3 text-tiny text-mute">An example receipt. Goods and prices are made up.</figcaption>
    </figure>
  )
}

function Row({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? 'contents font-semibold text-[#0b5d45]' : 'contents'}>
      <dt>{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  )
}

function Perforation() {
  return <div aria-hidden="true" className="dotted-path my-4 text-[#cfc3aa]" />
}
