import { useNavigate, useParams } from 'react-router'
import { useAppDispatch } from '../../state/app-thunk.ts'
import { pickCharacter } from '../../state/characters/characters-slice.ts'

/** Picks a character where characters are picked; an address that names one follows the choice. */
export function usePick(): (id: string) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { slug } = useParams()
  return (id) => {
    if (slug === undefined) void dispatch(pickCharacter(id))
    else void navigate(`/demo/${id}`, { replace: true })
  }
}
