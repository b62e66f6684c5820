import { Icon, type IconName } from '../../../ui/icon.tsx'

type Way = 'sent' | 'proved' | 'kept'

const rows: readonly { what: string; toWallet: [Way, string]; toShop: [Way, string] }[] = [
  { what: 'Your name and photo', toWallet: ['sent', 'sent, once'], toShop: ['kept', 'not sent'] },
  { what: 'Birthday, number, programme', toWallet: ['sent', 'sent, once'], toShop: ['kept', 'not sent'] },
  { what: 'The expiry date', toWallet: ['sent', 'sent, once'], toShop: ['proved', 'proved: today or later'] },
  { what: 'The college’s signature', toWallet: ['sent', 'sent, once'], toShop: ['proved', 'proved, not sent'] },
  {
    what: 'That it was not revoked',
    toWallet: ['kept', 'not needed yet'],
    toShop: ['proved', 'proved for today'],
  },
  { what: 'Your wallet’s own secret', toWallet: ['kept', 'never leaves it'], toShop: ['kept', 'never leaves it'] },
]

const icons: Record<Way, IconName> = { sent: 'next', proved: 'shield', kept: 'lock' }

/** Line by line: the data on each of the two connections. */
export function Travels() {
  return (
    <table className="w-full border-collapse text-left text-small sm:text-[1rem]">
      <thead>
        <tr className="align-bottom">
          <td />
          <th scope="col" className="px-2 pb-3 font-semibold sm:px-4">
            College to your wallet
          </th>
          <th scope="col" className="px-2 pb-3 font-semibold sm:px-4">
            Your wallet to ShopEasy
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, toWallet, toShop }) => (
          <tr key={what} className="border-t border-line">
            <th scope="row" className="py-3.5 pr-2 font-semibold">
              {what}
            </th>
            {[toWallet, toShop].map(([way, words], column) => (
              <td
                key={column === 0 ? 'wallet' : 'shop'}
                className={`px-2 py-3.5 sm:px-4 ${column === 1 ? 'bg-leaf-soft' : ''} ${way === 'kept' ? 'text-mute' : 'text-ink'}`}
              >
                <span className="flex items-start gap-2 max-sm:flex-col max-sm:gap-1">
                  <Icon name={icons[way]} size={18} className={`mt-1 ${way === 'kept' ? '' : 'text-forest'}`} />
                  {words}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
