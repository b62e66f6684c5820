import type { Receipt } from '@lastmile/contracts'
import { includesCredential } from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import type { RootState } from '../../state/root-state.ts'
import { selectRevokedNames } from '../use-cases/use-case-selectors.ts'

export interface KeptReceipt {
  receipt: Receipt
  /** Names of its credentials revoked since. */
  revoked: string[]
}

/** Newest first. */
export const selectReceipts = createSelector(
  [(state: RootState) => state.useCases.receipts, selectRevokedNames],
  (receipts, revoked): KeptReceipt[] =>
    Object.values(receipts)
      .sort((one, other) => other.at.localeCompare(one.at))
      .map((receipt) => ({
        receipt,
        revoked: receipt.credentials.map(({ name }) => name).filter((name) => includesCredential(revoked, name)),
      })),
)
