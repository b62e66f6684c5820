import type { ConnectionExchanges } from '@lastmile/agent/port'
import { phaseOf, statesBefore } from '@lastmile/contracts/lifecycles'
import type { InvitationForm } from '@lastmile/contracts/pages'
import type { Ledger } from '../ledger/ledger.ts'
import type { InvitationAddresses, LinkKey, ShortLinks } from './service.ts'

/** The page that an invitation's address shows. */
export type DescribedInvitation =
  | { form: Exclude<InvitationForm, 'connect' | 'proof'> }
  | ({
      form: 'connect' | 'proof'
      /** Of the inviter. */
      label: string
      /** Names of the attributes that a proof request asks for. */
      wants: readonly string[]
    } & InvitationAddresses)

export type Invitations = ReturnType<typeof createInvitations>

/** Describes invitations to people who open their addresses in a browser instead of a wallet. */
export function createInvitations(
  agent: Pick<ConnectionExchanges, 'describeInvitation'>,
  shortLinks: ShortLinks,
  ledger: Pick<Ledger, 'find'>,
) {
  async function standingOf(subjectId: string): Promise<'open' | 'used' | 'expired'> {
    const entry = (await ledger.find('connection', subjectId)) ?? (await ledger.find('proof', subjectId))
    if (!entry) return 'expired'
    if (phaseOf(entry.kind, entry.state) === 'failed') return 'expired'
    // A wallet that takes the invitation leaves the first state.
    if (statesBefore(entry.kind, entry.state).length > 0) return 'used'
    return entry.deletedAt ? 'expired' : 'open'
  }

  return {
    /** Shows only what we stored: a stranger could have written the address. */
    async describe(key: LinkKey): Promise<DescribedInvitation> {
      const link = await shortLinks.lookUp(key)
      if (!link) return { form: 'unknown' }
      const standing = await standingOf(link.subjectId)
      if (standing !== 'open') return { form: standing }
      const said = link.open && (await agent.describeInvitation(link.open.invitationUrl))
      if (!link.open || !said) return { form: 'expired' }
      const { label, wants } = said
      return { form: wants ? 'proof' : 'connect', label, wants: wants ?? [], ...link.open }
    },

    /** Where the short link leads, with the message behind it; undefined when there is none or it has expired. */
    async resolve(id: string): Promise<{ invitationUrl: string; message: string | undefined } | undefined> {
      const { open } = (await shortLinks.lookUp({ id })) ?? {}
      if (!open) return undefined
      const { invitationUrl } = open
      return { invitationUrl, message: (await agent.describeInvitation(invitationUrl))?.message }
    },
  }
}
