import { protocols } from '@lastmile/contracts/protocols'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { t } from './texts.ts'

/** The family of wallets; the web wallet speaks both. */
export function TechnologySwitch() {
  const dispatch = useAppDispatch()
  const current = useAppSelector(selectProtocol)
  return (
    <fieldset className="grid gap-2 text-small">
      <legend className="sr-only">{t('technology')}</legend>
      <div className="grid grid-cols-2 gap-1 rounded-2xl bg-sand p-1">
        {protocols.map((protocol) => (
          <label
            key={protocol}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl px-2.5 py-1 leading-tight inset-ring-forest has-checked:bg-paper has-checked:inset-ring-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-forest"
          >
            <input
              type="radio"
              name="technology"
              className="size-5 shrink-0 accent-forest @max-[24rem]/page:sr-only"
              checked={protocol === current}
              onChange={() => dispatch(protocolChosen(protocol))}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{t(`technology.${protocol}`)}</span>
              <span className="block text-tiny text-mute @max-[20rem]/page:sr-only">
                {t(`technology.${protocol}.name`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** How the chosen family treats what a verifier compares. */
export function TechnologyText() {
  const current = useAppSelector(selectProtocol)
  return <p className="measure text-small text-mute">{t(`technology.${current}.text`)}</p>
}
