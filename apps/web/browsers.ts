/** The oldest browsers that the site is built for, and tested as (docs/pages.md). */
export const oldestBrowsers = ['safari16.4', 'ios16.4', 'chrome109', 'edge109', 'firefox128']

/** Parts that at least one of them lacks, and code of our age would use. */
export const lacking = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Document.prototype.startViewTransition',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.popover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.togglePopover',
  'Iterator',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'Set.prototype.union',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toBase64',
  'URL.canParse',
  'URL.parse',
  'navigation',
  'requestIdleCallback',
  'scheduler',
] as const
