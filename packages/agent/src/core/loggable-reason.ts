/**
 * The words of a library's message that come before anything variable. They go on with wallets' labels, values and whole
 * message bodies, which may be personal data and never belong in a log.
 */
export function loggableReason(said: unknown): string {
  // Credo also throws errors whose message is another error.
  let message = said
  for (let depth = 0; message instanceof Error && depth < 3; depth++) message = message.message
  if (typeof message !== 'string') return ''
  const end = message.search(/[:;('"`{[\n\d]/)
  return (end < 0 ? message : message.slice(0, end)).trim().slice(0, 120)
}
