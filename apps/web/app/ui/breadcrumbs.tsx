import { breadcrumbs, type Page } from '@lastmile/contracts/pages'

/** The way from the home page to this one. */
export function Breadcrumbs({ page }: { page: Page }) {
  return (
    <nav aria-label="Breadcrumb" className="wrap pt-3 text-small text-mute">
      <ol className="flex flex-wrap items-center">
        {breadcrumbs(page).map(({ path, name }, index) => (
          <li key={path} className="flex min-h-11 items-center" aria-current={path === page.path ? 'page' : undefined}>
            {index > 0 ? <span aria-hidden="true" className="dotted-path mx-3 w-6 text-amber" /> : null}
            {path === page.path ? (
              name
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
