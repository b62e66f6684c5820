// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CameraDialog } from './camera-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(getUserMedia: () => Promise<MediaStream>) {
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } })
  return render(<CameraDialog side="front" onPicture={() => {}} onClose={() => {}} />)
}

describe('the camera', () => {
  it.each([
    ['NotAllowedError', /does not let this page use the camera/],
    ['NotFoundError', /No camera was found/],
    ['NotReadableError', /in use by another program/],
    ['TypeError', /could not be started/],
  ])('that fails with %s says what to do', async (name, sentence) => {
    open(() => Promise.reject(Object.assign(new Error(), { name })))
    await screen.findByText(sentence)
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  it('is asked for once more on Try Again, and what went wrong before is gone', async () => {
    const ask = vi.fn<() => Promise<MediaStream>>().mockRejectedValueOnce(new Error())
    open(ask)
    ask.mockReturnValueOnce(new Promise(() => {}))
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    await screen.findByText(/Starting the camera/)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(screen.queryByText(/could not be started/)).toBeNull()
  })

  it('is let go when the dialog was left while the browser still asked for permission', async () => {
    const stop = vi.fn()
    let allow: (stream: MediaStream) => void = () => {}
    const { unmount } = open(() => new Promise((resolve) => (allow = resolve)))
    unmount()
    allow({ getTracks: () => [{ stop }] } as unknown as MediaStream)
    await waitFor(() => expect(stop).toHaveBeenCalledOnce())
  })
})
