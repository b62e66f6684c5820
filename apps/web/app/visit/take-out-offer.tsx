import { credentialNamed } from '@lastmile/journey'
import { useEffect, useSyncExternalStore } from 'react'
import { useAppSelector } from '../state/app-thunk.ts'
import { selectCurrentCharacter } from '../state/characters/character-selectors.ts'
import { listText } from '../texts/formats.ts'
import { kindName, standingOf } from '../wallet/party-display.ts'
import { Failure } from '../wallet/views/failure.tsx'
import { walletClient } from '../wallet/wallet-client.ts'
import { hasWallet } from '../wallet/wallet-traces.ts'
import type { WalletFailure } from '../wallet/worker/messages.ts'
import { t } from './texts.ts'

interface TakeOutOfferProps {
  isWanted: boolean
  failure: WalletFailure | undefined
  /** @param ids of the cards that the offer is about */
  onChange: (isWanted: boolean, ids: readonly string[]) => void
}

/**
 * For a dialog that ends the visit: the character's cards from this site, those of earlier rounds and revoked ones too.
 * It shows nothing without an open wallet that holds one.
 */
export function TakeOutOffer({ isWanted, failure, onChange }: TakeOutOfferProps) {
  const { wallet } = useSyncExternalStore(walletClient.subscribe, walletClient.view)
  const character = useAppSelector(selectCurrentCharacter)

  useEffect(() => {
    void hasWallet().then((isThere) => isThere && walletClient.open())
  }, [])

  const held = wallet.status === 'open' ? wallet.snapshot.credentials : []
  const cards = held.filter(
    ({ kind, from }) => standingOf(from, location.host) === 'ours' && credentialNamed(character, kind.name ?? ''),
  )
  if (cards.length === 0) return null
  const all = cards.map(({ kind, from }) => kindName(kind, from))
  const names = [...new Set(all)].map((name) => {
    const count = all.filter((other) => other === name).length
    return count === 1 ? name : t('several', { name, count })
  })
  const ids = cards.map(({ id }) => id)
  return (
    <div className="mt-4 grid gap-3">
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          checked={isWanted}
          onChange={({ target }) => onChange(target.checked, ids)}
          className="mt-0.5 size-6 shrink-0 accent-forest"
        />
        <span>{t('takeOut', { count: cards.length, cards: listText(names) })}</span>
      </label>
      {failure ? <Failure failure={failure} /> : null}
    </div>
  )
}
