import { plainCard } from '@lastmile/journey'
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
