import type { TrackedEvent } from '@lastmile/contracts'
import { analyticsLimits, type DeviceType, trackedLanguage } from '@lastmile/contracts/analytics'

export type TrackedDevice = TrackedEvent['device']

const mobileAgent = /Mobi|Android|iPhone|iPod|BlackBerry|Opera Mini|IEMobile/i

/** From the user agent alone (docs/product.md, section 3): an iPad is a tablet, any other mobile agent is mobile. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (userAgent.includes('iPad')) return 'tablet'
  return mobileAgent.test(userAgent) ? 'mobile' : 'desktop'
}

/**
 * The device part of an event.
 *
 * @param screen in CSS pixels
 * @param language a tag such as `en-NG`; dropped if invalid, such as `en-US@posix` on some systems
 */
export function deviceOf(
  userAgent: string,
  screen: { width: number; height: number },
  language: string,
): TrackedDevice {
  return {
    type: deviceTypeOf(userAgent),
    userAgent: userAgent.slice(0, analyticsLimits.userAgent),
    screenResolution: `${Math.round(screen.width)}x${Math.round(screen.height)}`,
    language: trackedLanguage.test(language) ? language : '',
  }
}
