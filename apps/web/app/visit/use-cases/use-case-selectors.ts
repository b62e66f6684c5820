import type { IssuedCredential, ScreenConnection, UseCase } from '@lastmile/contracts'
import {
  isConnected,
  isDemoCompleted,
  isIssued,
  type Lock,
  lockOf,
  sameCredential,
  visibleUseCases,
} from '@lastmile/journey'
import { createSelector } from '@reduxjs/toolkit'
import { isUseCaseScreen } from '../../exchanges/connecting/screen-key.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import type { RootState } from '../../state/root-state.ts'

export interface UseCaseCard {
  useCase: UseCase
  lock: Lock
  completed: boolean
}

const isRevoked = (credential: IssuedCredential) => credential.state === 'credential_revoked'

export const selectRevokedNames = createSelector(
  [(state: RootState) => state.credentials.issuedCredentials],
  (entries) => entries.filter(isRevoked).map((credential) => credential.name),
)

/** The dashboard's list: visible use cases, locked or completed. */
export const selectUseCaseCards = createSelector(
  [
    selectCurrentCharacter,
    (state: RootState) => state.preferences.showHiddenUseCases,
    (state: RootState) => state.preferences.completedUseCaseSlugs,
    (state: RootState) => state.credentials.issuedCredentials,
    (state: RootState) => state.credentials.heldCredentials,
    selectRevokedNames,
  ],
  (character, showHidden, completedSlugs, credentials, held, revoked): UseCaseCard[] =>
    (character ? visibleUseCases(character, showHidden) : []).map((useCase) => ({
      useCase,
      lock: lockOf(useCase, { credentials, held, revoked }),
      completed: completedSlugs.includes(useCase.id),
    })),
)

export function selectIsDemoCompleted(state: RootState): boolean {
  const character = selectCurrentCharacter(state)
  const { showHiddenUseCases, completedUseCaseSlugs } = state.preferences
  return character !== undefined && isDemoCompleted(character, showHiddenUseCases, completedUseCaseSlugs)
}

/** The 'Revoking your credentials' section, under three conditions (docs/product.md, section 6). */
export const selectRevocations = createSelector(
  [
    selectCurrentCharacter,
    (state: RootState) => state.preferences.revocationEnabled,
    (state: RootState) => state.credentials.revokableCredentials,
    (state: RootState) => state.credentials.issuedCredentials,
  ],
  (character, enabled, revokable, issued) => {
    if (!enabled || !character) return []
    return character.revocationInfo.flatMap((info) => {
      const name = info.credentialName
      if (!revokable.some((candidate) => sameCredential(candidate.name, name))) return []
      // Until a new one is in the wallet, the one that is there is revoked.
      return [{ info, revoked: !issued.some((entry) => sameCredential(entry.name, name) && isIssued(entry.state)) }]
    })
  },
)

/** The connection for use cases without a CONNECTION screen: one that issued a credential, or onboarding's last. */
export function selectRidingConnection(state: RootState): ScreenConnection | undefined {
  const { connection, credentials } = state
  const connected = Object.entries(connection.byScreen)
    .filter(([screen, { state }]) => !isUseCaseScreen(screen) && isConnected(state))
    .map(([, candidate]) => candidate)
  return (
    connected.findLast(({ id }) =>
      credentials.issuedCredentials.some((entry) => entry.connectionId === id && isIssued(entry.state)),
    ) ?? connected.at(-1)
  )
}
