import type { Character, Protocol, UseCase, UseCaseScreen, UseCaseStep } from '@lastmile/contracts'
import { verifierOf } from '@lastmile/contracts/party-of-screen'
import { defaultProtocol } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { parseUseCaseScreen } from '@lastmile/contracts/screens'
import {
  askedAt,
  attributeLabelIn,
  credentialLabel,
  credentialNamed,
  includesCredential,
  parseUseCase,
  type Sent,
  screenToldBy,
} from '@lastmile/journey'
import { useMemo } from 'react'
import { useAppSelector } from '../../state/app-thunk.ts'
import { selectProtocolOf } from '../../state/preferences/protocol.ts'
import type { RootState } from '../../state/root-state.ts'
import { listText } from '../../texts/formats.ts'
import {
  selectProtocolOfIssuing,
  selectProtocolOfUseCase,
  selectRevokedNames,
} from '../../visit/use-cases/use-case-selectors.ts'
import { t } from './texts.ts'

/** The family by which the party of a screen is met; that of the answer, once there is one. */
function selectProtocolOfScreen(state: RootState, useCase: UseCase, screen: UseCaseScreen): Protocol {
  const step = parseUseCaseScreen(screen)
  if (hasRole(step, 'connection')) return selectProtocolOfUseCase(state, useCase)
  if (screen.credentials) return selectProtocolOfIssuing(state, useCase, screen.credentials)
  const verifier = verifierOf(useCase, screen).name
  const answered = Object.values(state.useCases.receipts).findLast(
    (receipt) => receipt.useCase.slug === useCase.id && receipt.verifier === verifier,
  )
  if (answered && hasRole(step, 'end')) return answered.protocol
  const asked = screen.requestOptions?.requestedCredentials ?? askedAt(useCase, screen)
  const names = asked.map(({ name }) => name)
  return names.length > 0 ? selectProtocolOf(state, names) : selectProtocolOfUseCase(state, useCase)
}

/** The steps of a use case, each in the words of the family by which its party is met. */
export function useToldSteps(character: Character, useCase: UseCase): UseCaseStep[] {
  const families = useAppSelector((state) =>
    useCase.screens.map((screen) => selectProtocolOfScreen(state, useCase, screen)).join(),
  )
  return useMemo(() => {
    const protocols = families.split(',') as Protocol[]
    const screens = useCase.screens.map((screen, index) => {
      const isOver = hasRole(parseUseCaseScreen(screen), 'end')
      const plainly = (sent: readonly Sent[]) =>
        t(isOver ? 'askedToSee' : 'asksToSee', {
          verifier: verifierOf(useCase, screen).name,
          details: listText(sent.flatMap((card) => labelsIn(character, card))),
        })
      return screenToldBy(protocols[index] ?? defaultProtocol, useCase, screen, plainly)
    })
    return parseUseCase({ ...useCase, screens })
  }, [character, useCase, families])
}

const labelsIn = (character: Character, { name, shown }: Sent) =>
  shown.map((attribute) => `“${attributeLabelIn(credentialNamed(character, name), attribute)}”`)

/** Of a revoked card that is shown on purpose no story of content is true (record 103). */
export function useRevokedText(character: Character, useCase: UseCase, step: UseCaseStep | undefined) {
  const revokedNames = useAppSelector(selectRevokedNames)
  const isRefused = useAppSelector(({ proof }) => proof.refusal === 'revoked')
  if (!step || !(hasRole(step, 'page') || hasRole(step, 'proof'))) return undefined
  const { screen } = step
  const verifier = verifierOf(useCase, screen).name
  if (hasRole(step, 'proof') && isRefused) return t('revokedWasShown', { verifier })
  const asked = screen.requestOptions?.requestedCredentials ?? askedAt(useCase, screen)
  const revoked = asked.filter(({ name, nonRevoked }) => nonRevoked && includesCredential(revokedNames, name))
  if (revoked.length === 0) return undefined
  const credentials = listText(revoked.map(({ name }) => credentialLabel(character, name)))
  return t('revokedIsShown', { credentials, count: revoked.length, verifier })
}
