/** The invitation page's script besides `site.ts`. */
import { copyMarks, enableCopying } from './copy-link.ts'

for (const place of document.querySelectorAll(`[${copyMarks.place}]`)) enableCopying(place)
