import { copyMarks, ownAddress } from '../../../site/copy-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface CopyLinkProps {
  /** The field's accessible name. */
  label: string
  /** Without it, the script fills in the address of the home page, or the page's own. */
  value?: string
  isOwnAddress?: boolean
}

/** For copying by hand; the script that makes the button work also shows it. */
export function CopyLink({ label, value = '', isOwnAddress = false }: CopyLinkProps) {
  return (
    <div className="flex flex-wrap gap-3" {...{ [copyMarks.place]: isOwnAddress ? ownAddress : '' }}>
      <input
        readOnly
        value={value}
        aria-label={label}
        className="min-h-12 min-w-0 flex-[1_1_14rem] rounded-xl border border-edge bg-paper px-3 text-small"
      />
      <Button variant="ghost" hidden {...{ [copyMarks.button]: '' }} className="[&[hidden]]:hidden">
        <Icon name="copy" size={18} />
        <span {...{ [copyMarks.label]: '' }}>Copy the link</span>
      </Button>
    </div>
  )
}
