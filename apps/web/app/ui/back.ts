import { useEffect, useEffectEvent } from 'react'

/** Uses of the browser's Back, the most urgent last: leaving the demo, the step before, closing a dialog. */
const levels = ['away', 'step', 'modal'] as const
type Level = (typeof levels)[number]

const handlers: Record<Level, (() => void)[]> = { away: [], step: [], modal: [] }

/** The one that a press goes to: of the most urgent level, the latest. */
const current = () => levels.flatMap((level) => handlers[level]).at(-1)

/** An entry of the history for the same page: a press of Back leaves it, and with it nothing that the visitor sees. */
const isTrap = () => (history.state as { isTrap?: boolean } | null)?.isTrap === true
let wasTrap = false

function arm(): void {
  // The router's own entries in it stay.
  if (current() && !isTrap()) history.pushState({ ...history.state, isTrap: true }, '')
  wasTrap = isTrap()
}

function popped(): void {
  const isPress = wasTrap && !isTrap()
  wasTrap = isTrap()
  if (!isPress) return
  const handler = current()
  // The entry is needed no more, so this press has done nothing yet.
  if (handler) {
    handler()
    arm()
  } else history.back()
}

/**
 * The browser's Back calls `handler` instead of leaving the page, while there is one.
 *
 * @param place changes with the address, where the component outlives that
 */
export function useBack(level: Level, handler: (() => void) | undefined, place = ''): void {
  const press = useEffectEvent(() => handler?.())
  const isOn = handler !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another address the history has no such entry yet
  useEffect(() => {
    wasTrap = isTrap()
    if (!isOn) return
    const list = handlers[level]
    const called = () => press()
    list.push(called)
    // Added again, it is there once.
    addEventListener('popstate', popped)
    arm()
    return () => void list.splice(list.indexOf(called), 1)
  }, [level, isOn, place])
}
