import type { HistoryEntry } from '@lastmile/holder'
import { mayHaveShownMore } from '@lastmile/holder/disclosure'
import { useState } from 'react'
import { conditionText } from '../../texts/condition-text.ts'
import { listText, momentText } from '../../texts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { attributeName, kindName, nameOf, quoted } from '../party-display.ts'
import { has, t } from '../texts.ts'

/** Its name is the request's, not a credential's. */
const isOfRequest = ({ what }: HistoryEntry) => /^(shared|request-.*)$/.test(what)

/** The sentence for an entry's reason or for a request without a title, as by OpenID4VC, or else for what happened. */
export function historySentence(entry: HistoryEntry): string {
  const { what, why, name } = entry
  const special = why ?? (name ? undefined : 'untitled')
  const id = `history.${what}.${special}`
  return t(has(id) ? id : `history.${what}`, {
    who: nameOf(entry.with),
    name: name && isOfRequest(entry) ? quoted(name) : kindName(entry, entry.with),
  })
}

/** Shown before the visitor asks for all entries. */
const shownFirst = 5

/** Shared data with recipient and time, newest first. */
export function HistoryList({ history }: { history: readonly HistoryEntry[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? history : history.slice(0, shownFirst)
  return (
    <section aria-labelledby="wallet-history">
      <h3 id="wallet-history" className="text-[1.1875rem] leading-snug">
        {t('history')}
      </h3>
      {history.length === 0 ? <p className="mt-2 text-small text-mute">{t('noHistory')}</p> : null}
      <ol className="mt-3 grid gap-3">
        {shown.map((entry) => (
          <li key={entry.id} className="border-l-2 border-line pl-3.5 text-small wrap-anywhere">
            <p>{historySentence(entry)}</p>
            <Shared entry={entry} />
            <p className="text-tiny text-mute">{momentText(new Date(entry.at).toISOString())}</p>
          </li>
        ))}
      </ol>
      {history.length > shown.length ? (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          {t('showAll', { count: history.length })}
        </Button>
      ) : null}
    </section>
  )
}

function Shared({ entry }: { entry: HistoryEntry }) {
  const { at, what, shown = [], visible = [], proved = [], confirmed = [], unrevoked = [], unread = [] } = entry
  if (what !== 'shared') return null
  const namesOf = (all: readonly { name: string }[] | readonly string[]) =>
    listText(all.map((each) => attributeName(typeof each === 'string' ? each : each.name, entry.with)))
  const facts = [
    ...proved.map((fact) => `${attributeName(fact.name, entry.with)} ${conditionText(fact.name, fact, new Date(at))}`),
    ...unrevoked.map((name) => t('notRevoked', { credential: kindName({ name }, entry.with) })),
  ]
  const lines = [
    shown.length > 0 && t('shownWere', { what: namesOf(shown) }),
    visible.length > 0 && t('visibleWere', { what: namesOf(visible) }),
    t('factsWere', { card: entry.with.isDirect ? 'copy' : 'proved' }),
    mayHaveShownMore(entry) && t('mayHaveShownMore', { who: nameOf(entry.with) }),
    unread.length > 0 && t('unreadWere', { what: listText(unread.map((name) => kindName({ name }, entry.with))) }),
    confirmed.length > 0 && t('confirmedWere', { what: namesOf(confirmed) }),
    facts.length > 0 && t('provedWere', { what: listText(facts) }),
  ]
  return lines.map((line) =>
    line ? (
      <p key={line} className="text-mute">
        {line}
      </p>
    ) : null,
  )
}
