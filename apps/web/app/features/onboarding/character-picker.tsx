import type { Character } from '@lastmile/contracts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { usePick } from '../../visit/onboarding/use-pick.ts'
import { t } from './texts.ts'

/** A choice of the visible characters. */
export function CharacterPicker() {
  const pick = usePick()
  const { characters, currentCharacter, uploadedCharacter } = useAppSelector((state) => state.characters)
  const shipped = characters.filter((character) => !character.hidden || character.id === currentCharacter)
  const offered = uploadedCharacter === null ? shipped : [...shipped, uploadedCharacter]
  return (
    <fieldset>
      <legend className="sr-only">{t('characters')}</legend>
      <div className="grid gap-2 @min-[64rem]/page:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] @min-[64rem]/page:gap-(--gap)">
        {offered.map((character) => (
          <CharacterOption
            key={character.id}
            character={character}
            picked={character.id === currentCharacter}
            onPick={() => pick(character.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CharacterOptionProps {
  character: Character
  picked: boolean
  onPick: () => void
}

function CharacterOption({ character, picked, onPick }: CharacterOptionProps) {
  return (
    <label
      data-testid={`character-${character.id}`}
      className="relative grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 rounded-2xl border-2 border-line p-2 transition-colors duration-150 hover:border-edge has-checked:border-forest has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-forest @min-[64rem]/page:grid-cols-1 @min-[64rem]/page:p-4"
    >
      <input type="radio" name="character" checked={picked} onChange={onPick} className="sr-only" />
      <img
        src={character.image}
        alt=""
        width={240}
        height={240}
        className="row-span-2 size-12 rounded-xl object-cover @min-[28rem]/page:row-span-3 @min-[28rem]/page:size-24 @min-[64rem]/page:row-span-1 @min-[64rem]/page:mb-2 @min-[64rem]/page:size-40 @min-[64rem]/page:short:size-24"
      />
      <span
        translate="no"
        className={classNames(
          'self-end font-display text-[1.0625rem] leading-tight font-semibold @min-[28rem]/page:text-[1.3125rem]',
          picked && 'pr-8',
        )}
      >
        {character.name}
      </span>
      <span className={classNames('text-small font-semibold text-forest', picked && 'pr-8')}>{character.type}</span>
      <span
        className={classNames(
          'text-small text-pretty text-mute @max-[28rem]/page:col-span-2 @max-[28rem]/page:p-2',
          !picked && '@max-[28rem]/page:hidden',
        )}
      >
        {character.description}
      </span>
      {picked ? (
        <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-forest text-on-forest">
          <Icon name="tick" size={18} />
        </span>
      ) : null}
    </label>
  )
}
