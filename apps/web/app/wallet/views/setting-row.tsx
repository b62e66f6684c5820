import { classNames } from '../../ui/class-names.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface SettingRowProps {
  icon: IconName
  title: string
  text: string
  /** It can't be undone. */
  isFinal?: boolean
  onPress: () => void
}

/** An action on the whole wallet, with its effect. */
export function SettingRow({ icon, title, text, isFinal = false, onPress }: SettingRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="group flex w-full cursor-pointer items-start gap-3.5 p-4 text-left focus-visible:-outline-offset-2"
      >
        <Icon name={icon} className={classNames('mt-0.5', isFinal ? 'text-clay' : 'text-forest')} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold decoration-1 underline-offset-4 group-hover:underline">{title}</span>
          <span className="block text-small text-mute">{text}</span>
        </span>
      </button>
    </li>
  )
}
