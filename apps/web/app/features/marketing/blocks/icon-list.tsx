import { Icon, type IconName } from '../../../ui/icon.tsx'

interface IconListProps {
  title: string
  items: readonly string[]
  /** Before every item; green for a tick. */
  icon: IconName
}

export const IconList = ({ title, items, icon }: IconListProps) => (
  <div>
    <h3 className="text-heading">{title}</h3>
    <ul className="mt-5 grid gap-4">
      {items.map((item) => (
        <li key={item} className="grid grid-cols-[24px_1fr] gap-3.5">
          <Icon name={icon} size={24} className={icon === 'tick' ? 'text-forest' : 'opacity-70'} />
          <span className="measure text-pretty">{item}</span>
        </li>
      ))}
    </ul>
  </div>
)
