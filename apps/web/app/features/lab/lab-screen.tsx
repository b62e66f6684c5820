import { protocols } from '@lastmile/contracts/protocols'
import { type LabExperiment, labExperiments, labPath, teachPath } from '@lastmile/contracts/site'
import { type ComponentType, useState } from 'react'
import { DemoShell } from '../../frame/demo-shell.tsx'
import { begunVisit } from '../../site/begun-visit.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ThemeToggle } from '../../visit/theme-toggle.tsx'
import { CheatExperiment } from './cheat/cheat-experiment.tsx'
import { CompareExperiment } from './compare/compare-experiment.tsx'
import { FamilyText } from './family-choice.tsx'
import { type LabClient, useLab } from './lab-client.ts'
import { Onward } from './onward.tsx'
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
        <Button to={experiment ? labPath : (begunVisit()?.path ?? '/')} variant="ghost" size="small">
          {t(experiment ? 'toLab' : 'leave')}
        </Button>
      }
    >
      <StepHeading key={experiment} kicker={experiment && t(`${experiment}Title`)}>
        {t(experiment ? `${experiment}Question` : 'title')}
      </StepHeading>
      <p className="mt-2 max-w-[64ch] text-mute">{t(experiment ? `${experiment}Lead` : 'lead')}</p>
      {areCookiesKept ? null : (
        <Notice tone="danger" className="mt-4">
          {t('noCookies')}
        </Notice>
      )}
      <div className="mt-6">{Content ? <Content lab={lab} /> : <Experiments />}</div>
      {experiment ? <Onward from={experiment} /> : null}
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

/** The way to each experiment, and what all of them work with. */
function Experiments() {
  return (
    <>
      <ul className="grid gap-4 @min-[60rem]/page:grid-cols-3">
        {labExperiments.map((experiment) => (
          <li
            key={experiment}
            className="panel grid gap-x-6 gap-y-4 @min-[34rem]/page:grid-cols-[15rem_1fr] @min-[60rem]/page:grid-cols-1 @min-[60rem]/page:grid-rows-[auto_1fr]"
          >
            <img
              src={`/illustrations/lab-${experiment}.svg`}
              alt=""
              width={320}
              height={150}
              className="h-auto w-full rounded-2xl"
            />
            <div className="flex flex-col">
              <h2 className="text-heading @min-[60rem]/page:min-h-[2lh]">{t(`${experiment}Question`)}</h2>
              <p className="mt-1 flex items-center gap-1.5 text-small font-semibold text-forest">
                <Icon name="clock" size={18} />
                {t(`${experiment}Time`)}
              </p>
              <p className="mt-2 mb-4 text-mute">{t(`${experiment}Lead`)}</p>
              <Button
                to={`${labPath}/${experiment}`}
                className="mt-auto @max-[34rem]/page:w-full @min-[34rem]/page:w-fit"
              >
                {t(`${experiment}Begin`)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-8 grid gap-x-8 gap-y-6 @min-[60rem]/page:grid-cols-3">
        <section aria-labelledby="families" className="@min-[60rem]/page:col-span-2">
          <h2 id="families" className="mb-2 text-heading">
            {t('families')}
          </h2>
          {protocols.map((protocol) => (
            <FamilyText key={protocol} protocol={protocol} />
          ))}
        </section>
        <section aria-labelledby="teachers">
          <h2 id="teachers" className="mb-2 text-heading">
            {t('teach')}
          </h2>
          <p className="text-small text-mute">{t('teachText')}</p>
          <Button to={teachPath} variant="quiet" size="small">
            {t('toTeach')}
          </Button>
        </section>
      </div>
      <p className="mt-6 max-w-[90ch] border-t border-line pt-4 text-small text-mute">{t('ownWallet')}</p>
    </>
  )
}
