import { useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pressed } from '../../tracking/presses.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { comesIntoView } from '../../ui/comes-into-view.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MessagesOf } from './messages-slice.ts'
import { t } from './texts.ts'

type MessageList = typeof import('./message-list.tsx')['MessageList']

/**
 * The protocol messages of a connection, of offers without one, or of a proof. Closed at first; fetches nothing until
 * it opens.
 * Mounted in the same place at every step, it stays open or closed as the visitor left it.
 */
export function WhatJustHappened({ about }: { about: MessagesOf | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [List, setList] = useState<MessageList>()
  const [isFailed, setFailed] = useState(false)
  const id = useId()

  const load = async () => {
    setFailed(false)
    try {
      const { MessageList } = await import('./message-list.tsx')
      setList(() => MessageList)
    } catch {
      setFailed(true)
    }
  }
  const content = useRef<HTMLDivElement>(null)
  /** By a press, not by the next step. */
  const isUnfolding = useRef(false)
  const toggle = () => {
    if (!isOpen && !List) void load()
    isUnfolding.current = !isOpen
    flushSync(() => setOpen(!isOpen))
    if (!isOpen) comesIntoView(content.current)
  }
  const listRef = useCallback((list: Element | null) => {
    if (list && isUnfolding.current) comesIntoView(list)
    isUnfolding.current = false
  }, [])

  if (!about) return null
  return (
    <section
      aria-label={t('title')}
      data-testid="what-just-happened"
      className="mt-5 rounded-panel border border-line bg-paper"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-panel px-(--pad) py-2 text-left font-semibold focus-visible:rounded-panel"
        {...pressed('button_click', 'what-just-happened')}
      >
        <Icon name="down" className={isOpen ? 'rotate-180 text-forest' : 'text-forest'} />
        {t('title')}
      </button>
      <div ref={content} id={id} hidden={!isOpen} className="px-(--pad) pb-6">
        <p className="measure mb-5 text-small text-mute">{t('hint')}</p>
        {isOpen && List ? <List key={Object.values(about).join()} about={about} listRef={listRef} /> : null}
        {isOpen && !List ? (
          <Attempt
            title={t('failed')}
            failure={isFailed ? { code: 'network' as const, message: '' } : null}
            isTrying={!isFailed}
            onRetry={() => void load()}
          >
            {t('loading')}
          </Attempt>
        ) : null}
      </div>
    </section>
  )
}
