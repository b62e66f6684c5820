import { originPlaceholder } from '@lastmile/contracts/pages'

/**
 * The site's public address. Pages are built before anybody knows it, so they are built with a placeholder, which the
 * server replaces; in the browser the page that was loaded tells it, so that nothing changes when React takes over.
 */
export const siteOrigin: string = typeof document === 'undefined' ? originPlaceholder : originOfPage()

function originOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  return canonical ? new URL(canonical).origin : location.origin
}
