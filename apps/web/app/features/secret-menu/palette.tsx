import { type ActionImpl, KBarProvider, useKBar, useMatches } from 'kbar'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useModal } from '../../ui/use-modal.ts'
import { t } from './palette-texts.ts'
import { type MenuOutcome, useMenuActions } from './use-menu-actions.ts'

/** The gate opens and closes the menu: kbar's keys, scroll lock and visibility are unused. */
const kbarOptions = { disableDocumentLock: true, disableScrollbarManagement: true }

/** kbar searches at most every 100 ms: an earlier Enter waits, or it would pick an outdated result. */
const searchDelay = 200

/**
 * The command palette. kbar stores, searches and sorts the options; the dialog and its roles are ours, because kbar's
 * list is neither modal nor labelled for screen readers.
 */
export function Palette({ onClose, onDone }: { onClose: () => void; onDone: (outcome: MenuOutcome) => void }) {
  const actions = useMenuActions(onDone)
  return (
    <KBarProvider actions={actions} options={kbarOptions}>
      <PaletteDialog onClose={onClose} />
    </KBarProvider>
  )
}

function PaletteDialog({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose)
  const id = useId()
  // kbar updates its text too late for a controlled field.
  const [search, setSearch] = useState('')
  const typedAt = useRef(0)
  const { query, activeIndex } = useKBar(({ activeIndex }) => ({ activeIndex }))
  const { results } = useMatches()
  const options = results.filter((result): result is ActionImpl => typeof result !== 'string')
  const active = Math.min(activeIndex, options.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const choose = (option: ActionImpl | undefined) => {
    if (!option) return
    onClose()
    option.command?.perform(option)
  }

  const chooseActive = useRef(() => {})
  useEffect(() => {
    chooseActive.current = () => choose(options[active])
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) query.setActiveIndex((active + step + options.length) % options.length)
    else if (event.key === 'Enter')
      setTimeout(() => chooseActive.current(), searchDelay - (Date.now() - typedAt.current))
    else return
    event.preventDefault()
  }

  return (
    <dialog
      {...modal}
      aria-label={t('title')}
      data-testid="secret-menu"
      className="mx-auto mt-[min(12dvh,7rem)] mb-auto max-h-[min(36rem,calc(100dvh-24px))] w-[calc(100vw-24px)] max-w-140 animate-rise overflow-hidden rounded-panel border border-line bg-paper text-ink shadow-lift"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-1 border-b border-line p-2 pl-3">
          <input
            role="combobox"
            aria-label={t('search')}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
            placeholder={t('placeholder')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={search}
            onChange={(event) => {
              typedAt.current = Date.now()
              setSearch(event.target.value)
              query.setSearch(event.target.value)
              query.setActiveIndex(0)
            }}
            onKeyDown={onKeyDown}
            className="min-h-12 min-w-0 flex-1 rounded-lg bg-transparent px-2 text-[1rem] text-ellipsis placeholder:text-mute focus-visible:outline-offset-0"
          />
          <IconButton icon="cross" label={t('close')} onClick={onClose} />
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t('options')} className="min-h-0 overflow-y-auto p-2">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focused search field handles the keys
            <div
              key={option.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => choose(option)}
              onPointerMove={() => query.setActiveIndex(index)}
              className={classNames(
                'flex min-h-12 cursor-pointer items-center gap-3.5 rounded-xl px-3 py-2 leading-snug',
                index === active &&
                  'bg-leaf-soft font-semibold forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-solid',
              )}
            >
              <Icon name={option.icon as IconName} className="text-forest" />
              {option.name}
            </div>
          ))}
        </div>
        {options.length === 0 ? <p className="px-5 pb-5 text-small text-mute">{t('none')}</p> : null}
        <p role="status" className="sr-only">
          {options.length === 0 ? t('none') : t('count', { count: options.length })}
        </p>
        <p className="border-t border-line px-5 py-2.5 text-tiny text-mute pointer-coarse:hidden">{t('hint')}</p>
      </div>
    </dialog>
  )
}

interface LinkByHandProps extends Pick<MenuOutcome, 'text' | 'onCopied'> {
  link: string
  onClose: () => void
}

/** A presenter's link that the browser did not let us copy. */
export function LinkByHand({ link, text, onCopied, onClose }: LinkByHandProps) {
  return (
    <Dialog title={t('link.refused')} onClose={onClose} actions={<Button onClick={onClose}>{t('ok')}</Button>}>
      <p>{text}</p>
      <input
        readOnly
        value={link}
        aria-label={t('link.refused')}
        onCopy={onCopied}
        onFocus={(event) => event.target.select()}
        className="mt-4 min-h-11 w-full rounded-xl border border-edge bg-paper px-3 text-small text-ink"
      />
    </Dialog>
  )
}
