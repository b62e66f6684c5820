import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { type Album, photographsOnTheWay, type ShownCharacter, type Studio } from '../album.ts'

/** A character's onboarding, dashboard and use cases, the hidden ones too. */
export const characterAlbum = (character: ShownCharacter): Album => ({
  name: character.id,
  photograph: async (studio) => {
    const { person, visit, take } = studio
    photographsOnTheWay(studio, 'onboarding')
    await person.onboards(character.name)
    await person.seesHeading(labels.usingCredentials)
    await take('dashboard at first')
    await person.commands('hidden', 'Show hidden use cases')
    await take('dashboard with hidden use cases')
    for (const useCase of character.useCases) await plays(studio, useCase)
    await visit.page.getByRole('alertdialog', { name: dialogTexts.showcaseCompleted.title }).waitFor()
    await take('showcase completed')
    await person.presses(dialogTexts.showcaseCompleted.cancel)
    await take('dashboard at the end')
    const receipts = visit.page.getByTestId('receipts')
    await receipts
      .getByRole('button', { name: /^Show receipt/ })
      .first()
      .click()
    await receipts.getByRole('button', { name: /^Print/ }).waitFor()
    await take('a receipt on the dashboard')
    for (const { credentialName } of character.revocationInfo) {
      await visit.page.getByRole('button', { name: `${labels.readMore} about revoking ${credentialName}` }).click()
      await take(`about revoking ${credentialName}`)
    }
  },
})

async function plays(studio: Studio, { name, screens }: ShownCharacter['useCases'][number]) {
  const { person, wallet, take } = studio
  photographsOnTheWay(studio, name)
  const refused = screens.find(({ requestOptions }) => requestOptions?.expectRefusal)
  if (!refused) return person.plays(name)
  await person.plays(name, refused.screenId)
  await take(`${name} ${refused.screenId}`)
  wallet.policies.proofRequests = 'accept'
  await person.scans('proof-link')
  await person.page.getByRole('button', { name: labels.next, exact: true, disabled: false }).waitFor()
  await take(`${name} ${refused.screenId} refused`)
  await person.presses(labels.next)
  await person.playsOn()
}
