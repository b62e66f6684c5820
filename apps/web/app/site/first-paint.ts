/**
 * What must have happened before a page is painted, so that nothing flashes and nothing moves. Built by itself into a few
 * lines that stand in the `<head>` of every page; it stays there as small as it can be.
 */
import { ask, watchQuestion } from '../consent/question.ts'
import { startTheme } from './theme.ts'

startTheme()
ask()
watchQuestion()
