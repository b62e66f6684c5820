import type { IssuedCredential, Receipt, ReceiptCredential } from '@lastmile/contracts'
import { sameCredential } from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import type { RootState } from '../../state/root-state.ts'

export interface KeptReceipt {
  receipt: Receipt
  /** Names of its credentials: this visit's card, which may have answered, is revoked since. */
  revoked: string[]
}

/** Newest first. */
export const selectReceipts = createSelector(
  [(state: RootState) => state.useCases.receipts, (state: RootState) => state.credentials.issuedCredentials],
  (receipts, exchanges): KeptReceipt[] => {
    const revoked = exchanges.filter(({ state }) => state === 'credential_revoked')
    return Object.values(receipts)
      .sort((one, other) => other.at.localeCompare(one.at))
      .map((receipt) => {
        const credentials = receipt.credentials.filter(
          (used) => used.isRevoked || revoked.some((each) => isOf(used, each)),
        )
        return { receipt, revoked: credentials.map(({ name }) => name) }
      })
  },
)

/** A receipt kept by an older version knows the name alone. */
const isOf = ({ exchange, name }: ReceiptCredential, issued: IssuedCredential): boolean =>
  exchange === undefined ? sameCredential(name, issued.name) : exchange === issued.id
