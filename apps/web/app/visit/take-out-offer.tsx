import { credentialNamed } from '@lastmile/journey'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAppSelector } from '../state/app-thunk.ts'
import { selectCurrentCharacter } from '../state/characters/character-selectors.ts'
import { listText } from '../texts/formats.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { SteadyFocus } from '../ui/steady-focus.tsx'
import { kindName, standingOf } from '../wallet/party-display.ts'
import { useAction } from '../wallet/use-action.ts'
import { Failure } from '../wallet/views/failure.tsx'
import { walletClient } from '../wallet/wallet-client.ts'
import { hasWallet } from '../wallet/wallet-traces.ts'
import { t } from './texts.ts'

/**
 * For a dialog that ends the visit: the character's cards from this site, those of earlier rounds and revoked ones too.
 * It shows nothing without an open wallet that holds one.
 */
export function TakeOutOffer() {
  const { wallet } = useSyncExternalStore(walletClient.subscribe, walletClient.view)
  const character = useAppSelector(selectCurrentCharacter)
  const { isBusy, failure, run } = useAction()
  const [takenOut, setTakenOut] = useState<string>()

  useEffect(() => {
    void hasWallet().then((isThere) => isThere && walletClient.open())
  }, [])

  const held = wallet.status === 'open' ? wallet.snapshot.credentials : []
  const cards = held.filter(
    ({ kind, from }) => standingOf(from, location.host) === 'ours' && credentialNamed(character, kind.name ?? ''),
  )
  const names = listText([...new Set(cards.map(({ kind }) => kindName(kind)))])

  const takeOut = async () => {
    const answers = cards.map(({ id }) => walletClient.call({ action: 'remove', args: [id] }))
    const { failure } = await run(async () => (await Promise.all(answers)).find((answer) => answer.failure) ?? {})
    if (failure) return
    setTakenOut(t('takenOut', { cards: names }))
    announce(t('takenOut', { cards: names }))
  }

  if (takenOut === undefined && cards.length === 0) return null
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <SteadyFocus className="grid justify-items-start">
        {takenOut === undefined ? (
          <>
            <p>{t('mine', { cards: names })}</p>
            <Button size="small" variant="quiet" busy={isBusy} onClick={takeOut}>
              {t('takeOut', { count: cards.length })}
            </Button>
          </>
        ) : (
          <p>{takenOut}</p>
        )}
      </SteadyFocus>
      {failure ? <Failure failure={failure} /> : null}
    </div>
  )
}
