import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ReloadButton } from './reload-button.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each<[string, () => Promise<Response>, number]>([
  ['the site answers', async () => new Response(), 1],
  ['the site is away', () => Promise.reject(new TypeError('failed to fetch')), 0],
  ['its server is away', async () => new Response(null, { status: 502 }), 0],
])('reloads only where it leads to a page: %s', async (_, answer, times) => {
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  render(<ReloadButton>Reload</ReloadButton>)
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-disabled')).toBeNull())
  expect(fetch).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledTimes(times)
})
