import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'

export interface Card {
  title: string
  text: ReactNode
  /** Above the title. */
  picture: ReactNode
  /** A page of this site with more detail. */
  link?: { to: string; label: string }
}

interface CardGridProps {
  cards: readonly Card[]
  /** On wide screens. */
  columns?: 2 | 3
}

/** Items of equal rank, side by side. Belongs in a section: the titles are h3. */
export function CardGrid({ cards, columns = 3 }: CardGridProps) {
  return (
    <ul className={classNames('grid gap-5 lg:gap-7', columns === 3 ? 'lg:grid-cols-3' : 'md:grid-cols-2')}>
      {cards.map((card) => (
        <li
          key={card.title}
          className="flex flex-col items-start gap-5 rounded-panel border border-line bg-paper p-[clamp(20px,2.4vw,32px)] text-ink"
        >
          {card.picture}
          <div className="flex flex-1 flex-col items-start">
            <h3 className="text-heading">{card.title}</h3>
            <p className="mt-3 text-mute">{card.text}</p>
            {card.link ? (
              <Button to={card.link.to} variant="quiet" className="mt-auto pt-3">
                {card.link.label}
                <Icon name="next" size={18} />
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
