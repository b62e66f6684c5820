import { LogoMark } from './logo.tsx'
import { t } from './texts.ts'

/** Repeated presses on a button with this attribute open the hidden menu. */
export const secretMarkAttribute = 'data-secret-mark'
export const secretMarkPresses = 5

/** Looks like a mark at the foot of the page, but accepts touch, switch and keyboard presses. */
export function SecretMark() {
  return (
    <button
      type="button"
      {...{ [secretMarkAttribute]: '' }}
      aria-label={t('secretMark', { presses: secretMarkPresses })}
      className="inline-grid size-11 shrink-0 max-sm:-ml-2.25 touch-manipulation place-items-center rounded-full"
    >
      <LogoMark size={26} />
    </button>
  )
}
