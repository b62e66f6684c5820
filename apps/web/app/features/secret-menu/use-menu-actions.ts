import { nextProtocol } from '@lastmile/contracts/protocols'
import type { Action } from 'kbar'
import { useLocation } from 'react-router'
import { currentConnection, invitationHandedOver } from '../../exchanges/connecting/connection-slice.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/app-thunk.ts'
import { protocolChosen } from '../../state/demo-actions.ts'
import {
  dashboardReset,
  type OperatorOptions,
  operatorOptionsOf,
  operatorOptionsSet,
} from '../../state/preferences/preferences-slice.ts'
import { selectProtocol } from '../../state/preferences/protocol.ts'
import { useDarkMode } from '../../state/preferences/use-dark-mode.ts'
import type { IconName } from '../../ui/icon.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './palette-texts.ts'
import { presenterLink } from './presenter-link.ts'

export interface MenuOutcome {
  /** Announced and shown afterwards. */
  text: string
  confetti?: boolean
  /** A link that the browser refused to copy. */
  link?: string
  /** Called when the visitor copies that link by hand. */
  onCopied?: (() => void) | undefined
}

interface MenuAction extends Action {
  icon: IconName
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

type NameIn<Id> = Id extends `keywords.${infer Name}` ? Name : never
type ActionId = NameIn<Parameters<typeof t>[0]>

/** Its further words for the search stand in the catalog. */
const action = (id: ActionId, icon: IconName, name: string, perform: () => void): MenuAction => ({
  id,
  icon,
  name,
  keywords: t(`keywords.${id}`),
  perform,
})

/** The operator's options (docs/product.md, section 2), each named by its next effect. */
export function useMenuActions(onDone: (outcome: MenuOutcome) => void): MenuAction[] {
  const dispatch = useAppDispatch()
  const restart = useRestart()
  const { dark, setDark } = useDarkMode()
  const options = useAppSelector((state) => state.preferences)
  const other = nextProtocol(useAppSelector(selectProtocol))

  const toggle = (id: 'hidden' | 'revocation' | 'upload', option: keyof OperatorOptions, icon: IconName) => {
    const isOn = options[option]
    return action(id, icon, t(`${id}.${isOn ? 'hide' : 'show'}`), () => {
      dispatch(operatorOptionsSet({ [option]: !isOn }))
      onDone({ text: t(`${id}.${isOn ? 'hidden' : 'shown'}`) })
    })
  }

  return [
    toggle('hidden', 'showHiddenUseCases', 'eye'),
    toggle('revocation', 'revocationEnabled', 'shield'),
    toggle('upload', 'characterUploadEnabled', 'upload'),
    action('protocol', 'wallet', t(`protocol.${other}`), () => {
      dispatch(protocolChosen(other))
      onDone({ text: t(`protocol.${other}.done`) })
    }),
    action('theme', dark ? 'sun' : 'moon', t(dark ? 'theme.light' : 'theme.dark'), () => {
      setDark(!dark)
      onDone({ text: t(dark ? 'theme.isLight' : 'theme.isDark') })
    }),
    action('confetti', 'confetti', t('confetti'), () => {
      const isStill = prefersStillness()
      onDone({ text: t(isStill ? 'confetti.still' : 'confetti.done'), confetti: !isStill })
    }),
    ...useCopyActions(onDone),
    action('dashboard', 'retry', t('dashboard'), () => {
      dispatch(dashboardReset())
      onDone({ text: t('dashboard.done') })
    }),
    action('demo', 'leave', t('demo'), () => {
      restart('/demo')
      onDone({ text: t('demo.done') })
    }),
  ]
}

/** A presenter's link, and the terminal wallet's command for the invitation that is shown. */
function useCopyActions(onDone: (outcome: MenuOutcome) => void): MenuAction[] {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { pathname } = useLocation()
  const { dark } = useDarkMode()
  const invitation = useAppSelector(({ proof, connection }) => {
    const current = currentConnection(connection)
    return proof.proofUrl ?? (current?.state === 'invited' ? current.invitationUrl : undefined)
  })

  const copy = async (link: string, done: string, onCopied?: () => void) => {
    try {
      await navigator.clipboard.writeText(link)
      onCopied?.()
      onDone({ text: done })
    } catch {
      onDone({ text: t('link.byHand'), link, onCopied })
    }
  }
  const copyLink = () => {
    const { preferences, characters } = store.getState()
    const presets = { ...operatorOptionsOf(preferences), dark, protocol: selectProtocol(store.getState()) }
    const link = location.origin + presenterLink({ pathname, currentCharacter: characters.currentCharacter, presets })
    return copy(link, t('link.done'))
  }
  const copyCommand = (link: string) =>
    copy(`npm run wallet -- "${link}"`, t('terminal.done'), () => dispatch(invitationHandedOver(link)))

  const link = action('link', 'copy', t('link'), () => void copyLink())
  if (!invitation) return [link]
  return [link, action('terminal', 'copy', t('terminal'), () => void copyCommand(invitation))]
}
