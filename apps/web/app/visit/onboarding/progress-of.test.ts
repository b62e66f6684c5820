import { expect, it } from 'vitest'
import { progressOf } from './progress-of.ts'

const item = (name: string, onboardingStep: string) => ({
  name,
  onboardingStep,
  iconLight: '/l.svg',
  iconDark: '/d.svg',
})
const items = [item('Character', 'PICK_CHARACTER'), item('Connect', 'CONNECT'), item('Ready', 'SETUP_COMPLETED')]
const screens = ['PICK_CHARACTER', 'SETUP_START', 'CONNECT', 'ACCEPT_CREDENTIAL', 'SETUP_COMPLETED']
const states = (current: string) => progressOf(items, screens, current).map((step) => step.state)

it('stays at an item until the next one’s screen', () => {
  expect(states('PICK_CHARACTER')).toEqual(['current', 'next', 'next'])
  expect(states('SETUP_START')).toEqual(['current', 'next', 'next'])
  expect(states('ACCEPT_CREDENTIAL')).toEqual(['done', 'current', 'next'])
  expect(states('SETUP_COMPLETED')).toEqual(['done', 'done', 'current'])
})

it('calls nothing done that was skipped', () => {
  const steps = progressOf(items, screens, 'SETUP_COMPLETED', ['CONNECT'])
  expect(steps.map((step) => step.state)).toEqual(['done', 'next', 'current'])
})

it('leaves out items of screens that the character does not have', () => {
  expect(progressOf([...items, item('Gone', 'CONNECT_9')], screens, 'CONNECT')).toHaveLength(3)
})
