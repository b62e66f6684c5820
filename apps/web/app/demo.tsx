/** Entry of the demo, loaded by every document of its screens. */
import { createRoot } from 'react-dom/client'
import { mendPictures } from './api/mend-pictures.ts'
import { DemoApp } from './routes/demo-app.tsx'
import { demoRootId } from './routes/demo-root.ts'
import { watchCookieSettings } from './site/cookie-settings.ts'
import { watchMenu } from './site/menu.ts'
import { startTracking } from './tracking/start-tracking.ts'
import { withstandTranslation } from './ui/translated-text.ts'

startTracking()
watchMenu()
mendPictures()
withstandTranslation()
watchCookieSettings()

const root = document.getElementById(demoRootId)
if (root) createRoot(root).render(<DemoApp />)
