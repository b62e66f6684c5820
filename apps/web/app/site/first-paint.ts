/**
 * Runs before the first paint: nothing may flash or move. Built separately and inlined into every page's `<head>`, so
 * keep it tiny.
 */
import { ask, watchQuestion } from '../consent/question.ts'
import { startTheme } from './start-theme.ts'

startTheme()
ask()
watchQuestion()
