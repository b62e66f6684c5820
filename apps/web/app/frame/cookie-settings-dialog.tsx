import type { ConsentCategory } from '../consent/consent.ts'
import { cookieSettingsId, settingsAnswers, settingsMarks } from '../site/cookie-settings.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { dialogLooks } from '../ui/dialog-looks.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/notice.tsx'

const used: readonly { id: ConsentCategory | 'essential'; name: string; text: string }[] = [
  {
    id: 'essential',
    name: 'Essential',
    text: 'Keep your demo going, the theme you picked and this choice. The site cannot do without them.',
  },
  {
    id: 'analytics',
    name: 'Analytics',
    text: 'Show us which pages and steps people use. Never what you type, nor what your wallet holds.',
  },
]

const unused = [
  { name: 'Functional', text: 'Would remember conveniences beyond what you asked for.' },
  { name: 'Marketing', text: 'Would tell whether our advertising works. We run none.' },
] as const

const ifRefused = { [settingsMarks.refused]: '', hidden: true }
const ifOpen = { [settingsMarks.open]: '' }

/** The individual choices. Plain markup at the end of every page, which `cookie-settings.ts` opens and reads. */
export function CookieSettingsDialog() {
  return (
    <dialog
      id={cookieSettingsId}
      aria-labelledby="cookie-settings-title"
      aria-describedby="cookie-settings-text"
      data-testid="cookie-settings"
      className={classNames(dialogLooks, 'max-w-lg')}
    >
      <div className="p-[clamp(20px,4vw,36px)]">
        <form method="dialog" className="flex items-start gap-4">
          <h2 id="cookie-settings-title" className="flex-1 text-heading">
            Cookie settings
          </h2>
          <IconButton type="submit" icon="cross" label="Close" className="-mt-2 -mr-2" />
        </form>
        <form method="dialog" className="mt-3 text-mute">
          <div {...ifRefused}>
            <Notice title="Your browser has answered for you.">
              It sends Global Privacy Control, which asks sites not to track. So everything optional is off and stays
              off until you change that in your browser.
            </Notice>
          </div>
          <p {...ifOpen} id="cookie-settings-text">
            You can change this whenever you like. Switching something off deletes what it has kept in your browser.
          </p>
          <ul className="mt-5 divide-y divide-line border-y border-line">
            {used.map((category) => (
              <li key={category.id}>
                <Choice {...category} />
              </li>
            ))}
            {unused.map(({ name, text }) => (
              <li key={name} className="py-4">
                <span className="font-semibold text-ink">{name}</span> <span className="text-small">(not used)</span>
                <span className="mt-0.5 block text-small">{text}</span>
              </li>
            ))}
          </ul>
          <div {...ifOpen} className="mt-7 flex flex-wrap gap-3">
            <Button type="submit" value={settingsAnswers.chosen}>
              Save my choices
            </Button>
            <Button type="submit" variant="ghost" value={settingsAnswers.nothing}>
              Decline all
            </Button>
            <Button type="submit" variant="ghost" value={settingsAnswers.everything}>
              Accept all
            </Button>
          </div>
          <div {...ifRefused} className="mt-7">
            <Button type="submit">OK</Button>
          </div>
        </form>
      </div>
    </dialog>
  )
}

function Choice({ id, name, text }: (typeof used)[number]) {
  const isEssential = id === 'essential'
  const textId = `cookie-settings-${id}`
  return (
    <label className="flex cursor-pointer items-start gap-4 py-4 has-disabled:cursor-default">
      <span className="flex-1">
        <span className="font-semibold text-ink">{name}</span>
        {isEssential ? (
          <span className="text-small"> (always on)</span>
        ) : (
          <span {...ifRefused} className="text-small">
            {' '}
            (off)
          </span>
        )}
        <span id={textId} className="mt-0.5 block text-small">
          {text}
        </span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
        role="switch"
        aria-label={name}
        aria-describedby={textId}
        name={isEssential ? undefined : id}
        defaultChecked={isEssential}
        disabled={isEssential}
        className="switch mt-0.5"
      />
    </label>
  )
}
