/** The home page's script besides `site.ts`. */
import { showGoOn } from './go-on.ts'

showGoOn()
