/** Why a wallet's last call could not be read, for people. The exchange is still open. */
export const unreadableTexts = {
  'unreadable-fields': 'A part of what the wallet sent is missing or has another form than the specification gives it.',
  'unreadable-encryption': 'What the wallet sent was not encrypted, or not as this site asks.',
  'unreadable-content': 'What the wallet had encrypted has another form than the specification gives it.',
} as const
