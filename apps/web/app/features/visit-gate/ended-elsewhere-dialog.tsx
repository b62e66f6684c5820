import { useNavigate } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { endSeen } from '../../state/characters/characters-slice.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './texts.ts'

/** Says, before this tab does anything, that another one left the demo or went on with another character. */
export function EndedElsewhereDialog() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const ended = useAppSelector((state) => state.characters.endedElsewhere)
  const name = useAppSelector(selectCurrentCharacter)?.name
  const goOn = () => {
    if (ended === 'left') return location.assign('/')
    dispatch(endSeen())
    void navigate('/demo')
  }
  return (
    <Dialog
      open={ended !== null}
      alert
      title={ended === 'switched' ? t('switchedElsewhere', { name: name ?? t('somebodyElse') }) : t('leftElsewhere')}
      onClose={goOn}
      actions={<Button onClick={goOn}>{ended === 'switched' ? t('goOnHere') : t('toHome')}</Button>}
    >
      <p>{t('endedText')}</p>
    </Dialog>
  )
}
