import { persistedState } from '@lastmile/contracts/site'
import { beforeEach, expect, it } from 'vitest'
import { themeToggleAttribute } from '../ui/theme.ts'
import { startTheme } from './start-theme.ts'

const { key, version } = persistedState
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null')
const shown = () => document.documentElement.dataset.theme

function press(): void {
  document.querySelector<HTMLElement>('button svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

beforeEach(() => {
  document.body.innerHTML = `<button ${themeToggleAttribute}=""><svg></svg></button><p>text</p>`
})

it('shows the theme that was chosen, and lets the visitor change it without any other script', () => {
  localStorage.setItem(key, JSON.stringify({ version, preferences: { darkMode: true }, section: { stepCount: 2 } }))
  let heard = 0
  addEventListener('storage', (event) => {
    if (event.key === key) heard++
  })
  startTheme()
  expect(shown()).toBe('dark')
  press()
  expect(shown()).toBe('light')
  expect(stored()).toEqual({ version, preferences: { darkMode: false }, section: { stepCount: 2 } })
  expect(heard).toBe(1)

  localStorage.clear()
  press()
  expect(shown()).toBe('dark')
  expect(stored()).toEqual({ version, preferences: { darkMode: true } })

  document.querySelector('p')?.click()
  expect(shown()).toBe('dark')
})
