// A Credo agent with its OpenID4VC module, as its project publishes both: holder, issuer and verifier. It does what it
// is told by POST /control/<call>, with JSON in and out, and decides nothing by itself.

// First: an ES module that is linked before it registers itself keeps an empty library.
import '@openwallet-foundation/askar-nodejs'
import { EventEmitter } from 'node:events'
import { AskarModule } from '@credo-ts/askar'
import { Agent, ConsoleLogger, Kms, LogLevel, X509KeyUsage, X509Module } from '@credo-ts/core'
import { OpenId4VcModule } from '@credo-ts/openid4vc'
import { askar } from '@openwallet-foundation/askar-nodejs'
import express from 'express'
import { WebSocket } from 'ws'

const { port, trustedRoots } = JSON.parse(process.env.CREDO_OPTIONS)
const origin = `http://localhost:${port}`
const configurationId = 'card'
const day = 86_400_000

const app = express()
const agent = new Agent({
  config: { logger: new ConsoleLogger(LogLevel.debug), allowInsecureHttpUrls: true },
  dependencies: { FileSystem: class {}, fetch, EventEmitterClass: EventEmitter, WebSocketClass: WebSocket },
  modules: {
    askar: new AskarModule({
      askar,
      store: {
        id: 'store',
        key: askar.storeGenerateRawKey({}),
        keyDerivationMethod: 'raw',
        database: { type: 'sqlite', config: { inMemory: true } },
      },
    }),
    x509: new X509Module({ trustedCertificates: trustedRoots }),
    openid4vc: new OpenId4VcModule({
      app,
      issuer: {
        baseUrl: `${origin}/issuer`,
        credentialRequestToCredentialMapper: ({ holderBinding, issuanceSession }) => ({
          type: 'credentials',
          format: 'dc+sd-jwt',
          credentials: holderBinding.keys.map(({ jwk }) => signedFor(jwk, issuanceSession.issuanceMetadata)),
        }),
      },
      verifier: { baseUrl: `${origin}/verifier` },
    }),
  },
})
await agent.initialize()

const { holder, issuer, verifier } = agent.openid4vc
const root = await certified('Credo Root')
const signer = await certified('Credo', root)
agent.x509.config.setTrustedCertificates([...trustedRoots, root.certificate.toString('pem')])

async function newKey() {
  const { keyId, publicJwk } = await agent.kms.createKey({ type: { kty: 'EC', crv: 'P-256' } })
  const key = Kms.PublicJwk.fromPublicJwk(publicJwk)
  key.keyId = keyId
  return key
}

/** Self-signed without an authority. */
async function certified(commonName, authority) {
  const key = await newKey()
  const certificate = await agent.x509.createCertificate({
    authorityKey: authority?.key ?? key,
    subjectPublicKey: key,
    issuer: authority?.certificate.subject ?? { commonName },
    subject: authority && { commonName },
    validity: { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) },
    extensions: {
      subjectKeyIdentifier: { include: true },
      authorityKeyIdentifier: { include: true },
      ...(authority
        ? { subjectAlternativeName: { name: [{ type: 'dns', value: 'localhost' }] } }
        : { basicConstraints: { ca: true }, keyUsage: { usages: [X509KeyUsage.KeyCertSign] } }),
    },
  })
  return { key, certificate }
}

/** One of a batch. */
function signedFor(jwk, { claims, withIssuer }) {
  return {
    payload: { vct: `${origin}/types/card`, ...claims },
    disclosureFrame: { _sd: Object.keys(claims) },
    holder: { method: 'jwk', jwk },
    issuer: {
      method: 'x5c',
      x5c: [signer.certificate],
      issuer: withIssuer ? `${origin}/issuer/college` : undefined,
    },
  }
}

