import { locale } from '@lastmile/contracts/site'
import { setupI18n } from '@lingui/core'
import { TransNoContext } from '@lingui/react/server'
import type { ReactElement } from 'react'

/**
 * Each directory keeps its words in a `texts.en.json` of ICU messages (placeholders, plural rules) and loads them with
 * `textsOf`. Another language is another file beside it.
 */
export type Catalog = Readonly<Record<string, string>>

/** Values of a message's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** Substituted before elements are parsed: a value with `<b>`, as visitors' content may have, must stay text. */
const asText = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', '<\u2060') : value,
    ]),
  )

const i18n = setupI18n()
i18n.load(locale, {})
i18n.activate(locale)

/**
 * @param catalogName keeps the ids of different catalogs apart
 * @returns `t` for plain text, and `T` for text in which `<name>…</name>` stands for an element
 */
export function textsOf<Messages extends Catalog>(catalogName: string, catalog: Messages) {
  type Id = keyof Messages & string
  const idOf = (id: Id) => `${catalogName}.${id}`
  i18n.load(locale, Object.fromEntries(Object.entries(catalog).map(([id, message]) => [idOf(id), message])))

  const t = (id: Id, values?: Values): string => i18n._(idOf(id), values)

  function T({ id, values, elements }: { id: Id; values?: Values; elements: Readonly<Record<string, ReactElement>> }) {
    return <TransNoContext lingui={{ i18n }} id={idOf(id)} values={asText(values)} components={elements} />
  }

  /** Whether the message exists, for codes from elsewhere. */
  const has = (id: string): id is Id => Object.hasOwn(catalog, id)

  return { t, T, has }
}
