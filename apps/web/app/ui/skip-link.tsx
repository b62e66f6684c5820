import { t } from './texts.ts'

export const mainId = 'main'

/** The first keyboard target of every page. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-forest px-5 py-3 font-semibold text-on-forest transition-transform focus:translate-y-0 print:hidden"
    >
      {t('skipLink')}
    </a>
  )
}
