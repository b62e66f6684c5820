import { type ReactNode, useId, useState } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import {
  type Consent,
  type ConsentCategory,
  everything,
  nothingOptional,
  readConsent,
  refusesTracking,
} from './consent.ts'
import { giveConsent } from './give-consent.ts'

const categories: readonly { id: ConsentCategory | 'essential'; name: string; text: string }[] = [
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
  {
    id: 'functional',
    name: 'Functional',
    text: 'Would remember conveniences beyond what you asked for. Nothing on this site uses them at present.',
  },
  {
    id: 'marketing',
    name: 'Marketing',
    text: 'Would tell whether our advertising works. We run none at present, so nothing is set.',
  },
]

/** Where each choice is made, and kept when that is confirmed. */
export function SettingsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [isRefused] = useState(refusesTracking)
  const [consent, setConsent] = useState(readConsent)
  const answer = (given: Consent) => {
    giveConsent(given)
    announce('Your cookie choices are kept.')
    onClose()
  }

  return (
    <Dialog
      open
      title="Cookie settings"
      onClose={onClose}
      actions={
        isRefused ? (
          <Button onClick={onClose}>OK</Button>
        ) : (
          <>
            <Button onClick={() => answer(consent)}>Save my choices</Button>
            <Button variant="ghost" onClick={() => answer(nothingOptional)}>
              Decline all
            </Button>
            <Button variant="ghost" onClick={() => answer(everything)}>
              Accept all
            </Button>
          </>
        )
      }
      data-testid="cookie-settings"
    >
      {isRefused ? (
        <Notice title="Your browser has answered for you.">
          It sends Global Privacy Control, which asks sites not to track. So everything optional is off and stays off
          until you change that in your browser.
        </Notice>
      ) : (
        <p>You can change this whenever you like. Switching something off deletes what it has kept in your browser.</p>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {categories.map(({ id, name, text }) => (
          <li key={id}>
            <Choice
              name={name}
              text={text}
              isOn={id === 'essential' || consent[id]}
              onChange={id === 'essential' || isRefused ? undefined : (isOn) => setConsent({ ...consent, [id]: isOn })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface ChoiceProps {
  name: string
  text: string
  isOn: boolean
  /** Left out where there is nothing to choose. */
  onChange: ((isOn: boolean) => void) | undefined
}

function Choice({ name, text, isOn, onChange }: ChoiceProps) {
  const textId = useId()
  return (
    <label className="flex cursor-pointer items-start gap-4 py-4 has-disabled:cursor-default">
      <span className="flex-1">
        <span className="font-semibold text-ink">{name}</span>
        {onChange ? null : <span className="text-small"> ({isOn ? 'always on' : 'off'})</span>}
        <span id={textId} className="mt-0.5 block text-small">
          {text}
        </span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked
        role="switch"
        aria-label={name}
        aria-describedby={textId}
        checked={isOn}
        disabled={!onChange}
        onChange={(event) => onChange?.(event.target.checked)}
        className="switch mt-0.5"
      />
    </label>
  )
}
