/**
 * The constant words that begin a library's message. The rest may hold personal data, which must not be logged:
 * labels, values, whole message bodies.
 */
export function loggableReason(said: unknown): string {
  // Credo also throws errors whose message is another error.
  let message = said
  for (let depth = 0; message instanceof Error && depth < 3; depth++) message = message.message
  if (typeof message !== 'string') return ''
  const end = message.search(/[:;('"`{[\n\d]/)
  return (end < 0 ? message : message.slice(0, end)).trim().slice(0, 120)
}
