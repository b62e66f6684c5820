/** Calls back when the page is hidden or left, maybe for good. Returns a function that stops it. */
export function onPageEnd(listener: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', listener)
  }
}
