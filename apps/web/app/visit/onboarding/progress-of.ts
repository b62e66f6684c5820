import type { ProgressBarItem } from '@lastmile/contracts'
import type { StepperItem } from '../../ui/stepper.tsx'

/**
 * The character's progress bar: an item covers its screen and the following ones up to the next item. Items whose
 * screen is not in the list are dropped.
 *
 * @param skipped ids of screens that the visitor skipped
 */
export function progressOf(
  items: readonly ProgressBarItem[],
  screenIds: readonly string[],
  currentId: string,
  skipped: readonly string[] = [],
): StepperItem[] {
  const position = screenIds.indexOf(currentId)
  const placed = items.filter((item) => screenIds.includes(item.onboardingStep))
  const current = placed.findLastIndex((item) => screenIds.indexOf(item.onboardingStep) <= position)
  return placed.map(({ name, onboardingStep, iconLight, iconDark }, index) => ({
    label: name,
    iconLight,
    iconDark,
    state: index === current ? 'current' : index < current && !skipped.includes(onboardingStep) ? 'done' : 'next',
  }))
}
