/** The script of pages with a link to copy, besides `site.ts`. */
import { copyMarks, enableCopying } from './copy-link.ts'

for (const place of document.querySelectorAll(`[${copyMarks.place}]`)) enableCopying(place)
