import { Visit } from '@lastmile/e2e/browser'
import { Person } from '@lastmile/e2e/person'
import { createWallet } from '@lastmile/e2e/wallet'
import type { Browser } from 'playwright-core'
import type { VisitorState } from './open-page.ts'

/** Goes through the onboarding once with a real wallet, and keeps what the browser knows afterwards. */
export async function onboard(browser: Browser, origin: string, characterName: string): Promise<VisitorState> {
  const wallet = await createWallet({ label: 'Phone' })
  const visit = await Visit.begin(browser, origin)
  try {
    await new Person(visit.page, wallet).onboards(characterName)
    return await visit.context.storageState()
  } finally {
    await visit.context.close()
    await wallet.close()
  }
}
