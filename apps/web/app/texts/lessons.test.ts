import { expect, it } from 'vitest'
import cheat from '../features/lab/cheat/texts.en.json' with { type: 'json' }
import compare from '../features/lab/compare/texts.en.json' with { type: 'json' }
import registry from '../features/lab/registry/texts.en.json' with { type: 'json' }
import lab from '../features/lab/texts.en.json' with { type: 'json' }
import { longLesson, shortLesson } from '../features/marketing/lab-teach/lessons.ts'

const onScreen = [lab, cheat, compare, registry].flatMap((texts) => Object.values(texts))

it.each([...shortLesson, ...longLesson])('$does has the words that stand on the screen', ({ does }) => {
  const quoted = [...does.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)
  expect(quoted.filter((words) => !onScreen.some((text) => text.startsWith(words)))).toEqual([])
})
