import type { ProtocolMessage } from '@lastmile/contracts'
import { type Openid4vcMessageKind, openid4vcMessages, protocolMessageKind } from '@lastmile/contracts/protocol-kinds'
import { Fragment, type ReactNode, type Ref } from 'react'
import { timeText } from '../../texts/formats.ts'
import { Attempt } from '../../ui/attempt.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from './message-list-texts.ts'
import type { MessagesOf } from './messages-slice.ts'
import { t as tOfStrip } from './texts.ts'
import { useMessages } from './use-messages.ts'

/** One plain sentence per message, newest last; each unfolds the raw message. */
export function MessageList({ about, listRef }: { about: MessagesOf; listRef: Ref<HTMLOListElement> }) {
  const { messages, isFetching, failure, onRetry } = useMessages(about)
  return (
    <div className="grid gap-5">
      {messages.length > 0 ? (
        <ol ref={listRef} className="grid grid-cols-1 gap-5">
          {messages.map((message) => (
            <li key={message.id} data-testid="protocol-message">
              <Message message={message} />
            </li>
          ))}
        </ol>
      ) : null}
      {failure || (isFetching && messages.length === 0) ? (
        <Attempt title={tOfStrip('failed')} failure={failure} isTrying={isFetching} onRetry={onRetry}>
          {tOfStrip('loading')}
        </Attempt>
      ) : (
        // Announces only the number: the step itself reports its outcome.
        <p role="status" className="text-small text-mute">
          {messages.length > 0 ? t('count', { count: messages.length }) : t('none')}
        </p>
      )}
    </div>
  )
}

function Message({ message: { direction, type, state, at, message } }: { message: ProtocolMessage }) {
  const ofOpenid4vc = openid4vcOf(type)
  const sentence = ofOpenid4vc ? t(ofOpenid4vc.kind) : sentenceOf(type, direction)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
      <span className="mt-0.5 grid size-7 place-items-center rounded-full bg-leaf-soft text-forest forced-colors:border">
        <Icon name={icons[ofOpenid4vc?.way ?? direction]} size={16} />
      </span>
      <div>
        <p className="font-semibold leading-snug">{sentence}</p>
        <p className="mt-0.5 text-small text-mute">{t(ofOpenid4vc?.way ?? direction)}</p>
        <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 text-tiny">
          {ofOpenid4vc ? (
            <Fact term={t('place')} className="basis-full">
              {t(`place.${ofOpenid4vc.protocol}`, { section: ofOpenid4vc.section })}
            </Fact>
          ) : (
            <Fact term={t('type')} className="basis-full">
              <code translate="no" className="wrap-anywhere">
                {brokenAtSlashes(type)}
              </code>
            </Fact>
          )}
          {state === null ? null : (
            <Fact term={t('state')}>
              <code translate="no">{state}</code>
            </Fact>
          )}
          <Fact term={t('at')}>
            <time dateTime={at}>{timeText(at)}</time>
          </Fact>
        </dl>
        {Object.keys(message).length > 0 ? (
          <details className="mt-1">
            <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-small font-semibold text-forest underline-offset-4 hover:underline">
              <Icon name="down" size={16} className="transition-transform duration-150 in-open:rotate-180" />
              {t('json')}
            </summary>
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
              tabIndex={0}
              aria-label={t('jsonOf', { sentence })}
              className="max-h-80 overflow-auto rounded-xl border border-line bg-sand p-4"
            >
              <pre translate="no" className="font-mono text-tiny leading-relaxed">
                {JSON.stringify(message, null, 2)}
              </pre>
            </section>
          </details>
        ) : null}
      </div>
    </div>
  )
}

const icons = { sent: 'next', received: 'back', asked: 'back', decided: 'tick' } as const

function Fact({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('flex min-w-0 flex-wrap gap-x-1.5', className)}>
      <dt className="text-mute">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Allows line breaks after slashes, which keeps words whole. */
const brokenAtSlashes = (address: string) =>
  address.match(/[^/]*\/|[^/]+$/g)?.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never move
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))

function sentenceOf(type: string, direction: ProtocolMessage['direction']): string {
  const kind = protocolMessageKind(type)
  return kind ? t(kind, { direction }) : t('other', { direction, type })
}

function openid4vcOf(type: string) {
  if (!Object.hasOwn(openid4vcMessages, type)) return undefined
  const kind = type as Openid4vcMessageKind
  const [protocol] = kind.split('/') as ['openid4vci' | 'openid4vp']
  return { kind, protocol, ...openid4vcMessages[kind] }
}
