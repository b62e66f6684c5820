// @vitest-environment node
import { loadContent, resolveCharacter } from '@lastmile/content'
import { sentTo } from '@lastmile/journey'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FnbPage } from './fnb-page.tsx'

const useCases = loadContent().characters.flatMap((character) => resolveCharacter(character, new Date()).useCases)

it('says of the permit what the bank sees by OpenID4VC, as the demo asks', () => {
  const useCase = useCases.find(({ id }) => id === 'open-a-business-account') ?? expect.fail('no use case')
  const asking = useCase.screens.find(({ requestOptions }) => requestOptions) ?? expect.fail('no request')
  const permit = sentTo('openid4vc', useCase, asking).find(({ name }) => name === 'Trader Permit')
  expect(new Set(permit?.shown)).toEqual(new Set(['given_names', 'family_name', 'expiry_date']))
  expect(permit?.proved).toEqual(['birth_date'])

  const page = renderToStaticMarkup(<FnbPage />)
  for (const words of ['names on the permit', 'the day on which the permit ends', 'states “18 or over”'])
    expect(page).toContain(words)
})
