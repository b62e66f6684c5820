import { type LabBench, labBenches, labPath, teachPath } from '@lastmile/contracts/site'
import { type ComponentType, useState } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ThemeToggle } from '../../visit/theme-toggle.tsx'
import { CheatBench } from './cheat/cheat-bench.tsx'
import { CompareBench } from './compare/compare-bench.tsx'
import { type LabClient, useLab } from './lab-client.ts'
import { RegistryBench } from './registry/registry-bench.tsx'
import { t } from './texts.ts'

const benches: Record<LabBench, ComponentType<{ lab: LabClient }>> = {
  compare: CompareBench,
  cheat: CheatBench,
  registry: RegistryBench,
}

export const isBench = (name: string): name is LabBench => Object.hasOwn(benches, name)

/** The lab: a place of its own, whose wallet lives as long as the page. */
export function LabScreen({ bench }: { bench: LabBench | undefined }) {
  const lab = useLab()
  const [areCookiesKept] = useState(keepsCookies)
  const Content = bench && benches[bench]
  return (
    <DemoShell
      tools={<ThemeToggle />}
      leave={
        <Button to={bench ? labPath : '/'} variant="ghost" size="small">
          {t(bench ? 'toLab' : 'leave')}
        </Button>
      }
    >
      <StepHeading key={bench} kicker={bench && t('lab')}>
        {t(bench ? `${bench}Title` : 'title')}
      </StepHeading>
      <p className="measure mt-2 text-mute">{t(bench ? `${bench}Lead` : 'lead')}</p>
      {areCookiesKept ? null : (
        <Notice tone="danger" className="mt-4">
          {t('noCookies')}
        </Notice>
      )}
      <div className="mt-6">{Content ? <Content lab={lab} /> : <Benches />}</div>
    </DemoShell>
  )
}

/** Tried with one that is gone at once: where a setting refuses cookies, `cookieEnabled` is true all the same. */
function keepsCookies(): boolean {
  const [name, attributes] = ['tried=1', 'SameSite=Strict']
  // biome-ignore lint/suspicious/noDocumentCookie: only some browsers have a CookieStore
  document.cookie = `${name};${attributes}`
  const isKept = document.cookie.includes(name)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name};${attributes};Max-Age=0`
  return isKept
}

/** The way to each bench. */
function Benches() {
  return (
    <>
      <ul className="grid gap-4 @min-[40rem]/page:grid-cols-2 @min-[60rem]/page:grid-cols-3">
        {labBenches.map((bench) => (
          <li key={bench} className="panel">
            <h2 className="text-heading">{t(`${bench}Title`)}</h2>
            <p className="mt-2 mb-4 text-mute">{t(`${bench}Lead`)}</p>
            <Button to={`${labPath}/${bench}`}>{t(`${bench}Begin`)}</Button>
          </li>
        ))}
      </ul>
      <Button to={teachPath} variant="quiet" size="small" className="mt-4">
        {t('teach')}
      </Button>
    </>
  )
}
