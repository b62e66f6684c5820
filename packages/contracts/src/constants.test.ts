import { expect, it } from 'vitest'
import { analyticsLimits, analyticsSendInterval } from './analytics.ts'
import * as constants from './constants.ts'

const { timings, socketReconnection, persistedState } = constants

/** docs/product.md, section 9. */
it.each<[string, unknown, unknown]>([
  ['credential issuance timeout', timings.credentialIssuanceTimeout, 10_000],
  ['deep-link issuance attempts', constants.deepLinkIssuanceAttempts, 3],
  ['their interval', timings.deepLinkIssuanceInterval, 1_000],
  ['deep-link open delay', timings.deepLinkOpenDelay, 500],
  ['connected-screen delays', [timings.connectedNotice, timings.connectedAdvance], [1_500, 2_000]],
  ['wallet modal advance', timings.walletModalAdvance, 300],
  ['wallet modal mobile breakpoint', constants.walletModalMobileBreakpoint, 760],
  ['QR code size', constants.qrCodeSize, 165],
  ['goal codes', constants.goalCodes, { issue: 'aries.vc.issue', verifyOnce: 'aries.vc.verify.once' }],
  ['wallet deep link', constants.deepLinkHost, 'aries_connection_invitation'],
  ['credential', [constants.confirmedPersonName, constants.credentialVersion], ['ConfirmedPerson', '2.0']],
  ['proof request version', constants.proofRequestVersion, '1.0.0'],
  ['persisted state', persistedState, { key: 'redux-store-root', version: 4 }],
  ['session events kept', analyticsLimits.sessionEvents, 100],
  ['analytics auto-send interval', analyticsSendInterval, 30_000],
  [
    'socket reconnection',
    socketReconnection,
    { delay: 1_000, delayMax: 5_000, randomizationFactor: 0.5, timeout: 20_000 },
  ],
  ['confetti pieces', constants.confettiPieces, 200],
  ['confetti on command and completion', [timings.confettiOnCommand, timings.confettiOnCompletion], [1_300, 10_000]],
])('%s is as specified', (_, constant, specified) => {
  expect(constant).toEqual(specified)
})
