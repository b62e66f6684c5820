/** Targets of a page of the site (quality targets, speed and accessibility). Kilobytes are 1000 bytes, gzipped. */
export const pageTargets = {
  /** The document, its inline styles included, and style sheets that the first paint waits for. */
  documentKb: 22,
  /** All scripts, before and after the visitor does something, those inside the document included. */
  scriptKb: 20,
  /** Lighthouse for mobile, of 100. */
  scores: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 },
  /** Cumulative layout shift. */
  layoutShift: 0.01,
} as const

/** Targets of a screen of the application. Nothing is promised of its Lighthouse scores. */
export const screenTargets = {
  /** All scripts of its first load, and of what is used on it before another screen shows. */
  scriptKb: 180,
  /** Cumulative layout shift. */
  layoutShift: 0.05,
} as const

/** Of the picture that stands for a page where a link to it is shared, in pixels. */
export const socialImageSize = { width: 1200, height: 630 } as const
