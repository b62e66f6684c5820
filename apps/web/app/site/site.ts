/** The marketing pages' only script; they work without it. */

import { showPage, startTracking } from '../tracking/start-tracking.ts'
import { leadHeaderBack } from './begun-visit.ts'
import { watchCookieSettings } from './cookie-settings.ts'
import { watchMenu } from './menu.ts'

startTracking()
showPage(location.pathname)
leadHeaderBack()
watchMenu()
watchCookieSettings()
