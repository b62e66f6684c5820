import { LogoMark } from './logo.tsx'
import { t } from './texts.ts'

/** A button that carries this attribute opens the hidden menu when it is pressed often enough in a row. */
export const secretMarkAttribute = 'data-secret-mark'
export const secretMarkPresses = 5

/** Looks like a mark at the foot of the page, and can be pressed: by touch, by switch, by keyboard. */
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
