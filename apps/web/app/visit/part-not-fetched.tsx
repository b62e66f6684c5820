import { failureText } from '../texts/failure-text.ts'
import { Notice } from '../ui/notice.tsx'

/** In place of a part whose code did not come. */
export const PartNotFetched = () => <Notice tone="danger">{failureText({ code: 'network', message: '' })}</Notice>
