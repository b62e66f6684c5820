import type { Receipt } from '@lastmile/contracts'
import { t } from './texts.ts'

/** Documents that vouch for the keys that signed credentials. */
const publicKeys = { didcomm: '/.well-known/did.jsonl', openid4vc: '/openid4vc/root.pem' }

/** Ways to check the receipt of this proof: the wallet's history, the verifier and the public keys. */
export const ReceiptCheck = ({ receipt: { id, protocol } }: { receipt: Receipt }) => (
  <ul className="grid gap-2 text-small">
    <li>{t('checkNote')}</li>
    <li>
      {t('checkWallet')} <code className="wrap-anywhere">{id}</code>
    </li>
    <li>
      {t(`checkKeys.${protocol}`)} <code className="wrap-anywhere">{`${location.origin}${publicKeys[protocol]}`}</code>
    </li>
  </ul>
)
