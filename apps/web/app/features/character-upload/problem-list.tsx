import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { FileProblem } from './read-file.ts'
import { t } from './texts.ts'

/** More than one pass can fix; the rest is counted. */
const shownProblems = 50

/** Every problem of the file, with its path; takes the focus as the answer to the press. */
export function ProblemList({ file, problems }: { file: string; problems: readonly FileProblem[] }) {
  const heading = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new problems need the focus again
  useEffect(() => heading.current?.focus(), [problems])
  const more = problems.length - shownProblems

  return (
    <section className="@container mt-5 rounded-2xl bg-clay-soft p-4 text-small text-ink" data-testid="problems">
      <p ref={heading} tabIndex={-1} className="flex gap-3 rounded-md font-semibold outline-offset-4">
        <Icon name="warning" size={22} className="text-clay" />
        {t('problems', { count: problems.length, file })}
      </p>
      <ol className="mt-3 grid gap-2.5 @min-[28rem]:pl-8.5">
        {problems.slice(0, shownProblems).map(({ path, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced, and a path may occur twice
          <li key={index} className="border-t border-edge/40 pt-2.5">
            <code translate="no" className="block font-mono text-tiny [overflow-wrap:anywhere]">
              {path || t('wholeFile')}
            </code>
            <span className="[overflow-wrap:anywhere]">{message}</span>
          </li>
        ))}
      </ol>
      {more > 0 ? <p className="mt-3 font-semibold @min-[28rem]:pl-8.5">{t('moreProblems', { count: more })}</p> : null}
    </section>
  )
}
