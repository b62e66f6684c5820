import { type LabExperiment, labExperiments, labPath, teachPath } from '@lastmile/contracts/site'
import { type ComponentType, useState } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ThemeToggle } from '../../visit/theme-toggle.tsx'
import { CheatExperiment } from './cheat/cheat-experiment.tsx'
import { CompareExperiment } from './compare/compare-experiment.tsx'
import { type LabClient, useLab } from './lab-client.ts'
import { RegistryExperiment } from './registry/registry-experiment.tsx'
import { t } from './texts.ts'

const experiments: Record<LabExperiment, ComponentType<{ lab: LabClient }>> = {
  compare: CompareExperiment,
  cheat: CheatExperiment,
  registry: RegistryExperiment,
}

export const isExperiment = (name: string): name is LabExperiment => Object.hasOwn(experiments, name)

/** The lab: a place of its own, whose wallet lives as long as the page. */
export function LabScreen({ experiment }: { experiment: LabExperiment | undefined }) {
  const lab = useLab()
  const [areCookiesKept] = useState(keepsCookies)
  const Content = experiment && experiments[experiment]
  return (
    <DemoShell
      tools={<ThemeToggle />}
      leave={
        <Button to={experiment ? labPath : '/'} variant="ghost" size="small">
          {t(experiment ? 'toLab' : 'leave')}
        </Button>
      }
    >
      <StepHeading key={experiment} kicker={experiment && t('lab')}>
        {t(experiment ? `${experiment}Title` : 'title')}
      </StepHeading>
      <p className="measure mt-2 text-mute">{t(experiment ? `${experiment}Lead` : 'lead')}</p>
      {areCookiesKept ? null : (
        <Notice tone="danger" className="mt-4">
          {t('noCookies')}
        </Notice>
      )}
      <div className="mt-6">{Content ? <Content lab={lab} /> : <Experiments />}</div>
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

/** The way to each experiment. */
function Experiments() {
  return (
    <>
      <ul className="grid gap-4 @min-[40rem]/page:grid-cols-2 @min-[60rem]/page:grid-cols-3">
        {labExperiments.map((experiment) => (
          <li key={experiment} className="panel">
            <h2 className="text-heading">{t(`${experiment}Title`)}</h2>
            <p className="mt-2 mb-4 text-mute">{t(`${experiment}Lead`)}</p>
            <Button to={`${labPath}/${experiment}`}>{t(`${experiment}Begin`)}</Button>
          </li>
        ))}
      </ul>
      <Button to={teachPath} variant="quiet" size="small" className="mt-4">
        {t('teach')}
      </Button>
    </>
  )
}
