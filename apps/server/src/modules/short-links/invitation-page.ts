import { obstacleOf } from '@lastmile/contracts/address-reach'
import { type InvitationForm, invitationDocumentPath, invitationPlaceholders } from '@lastmile/contracts/pages'
import { plainName } from '@lastmile/contracts/plain-words'
import { pageLocale } from '@lastmile/contracts/site'
import type { FastifyReply } from 'fastify'
import { codePicture } from '../../platform/pages/code-picture.ts'
import { type Html, html } from '../../platform/pages/html.ts'
import type { SitePages } from '../../platform/pages/site-pages.ts'
import type { DescribedInvitation } from './invitation.ts'

const statuses: Record<InvitationForm, number> = {
  connect: 200,
  proof: 200,
  used: 410,
  expired: 410,
  elsewhere: 403,
  answered: 200,
  unknown: 404,
}

/** At most so many attributes are listed by name. */
const mostNames = 8

const placeholders = /\{\{\w+\}\}/g

/** Whether the caller is a browser. Wallets ask for JSON, or do not say. */
export const readsPages = (accept = '') => accept.includes('text/html') && !accept.includes('application/json')

/** @returns false when the pages are not built */
export function sendInvitationPage(reply: FastifyReply, pages: SitePages, invitation: DescribedInvitation): boolean {
  const page = pages.get(invitationDocumentPath(invitation.form))
  if (!page) return false
  const values = valuesOf(invitation)
  reply
    .code(statuses[invitation.form])
    .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-store', vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .send(page.content.plain.replace(placeholders, (placeholder) => html`${values[placeholder]}`.text))
  return true
}

/** Values by placeholder; plain text is escaped when it is inserted. */
function valuesOf(invitation: DescribedInvitation): Record<string, string | Html | undefined> {
  if (!('invitationUrl' in invitation)) return {}
  const { label, wants, invitationUrl, shortUrl } = invitation
  const { label: who, wanted: what, query, address, code, reach, host } = invitationPlaceholders
  const short = new URL(shortUrl)
  return {
    [who]: plainName(label),
    [what]: wantedText(wants.map((name) => name.replaceAll('_', ' '))),
    [query]: new URL(invitationUrl).search.slice(1),
    [address]: shortUrl,
    [code]: codePicture(shortUrl, 'QR code of this invitation'),
    [reach]: obstacleOf(short) ?? 'everywhere',
    [host]: short.host,
  }
}

function wantedText(wanted: readonly string[]): string {
  if (wanted.length === 0) return 'what your wallet will show you'
  const more = wanted.length - mostNames
  const names = wanted.slice(0, mostNames).map((name) => `“${plainName(name)}”`)
  const listed = more > 0 ? [...names, `${more} more`] : names
  return new Intl.ListFormat(pageLocale).format(listed)
}
