import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CredentialCard } from '../ui/credential-card.tsx'
import { mendPictures } from './mend-pictures.ts'
import { retryNow } from './retry.ts'

beforeAll(mendPictures)
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A card with a broken picture; `asked` counts the retries. */
function broken(icon = '/content/icons/card.svg') {
  const { container } = render(<CredentialCard name="Student Card" icon={icon} />)
  const picture = container.querySelector(`img[src="${icon}"]`)
  if (!picture) throw new Error('the card has no picture')
  const asked = vi.spyOn(picture, 'setAttribute')
  const fails = () => picture.dispatchEvent(new Event('error'))
  const pass = async (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  fails()
  return { picture, asked, fails, pass }
}

describe('a picture that could not be fetched', () => {
  it('is asked for again, later and later, until it comes', async () => {
    const { picture, asked, fails, pass } = broken()
    await pass(900)
    expect(asked).not.toHaveBeenCalled()
    await pass(200)
    expect(asked.mock.calls).toEqual([['src', '/content/icons/card.svg']])
    fails()
    await pass(3_900)
    expect(asked).toHaveBeenCalledTimes(1)
    await pass(200)
    expect(asked).toHaveBeenCalledTimes(2)
    picture.dispatchEvent(new Event('load'))
    await pass(120_000)
    expect(asked).toHaveBeenCalledTimes(2)
    fails()
    await pass(1_100)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('is asked for at once when the server may be back, and in the end only then', async () => {
    const { asked, fails, pass } = broken()
    retryNow()
    await pass(0)
    expect(asked).toHaveBeenCalledTimes(1)
    for (let time = 0; time < 5; time++) {
      fails()
      await pass(60_000)
    }
    expect(asked).toHaveBeenCalledTimes(4)
    retryNow()
    await pass(0)
    expect(asked).toHaveBeenCalledTimes(5)
  })

  it('is left alone once it is no longer shown, and where it stands in the page itself', async () => {
    const { asked, pass } = broken()
    cleanup()
    await pass(120_000)
    expect(asked).not.toHaveBeenCalled()
    const inline = broken('data:image/png;base64,AAAA')
    await inline.pass(120_000)
    expect(inline.asked).not.toHaveBeenCalled()
  })
})
