/** The address of a picture of this site, absolute or from its root; undefined for any other. */
export function ownPicture(address: string | undefined, publicUrl: string): string | undefined {
  if (!address || !URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  return url.origin === publicUrl && url.pathname !== '/' ? url.href : undefined
}
