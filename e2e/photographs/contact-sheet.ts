import type { Photograph } from './camera.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** One page with all pictures of all albums, a row for each state of the product. */
export function contactSheet(albums: readonly { name: string; photographs: readonly Photograph[] }[]): string {
  const rows = ({ name: album, photographs }: (typeof albums)[number]) =>
    photographs
      .map(({ name, files }) => {
        const pictures = files.map(({ file, width, theme }) => {
          const path = `${album}/${file}`
          return `<a href="${path}"><img src="${path}" alt="${escaped(name)}, ${width} px, ${theme}" loading="lazy" width="${Math.round(width / 4)}"></a>`
        })
        return `<h3>${escaped(name)}</h3><div>${pictures.join('')}</div>`
      })
      .join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen</title>
<style>
body { font: 16px/1.5 system-ui; margin: 2rem; background: #777; color: #fff }
div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
img { display: block; height: auto; background: #999 }
a { color: inherit }
</style>
<h1>Every screen</h1>
<ul>${albums.map(({ name, photographs }) => `<li><a href="#${name}">${name}</a>: ${photographs.length}</li>`).join('')}</ul>
${albums.map((album) => `<h2 id="${album.name}">${album.name}</h2>\n${rows(album)}`).join('\n')}
</html>
`
}
