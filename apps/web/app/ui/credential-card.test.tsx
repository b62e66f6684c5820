import { loadContent, resolveCharacter } from '@lastmile/content'
import { labelOf, plainCard } from '@lastmile/journey'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CredentialCard, CredentialStrip } from './credential-card.tsx'

it.each(['Student Card', 'Confirmed Person', 'Trader Permit'])('paints “%s” as its metadata say', (name) => {
  const { container } = render(
    <>
      <CredentialCard name={name} />
      <CredentialStrip name={name} />
    </>,
  )
  const { backgroundColor, textColor } = plainCard(name)
  expect(container.children).toHaveLength(2)
  for (const { className } of container.children)
    expect(className.split(' ')).toEqual(expect.arrayContaining([`from-[${backgroundColor}]`, `text-[${textColor}]`]))
})

const hueOf = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

it.each(loadContent('packages/content').characters.map((content) => resolveCharacter(content, new Date())))(
  'gives the cards of $name hues that are told apart',
  ({ onboarding, useCases }) => {
    const screens = [...onboarding, ...useCases.flatMap((useCase) => useCase.screens)]
    const names = screens.flatMap(({ credentials = [] }) => credentials.map(labelOf))
    const hues = [...new Set(names)].map((name) => hueOf(plainCard(name).backgroundColor))
    const apart = hues.flatMap((hue, index) =>
      hues.slice(0, index).map((other) => 180 - Math.abs((Math.abs(hue - other) % 360) - 180)),
    )
    for (const angle of apart) expect(angle).toBeGreaterThanOrEqual(60)
  },
)
