import type { Receipt } from '@lastmile/contracts'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { receiptOf } from '@lastmile/journey'
import type { Middleware } from '@reduxjs/toolkit'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { revokedWasRefused } from '../../state/preferences/preferences-slice.ts'
import { selectProtocolOf } from '../../state/preferences/protocol.ts'
import type { RootState } from '../../state/root-state.ts'
import { selectCurrentStep, selectCurrentUseCase } from '../use-cases/use-case-selectors.ts'
import { receiptMade } from '../use-cases/use-cases-slice.ts'

/** Keeps what came of a proof, however the news arrived: its receipt, or that a revoked card was refused. */
export const receiptKeeper: Middleware<object, RootState> = (api) => (next) => (action) => {
  const before = api.getState().proof
  const result = next(action)
  const { proof } = api.getState()
  if (proof === before) return result
  if (proof.refusal === 'revoked') api.dispatch(revokedWasRefused())
  if (proof.verified === true) {
    const receipt = receiptOfStep(api.getState(), new Date())
    if (receipt) api.dispatch(receiptMade(receipt))
  }
  return result
}

/** The receipt of the current screen's proof. */
function receiptOfStep(state: RootState, now: Date): Receipt | undefined {
  const { id, presentation } = state.proof
  const character = selectCurrentCharacter(state)
  const useCase = selectCurrentUseCase(state)
  const step = selectCurrentStep(state)
  if (id === null || !character || !useCase || !step || !hasRole(step, 'proof')) return undefined
  const { verifier, requestOptions } = step.screen
  const asked = requestOptions.requestedCredentials.map(({ name }) => name)
  const protocol = selectProtocolOf(state, asked)
  const holderKeys = presentation?.requested_proof.holder_keys
  const exchanges = state.credentials.issuedCredentials
  const made = { id, at: now.toISOString(), character, useCase, verifier, options: requestOptions, exchanges }
  return receiptOf({ ...made, protocol, holderKeys })
}
