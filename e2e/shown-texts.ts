import connecting from '../apps/web/app/exchanges/connecting/texts.en.json' with { type: 'json' }
import issuing from '../apps/web/app/exchanges/issuing/texts.en.json' with { type: 'json' }
import proving from '../apps/web/app/exchanges/proving/texts.en.json' with { type: 'json' }

/** In the singular, and for a wallet that is not the web wallet. */
const filled = (message: string, name: string) =>
  message
    .replace(/\{count, plural, one \{([^}]*)\}.*\}\}/, '$1')
    .replace(/\{wallet, select, .* other \{(.*?)\}\}/, '$1')
    .replace(/\{\w+\}/, name)

/** The sentences that a page takes from its catalogs. @param name of the wallet's partner, credential or verifier */
export const connectingText = (id: keyof typeof connecting, name = '') => filled(connecting[id], name)
export const issuingText = (id: keyof typeof issuing, name = '') => filled(issuing[id], name)
export const provingText = (id: keyof typeof proving, name = '') => filled(proving[id], name)
