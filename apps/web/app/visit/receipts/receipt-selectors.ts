import type { IssuedCredential, Receipt, ReceiptCredential } from '@lastmile/contracts'
import { sameCredential } from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import type { RootState } from '../../state/root-state.ts'

export interface KeptReceipt {
  receipt: Receipt
  /** Names of its credentials: this visit's card, which may have answered, is revoked since. */
  revoked: string[]
  /** Others of this visit that showed the same copy of a card. */
  sameCopyAs: Receipt[]
}

/** Newest first. */
export const selectReceipts = createSelector(
  [(state: RootState) => state.useCases.receipts, (state: RootState) => state.credentials.issuedCredentials],
  (receipts, exchanges): KeptReceipt[] => {
    const revoked = exchanges.filter(({ state }) => state === 'credential_revoked')
    const all = Object.values(receipts)
    return [...all]
      .sort((one, other) => other.at.localeCompare(one.at))
      .map((receipt) => {
        const credentials = receipt.credentials.filter(
          (used) => used.isRevoked || revoked.some((each) => isOf(used, each)),
        )
        const sameCopyAs = all.filter((other) => other !== receipt && hasKeyOf(receipt, other))
        return { receipt, revoked: credentials.map(({ name }) => name), sameCopyAs }
      })
  },
)

const hasKeyOf = ({ holderKeys = [] }: Receipt, other: Receipt) =>
  holderKeys.some((key) => other.holderKeys?.includes(key))

/** A receipt kept by an older version knows the name alone. */
const isOf = ({ exchange, name }: ReceiptCredential, issued: IssuedCredential): boolean =>
  exchange === undefined ? sameCredential(name, issued.name) : exchange === issued.id
