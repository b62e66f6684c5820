import { afterEach, expect, it, vi } from 'vitest'
import type { CameraProblem } from '../../ui/camera.ts'
import { isLink, scan } from './scan.ts'

afterEach(() => void vi.unstubAllGlobals())

const video = () => ({ srcObject: null, play: async () => undefined }) as unknown as HTMLVideoElement
const cameraIs = (getUserMedia: () => Promise<unknown>) =>
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
const ended = AbortSignal.abort()

it.each<[string, CameraProblem]>([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['UnknownError', 'failed'],
])('says why it can’t: %s', async (name, failure) => {
  cameraIs(() => Promise.reject(new DOMException('', name)))
  expect(await scan(video(), () => {}, new AbortController().signal)).toBe(failure)
})

it('stops a camera that comes when it is no longer wanted', async () => {
  const stop = vi.fn()
  cameraIs(async () => ({ getTracks: () => [{ stop }] }))
  expect(await scan(video(), () => {}, ended)).toBeUndefined()
  expect(stop).toHaveBeenCalledOnce()
})

it('reads with the browser’s own reader where there is one, until it is ended', async () => {
  const stop = vi.fn()
  cameraIs(async () => ({ getTracks: () => [{ stop }] }))
  class BarcodeDetector {
    static getSupportedFormats = async () => ['ean_13', 'qr_code']
    detect = async () => [{ rawValue: 'https://far.example/i/1' }]
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  const ending = new AbortController()
  const seen = await new Promise((resolve) => {
    void scan(
      video(),
      (text) => {
        resolve(text)
        ending.abort()
      },
      ending.signal,
    )
  })
  expect(seen).toBe('https://far.example/i/1')
  await expect.poll(() => stop.mock.calls.length).toBe(1)
})

it.each([
  ['https://far.example/i/1', true],
  ['didcomm://invite?oob=e30', true],
  ['javascript:alert(1)', false],
  ['WIFI:S:Café;;', false],
  ['https://', false],
])('takes %s for a link: %s', (text, isOne) => expect(isLink(text)).toBe(isOne))
