/**
 * Texts that are specified literally (docs/product.md, section 8). Visitors read them from the catalogs; tests
 * hold the catalogs against this table, which is written from the order alone. Imports nothing.
 */
const restart = "We're sorry, but you're going to have to restart. If this issue persists, please contact us."

/** Messages are sentences of their own; within another one they end without a full stop. */
const withoutStop = (message: string) => message.replace(/[.\s]+$/, '')

export const errorTexts = {
  credentialDefinition: (message: string) => `Error getting credential definition: ${message}`,
  issuanceTimedOut: `The request timed out. ${restart}`,
  issuanceTimedOutInDemo:
    "The request timed out. We're sorry, but you're going to have to restart the demo. If this issue persists, please contact us.",
  issuanceFailed: (message: string) =>
    `The request has failed with the following error: ${withoutStop(message)}. ${restart}`,
  issuanceFailedDefault: 'Issue Credential Error',
  issuanceFailedTitle: 'There seems to be an issue.',
  deepLinkIssuanceFailed: 'Failed to issue deep credential after multiple attempts',
  contactFailed: 'Failed to send message. Please try again.',
  contactFailedLater: 'Failed to send message. Please try again later.',
  socket: (message: string) => `Connection error: ${message}`,
} as const

export const dialogTexts = {
  notReceived: {
    title: 'Credential Issuance Failed',
    text: 'There was a problem issuing your credential. Would you like to try again?',
    action: 'Try Again',
  },
  unexpectedContent: { title: "That's not what we expected.", action: 'OK' },
  noCharacterInFlow: { title: 'Woops...', text: "That's not gone well. Please restart the demo." },
  noCharacterPicked: { title: 'Woops...', text: "You haven't picked your character yet. Please restart the demo." },
  leaveFlow: {
    title: 'Are you sure you want to leave?',
    text: "Your progress will be lost and you'll be redirected to the homepage.",
  },
  leaveUseCase: { title: 'Are you sure you want to leave?', text: "You'll be redirected to the dashboard." },
  leaveCharacter: { title: 'Are you sure you want to leave?', text: 'This will reset your dashboard.' },
  showcaseCompleted: { title: 'Showcase Completed!', finish: 'FINISH', cancel: 'CANCEL' },
} as const

export const labels = {
  next: 'NEXT',
  skip: 'SKIP',
  finish: 'FINISH',
  back: 'BACK',
  start: 'START',
  complete: 'COMPLETE',
  leave: 'LEAVE',
  stay: 'STAY',
  tryAgain: 'Try Again',
  use: 'USE',
  revoke: 'REVOKE',
  readMore: 'READ MORE',
  readLess: 'READ LESS',
  haveWallet: 'I HAVE MY WALLET',
  alreadyHaveCredential: 'I Already Have my Credential',
  notReceived: "I didn't receive anything",
  locked: "You haven't unlocked the required credentials yet.",
  usingCredentials: 'Using your credentials',
  revokingCredentials: 'Revoking your credentials',
  interactingWith: "You're interacting with",
  needToPresent: "You'll need to present",
  followPath: 'Follow this path',
  connectionEstablished: 'Connection Established!',
} as const
