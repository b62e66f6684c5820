import en from './texts.en.json' with { type: 'json' }

export type TextId = keyof typeof en

/** A text of the catalog, its placeholders filled. */
export const t = (id: TextId, values: Readonly<Record<string, string | number>> = {}): string =>
  en[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

/** Whether the text exists, for codes from elsewhere. */
export const has = (id: string): id is TextId => Object.hasOwn(en, id)
