import { walletPath } from '@lastmile/contracts/site'
import { menuId } from '../site/menu.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { PageThemeToggle } from '../ui/page-theme-toggle.tsx'

const links = [
  { to: '/personal', label: 'Personal' },
  { to: '/business', label: 'Business' },
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
  { to: walletPath, label: 'Web wallet' },
] as const

/**
 * The marketing pages' header. Narrow screens put its links in a popover, which works without JavaScript.
 *
 * @param path of the current page
 */
export function SiteHeader({ path }: { path?: string }) {
  return (
    <header className="sticky top-0 z-40 border-b border-line/70 bg-paper print:hidden">
      <div className="wrap flex min-h-19 items-center gap-x-2 py-2 sm:gap-x-4">
        <Logo short />
        <nav id={menuId} popover="auto" aria-label="Main" className="site-menu lg:ml-auto">
          <ul className="flex flex-col lg:flex-row lg:items-center lg:gap-x-2">
            {links.map(({ to, label }) => (
              <li key={to}>
                <a
                  href={to}
                  aria-current={to === path ? 'page' : undefined}
                  className="flex min-h-12 items-center rounded-full px-3.5 font-medium whitespace-nowrap text-mute hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-amber aria-[current]:decoration-2 aria-[current]:underline-offset-8 lg:min-h-11 lg:px-2 xl:px-3.5"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <div className="px-1 pt-2 sm:hidden">
            <PageThemeToggle />
          </div>
        </nav>
        <div className="ml-auto max-sm:hidden lg:ml-0">
          <PageThemeToggle />
        </div>
        {/* The filled button is the page's own. */}
        <Button to="/demo" variant="ghost" size="small" className="shrink-0 max-sm:ml-auto">
          Get Started
        </Button>
        <button
          type="button"
          popoverTarget={menuId}
          aria-label="Menu"
          className="inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-ink hover:bg-sand focus-visible:rounded-full lg:hidden"
        >
          <Icon name="menu" size={24} />
        </button>
      </div>
    </header>
  )
}
