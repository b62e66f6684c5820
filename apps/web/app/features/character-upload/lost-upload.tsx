import { uploadedPrefix } from '@lastmile/contracts/uploaded'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRestart } from '../../visit/restart.tsx'
import { t } from './texts.ts'

/** Help after a reload lost the uploaded character: upload it again, or continue without it. */
export function LostUpload({ slug, onChoose }: { slug: string; onChoose: () => void }) {
  const restart = useRestart()
  return (
    <Notice
      tone="warning"
      title={t('lostTitle')}
      data-testid="lost-upload"
      action={
        <>
          <Button size="small" onClick={onChoose}>
            {t('lostChoose')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => restart('/demo')}>
            {t('startAgain')}
          </Button>
        </>
      }
    >
      {t('lost', { slug: slug.slice(uploadedPrefix.length) })}
    </Notice>
  )
}
