import { t } from './texts.ts'

/** Ways to check the receipt of this proof: the wallet's history, the verifier and the public keys. */
export const ReceiptCheck = ({ proofId }: { proofId: string }) => (
  <ul className="grid gap-2 text-small">
    <li>{t('checkNote')}</li>
    <li>
      {t('checkWallet')} <code className="wrap-anywhere">{proofId}</code>
    </li>
    <li>
      {t('checkKeys')} <code className="wrap-anywhere">{`${location.origin}/.well-known/did.jsonl`}</code>
    </li>
  </ul>
)
