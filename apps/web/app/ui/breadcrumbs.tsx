import { breadcrumbs, type Page } from '@lastmile/contracts/pages'

/** The path from the home page, always on one line: a fallback font must not wrap it and shift the layout. */
export function Breadcrumbs({ page }: { page: Page }) {
  return (
    <nav aria-label="Breadcrumb" className="wrap pt-3 text-tiny text-mute sm:text-small print:hidden">
      <ol className="flex items-center">
        {breadcrumbs(page).map(({ path, name }, index) => (
          <li
            key={path}
            className={`flex min-h-11 items-center ${path === page.path ? 'min-w-0' : 'shrink-0'}`}
            aria-current={path === page.path ? 'page' : undefined}
          >
            {index > 0 ? <span aria-hidden="true" className="dotted-path mx-1.5 w-4 shrink-0 text-amber" /> : null}
            {path === page.path ? (
              <span className="truncate">{name}</span>
            ) : (
              <a
                href={path}
                className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current"
              >
                {name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
