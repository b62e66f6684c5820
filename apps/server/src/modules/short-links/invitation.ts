import type { ConnectionExchanges } from '@lastmile/agent/port'
import { phaseOf, statesBefore } from '@lastmile/contracts/lifecycles'
import type { InvitationForm } from '@lastmile/contracts/pages'
import type { Ledger } from '../ledger/ledger.ts'
import type { InvitationAddresses, LinkKey, ShortLinks } from './service.ts'

type Describing = Pick<ConnectionExchanges, 'describeInvitation'>

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

/** Describes invitations to people who open their addresses in a browser instead of a wallet. */
export class Invitations {
  readonly #agent: Describing
  readonly #shortLinks: ShortLinks
  readonly #ledger: Pick<Ledger, 'find'>

  constructor(agent: Describing, shortLinks: ShortLinks, ledger: Pick<Ledger, 'find'>) {
    this.#agent = agent
    this.#shortLinks = shortLinks
    this.#ledger = ledger
  }

  /** Shows only what we stored: a stranger could have written the address. */
  async describe(key: LinkKey): Promise<DescribedInvitation> {
    const link = await this.#shortLinks.lookUp(key)
    if (!link) return { form: 'unknown' }
    const standing = await this.#standing(link.subjectId)
    if (standing !== 'open') return { form: standing }
    const said = link.open && (await this.#agent.describeInvitation(link.open.invitationUrl))
    if (!link.open || !said) return { form: 'expired' }
    const { label, wants } = said
    return { form: wants ? 'proof' : 'connect', label, wants: wants ?? [], ...link.open }
  }

  /** Where the short link leads, with the message behind it; undefined when there is none or it has expired. */
  async resolve(id: string): Promise<{ invitationUrl: string; message: string | undefined } | undefined> {
    const { open } = (await this.#shortLinks.lookUp({ id })) ?? {}
    if (!open) return undefined
    const { invitationUrl } = open
    return { invitationUrl, message: (await this.#agent.describeInvitation(invitationUrl))?.message }
  }

  async #standing(subjectId: string): Promise<'open' | 'used' | 'expired'> {
    const entry = (await this.#ledger.find('connection', subjectId)) ?? (await this.#ledger.find('proof', subjectId))
    if (!entry) return 'expired'
    if (phaseOf(entry.kind, entry.state) === 'failed') return 'expired'
    // A wallet that takes the invitation leaves the first state.
    if (statesBefore(entry.kind, entry.state).length > 0) return 'used'
    return entry.deletedAt ? 'expired' : 'open'
  }
}
