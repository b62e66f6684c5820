import { timings } from '@lastmile/contracts/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../ui/announce.ts'
import { Confetti } from '../../ui/confetti.tsx'
import { secretMarkAttribute, secretMarkPresses } from '../../ui/secret-mark.tsx'
import { t } from './texts.ts'
import type { MenuOutcome } from './use-menu-actions.ts'

const confirmationTime = 5_000

/**
 * The operator's hidden menu on every page of the demo: Ctrl+K, Cmd+K or five presses on the mark at the foot of the
 * page, at any speed, open it. Its code loads then.
 */
export function SecretMenu() {
  const [fetched, setFetched] = useState<typeof import('./palette.tsx')>()
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<MenuOutcome>()
  const [throws, setThrows] = useState(0)

  const report = (news: MenuOutcome) => {
    setOutcome(news)
    if (news.confetti) setThrows((count) => count + 1)
    // Screen readers skip the page behind a dialog until the dialog closes.
    if (!news.link) setTimeout(() => announce(news.text))
  }

  const open = async () => {
    try {
      setFetched(await import('./palette.tsx'))
      setOpen(true)
    } catch {
      report({ text: t('notLoaded') })
    }
  }

  const toggle = useEffectEvent(() => {
    if (isOpen) setOpen(false)
    // Another open dialog goes first.
    else if (document.querySelector('dialog[open]') === null) void open()
  })

  useEffect(() => {
    let presses = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      toggle()
    }
    const onClick = ({ target }: MouseEvent) => {
      const isMark = target instanceof Element && target.closest(`[${secretMarkAttribute}]`) !== null
      presses = isMark ? presses + 1 : 0
      if (presses < secretMarkPresses) return
      presses = 0
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('click', onClick)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('click', onClick)
    }
  }, [])

  const forget = () => setOutcome(undefined)

  return (
    <>
      {isOpen && fetched ? <fetched.Palette onClose={() => setOpen(false)} onDone={report} /> : null}
      {throws > 0 ? <Confetti key={throws} duration={timings.confettiOnCommand} /> : null}
      {outcome?.link && fetched ? (
        <fetched.LinkByHand link={outcome.link} text={outcome.text} onCopied={outcome.onCopied} onClose={forget} />
      ) : null}
      {outcome && !outcome.link ? <Confirmation key={outcome.text} text={outcome.text} onGone={forget} /> : null}
    </>
  )
}

/** Visual only: the announcer has said it. */
function Confirmation({ text, onGone }: { text: string; onGone: () => void }) {
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const timer = setTimeout(() => gone(), confirmationTime)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p
      aria-hidden="true"
      data-testid="menu-outcome"
      className="pointer-events-none fixed top-20 left-4 z-20 w-fit max-w-[min(36rem,calc(100vw-32px))] animate-rise rounded-2xl border border-line bg-night px-5 py-3 text-center text-small text-on-night shadow-lift"
    >
      {text}
    </p>
  )
}
