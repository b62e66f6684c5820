import { builtAlone } from './built-alone.ts'

/** Inlined in documents, where no import works. */
export const firstPaintScript = (): Promise<string> => builtAlone('app/site/first-paint.ts')
