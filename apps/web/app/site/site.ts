/** The one script of the marketing pages, which are complete without it. */
import { watchCookieSettings } from '../consent/cookie-settings.ts'
import { showPage, startTracking } from '../tracking/start-tracking.ts'
import { watchMenu } from './menu.ts'

startTracking()
showPage(location.pathname)
watchMenu()
watchCookieSettings()
