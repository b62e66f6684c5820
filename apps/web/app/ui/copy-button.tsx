import { useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'
import { Icon } from './icon.tsx'
import { t } from './texts.ts'

const confirmationTime = 2_500

interface CopyButtonProps {
  /** Copied to the clipboard. */
  value: string
  label: string
  size?: ButtonSize
  variant?: ButtonVariant
  onCopied?: () => void
}

/** Where the browser refuses the clipboard (plain http, no permission), it offers the text for manual selection. */
export function CopyButton({ value, label, size, variant = 'ghost', onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), confirmationTime)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
      onCopied?.()
      announce(t('linkCopied'))
    } catch {
      setOutcome('refused')
      announce(t('copyingRefused'))
    }
  }

  return (
    <>
      <Button variant={variant} size={size} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'tick' : 'copy'} size={18} />
        {outcome === 'copied' ? t('copied') : label}
      </Button>
      {outcome === 'refused' ? (
        <input
          readOnly
          value={value}
          aria-label={t('linkByHand')}
          onCopy={onCopied}
          onFocus={(event) => event.target.select()}
          className="min-h-11 w-full rounded-xl border border-edge bg-paper px-3 text-small"
        />
      ) : null}
    </>
  )
}
