import { locale } from '@lastmile/contracts/site'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Problem } from './problem.ts'
import en from './problems.en.json' with { type: 'json' }

const i18n = setupI18n({ locale, messages: { [locale]: en } })
// In production the library does without; browsers get the catalog compiled.
i18n.setMessagesCompiler(compileMessage)

/** A problem in words, for terminals and logs. The browser has the same catalog among its own. */
export const problemText = ({ code, values }: Pick<Problem, 'code' | 'values'>): string => i18n._(code, values)
