/**
 * As `AbortSignal.timeout`, for `AbortSignal.any`: Node 20 collects that one as garbage when only `any` refers to it,
 * and it never fires.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms).unref()
  return controller.signal
}
