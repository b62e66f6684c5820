/** For all dialogs; the width varies. */
export const dialogLooks =
  'm-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] animate-rise scroll-pb-28 overflow-y-auto rounded-panel border border-line bg-paper text-ink shadow-lift forced-colors:border-2 [--around:clamp(20px,4vw,36px)]'