const calls = {
  async createParties({ batchSize }) {
    await issuer.createIssuer({
      issuerId: 'college',
      display: [{ name: 'College', locale: 'en' }],
      batchCredentialIssuance: { batchSize },
      credentialConfigurationsSupported: {
        [configurationId]: {
          format: 'dc+sd-jwt',
          vct: `${origin}/types/card`,
          cryptographic_binding_methods_supported: ['jwk'],
          credential_signing_alg_values_supported: ['ES256'],
          proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
          credential_metadata: {
            display: [{ name: 'Card', locale: 'en' }],
            claims: [{ path: ['full_name'] }, { path: ['expiry_date'] }],
          },
        },
      },
    })
    await verifier.createVerifier({ verifierId: 'shop', clientMetadata: { client_name: 'Shop' } })
  },

  async offer({ claims, withIssuer, txCode }) {
    const { credentialOffer, issuanceSession } = await issuer.createCredentialOffer({
      issuerId: 'college',
      credentialConfigurationIds: [configurationId],
      preAuthorizedCodeFlowConfig: { txCode: txCode ? { input_mode: 'numeric', length: 4 } : undefined },
      issuanceMetadata: { claims, withIssuer },
    })
    return { link: credentialOffer, id: issuanceSession.id, txCode: issuanceSession.userPin }
  },

  async issuance({ id }) {
    const { state, errorMessage } = await issuer.getIssuanceSessionById(id)
    return { state, errorMessage }
  },

  async ask({ query, clientIdPrefix }) {
    const { authorizationRequest, verificationSession } = await verifier.createAuthorizationRequest({
      verifierId: 'shop',
      requestSigner: { method: 'x5c', x5c: [signer.certificate], clientIdPrefix },
      dcql: { query },
    })
    return { link: authorizationRequest, id: verificationSession.id }
  },

  async verification({ id }) {
    const { state, errorMessage } = await verifier.getVerificationSessionById(id)
    if (state !== 'ResponseVerified') return { state, errorMessage }
    const { dcql } = await verifier.getVerifiedAuthorizationResponse(id)
    const shown = Object.values(dcql.presentations).flat()
    return { state, claims: shown.map(({ prettyClaims }) => prettyClaims) }
  },

  /** Takes a whole offer and tells the issuer that it was stored or, if declined, that it was not. */
  async take({ link, txCode, isDeclined = false }) {
    const resolvedCredentialOffer = await holder.resolveCredentialOffer(link)
    const token = await holder.requestToken({ resolvedCredentialOffer, txCode })
    const { credentials, dpop } = await holder.requestCredentials({
      resolvedCredentialOffer,
      ...token,
      verifyCredentialStatus: !isDeclined,
      credentialBindingResolver: async ({ issuerMaxBatchSize }) => ({
        method: 'jwk',
        keys: await Promise.all(Array.from({ length: isDeclined ? 1 : issuerMaxBatchSize }, newKey)),
      }),
    })
    const [{ record, notificationId }] = credentials
    if (!isDeclined) await agent.sdJwtVc.store({ record })
    await holder.sendNotification({
      metadata: resolvedCredentialOffer.metadata,
      notificationId,
      accessToken: token.accessToken,
      dpop: dpop ?? token.dpop,
      notificationEvent: isDeclined ? 'credential_deleted' : 'credential_accepted',
    })
    const { prettyClaims } = record.firstCredential
    return {
      id: record.id,
      copies: record.credentialInstances.length,
      claims: prettyClaims,
      isBound: Boolean(token.dpop),
    }
  },

  async forget({ id }) {
    await agent.sdJwtVc.deleteById(id)
  },

  async present({ link }) {
    const { authorizationRequestPayload, dcql } = await holder.resolveOpenId4VpAuthorizationRequest(link)
    const { ok, serverResponse, redirectUri } = await holder.acceptOpenId4VpAuthorizationRequest({
      authorizationRequestPayload,
      dcql: { credentials: holder.selectCredentialsForDcqlRequest(dcql.queryResult) },
    })
    return { ok, answer: serverResponse.body, redirectUri }
  },
}

app.post('/control/:call', express.json(), async ({ params, body }, response) => {
  try {
    response.json((await calls[params.call](body)) ?? {})
  } catch (error) {
    response.status(500).json({ message: error.message })
  }
})
app.get('/control/ready', (_request, response) => response.json({}))
app.listen(port, '127.0.0.1')
