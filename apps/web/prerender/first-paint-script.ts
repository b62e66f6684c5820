import { builtAlone } from './built-alone.ts'

/** It stands in documents, where there is nothing to import from. */
export const firstPaintScript = (): Promise<string> => builtAlone('app/site/first-paint.ts')
