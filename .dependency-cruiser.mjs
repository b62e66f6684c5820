// The allowed imports (docs/architecture.md). Paths are regular expressions from the top of the repository.

const web = 'apps/web/app'
const server = 'apps/server/src'
const agent = 'packages/agent/src'
const holder = 'packages/holder/src'
/** A folder of the agent that is one protocol's. */
const adapter = '(?!core|port)[^/]+'
/** Tests may reach further than the code that they test. */
const tests = '\\.(test|fixture)\\.tsx?$|/test/'

/** Modules of the server: exchanges with wallets upon their ledger, then those that need no other. */
const modules = [
  'protocols/',
  'protocol-messages/',
  'distant-verifier/',
  'proofs/',
  'revocation/',
  'credentials/',
  'connections/',
  'short-links/',
  'ledger/',
  'insights/',
  'analytics/',
  '(contact|api-docs|characters|status|wallets)/',
]

/**
 * Layers from the top down: each may import those below it, never one above.
 * @param {string} folder
 * @param {string[]} layers each a folder or a file
 */
const oneWay = (folder, layers) =>
  layers.slice(1).map((layer, index) => ({
    name: `${folder}: ${layer} imports nothing above it`,
    severity: 'error',
    from: { path: `^${folder}/${layer}`, pathNot: tests },
    to: { path: `^${folder}/(${layers.slice(0, index + 1).join('|')})` },
  }))

/**
 * The allowed imports of a folder, besides itself and Node.
 * @param {string} folder
 * @param {string} allowed
 */
const only = (folder, allowed) => ({
  name: `${folder} imports only ${allowed}`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: tests },
  to: { pathNot: `^${folder}/|${allowed}`, dependencyTypesNot: ['core'] },
})

export default {
  forbidden: [
    // The web app: documents and the demo's entry → routes → store → features → visit → exchanges → state → api →
    // packages.
    ...oneWay(web, [
      '(demo|document)\\.tsx',
      'routes/',
      'store/',
      'features/',
      'visit/',
      'exchanges/',
      'wallet/',
      'state/',
      'api/',
    ]),
    // The layers of every page: its frame → its scripts → components → tracking → consent.
    ...oneWay(web, ['frame/', 'site/', 'ui/', 'tracking/', 'consent/']),
    // The exchanges in the order in which a visitor meets them: a proof may need a credential's definition.
    ...oneWay(`${web}/exchanges`, ['proving/', 'issuing/', 'connecting/', 'queue/', 'messages/']),
    {
      name: 'features never import each other',
      severity: 'error',
      from: { path: `^${web}/features/([^/]+)/` },
      to: { path: `^${web}/features/`, pathNot: `^${web}/features/$1/` },
    },
    {
      name: 'ui, texts, frame and consent know neither state nor server nor features',
      severity: 'error',
      from: { path: `^${web}/(ui|texts|frame|consent)/`, pathNot: tests },
      to: { path: `^${web}/(routes|store|features|visit|exchanges|state|api)` },
    },
    {
      name: 'the script of the pages knows no feature and no state',
      severity: 'error',
      from: { path: `^${web}/site/`, pathNot: tests },
      to: { path: `^${web}/(routes|store|features|visit|exchanges|state)` },
    },
    {
      name: 'the script of the pages brings no React',
      comment: 'Pages are rendered when the site is built; what they do in a browser is plain TypeScript.',
      severity: 'error',
      from: { path: `^${web}/site/`, pathNot: tests },
      to: { path: '^node_modules/(react|react-dom|react-router|react-redux|@reduxjs|@lingui)/', reachable: true },
    },
    {
      name: 'the web wallet knows the texts and the looks of the site, and nothing of the demo',
      comment: 'What is personal stays in its worker: neither the state of the demo nor the HTTP client sees it.',
      severity: 'error',
      from: { path: `^${web}/wallet/`, pathNot: tests },
      to: { path: `^${web}/(?!wallet/|ui/|texts/)` },
    },
    {
      name: 'pages load the holder and its cryptography in workers alone',
      comment: 'What an answer would disclose, and whether a text is an address, need nothing of them.',
      severity: 'error',
      from: { path: `^${web}/`, pathNot: `${tests}|^${web}/(wallet/(worker|storage)|features/lab/worker)/` },
      to: {
        path: '^packages/(holder|anoncreds-wasm)/',
        pathNot: '^packages/holder/src/core/(disclosure|parse-url)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the demo brings no page of the site',
      comment: 'What it shows of them, the page for what is not found, it loads when it is needed.',
      severity: 'error',
      from: { path: `^${web}/(demo\\.tsx|features/(?!marketing))`, pathNot: tests },
      to: { path: `^${web}/(document\\.tsx|routes/pages\\.tsx)`, reachable: true },
    },
    {
      name: 'tracking stands below all that tells it something',
      severity: 'error',
      from: { path: `^${web}/tracking/`, pathNot: tests },
      to: { path: `^${web}/(routes|store|features|visit|exchanges|state)` },
    },
    {
      name: 'pages take values from the parts of contracts that bring no validation library',
      comment: "Import types from '@lastmile/contracts', values from its '/constants', '/screens' and '/api-routes'.",
      severity: 'error',
      from: { path: `^${web}/`, pathNot: tests },
      to: { path: '^packages/contracts/src/index', dependencyTypesNot: ['type-only'] },
    },

    {
      name: "the table of the order's words is for tests",
      comment: 'What visitors read stands in the catalogs of the rooms.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: tests },
      to: { path: '^packages/contracts/test/specified-texts' },
    },

    // The server, and the commands beside it.
    ...oneWay(server, [
      'main\\.ts',
      'server\\.ts',
      'http-server\\.ts',
      'context\\.ts',
      'realtime/',
      '(backup|contact-messages|move-to-postgres|reset|rotate-key)\\.ts',
      'modules/',
      'platform/',
      'config\\.ts',
    ]),
    ...oneWay(`${server}/modules`, modules),
    {
      name: 'every module of the server has its place in the order',
      severity: 'error',
      from: { path: `^${server}/modules/`, pathNot: `${tests}|^${server}/modules/(${modules.join('|')})` },
      to: {},
    },
    {
      name: 'the lab’s distant verifier is known where routes and adapters are put together',
      comment: 'No other question may be judged by older lists than the issuer has.',
      severity: 'error',
      from: {
        path: `^${server}/`,
        pathNot: `${tests}|^${server}/(modules/distant-verifier/|(context|http-server)\\.ts)`,
      },
      to: { path: `^${server}/modules/distant-verifier/` },
    },
    ...oneWay(`${server}/platform`, ['agent-storage/', 'pages/', 'callers/', 'http/', 'process/', 'database/']),

    // The agent: adapters of protocols → what none of them has a word in → the port, which loads no library of theirs.
    ...oneWay(agent, [`${adapter}/`, 'core/', 'port/']),
    {
      name: 'adapters never import each other',
      severity: 'error',
      from: { path: `^${agent}/(${adapter})/`, pathNot: tests },
      to: { path: `^${agent}/${adapter}/`, pathNot: `^${agent}/$1/` },
    },
    ...oneWay(`${agent}/openid4vc`, [
      '(index|create-(didcomm|openid4vc)-agent)\\.ts',
      'verifying/',
      'issuing/',
      'messages/',
      'status/',
      'store/',
      'keys/',
      'api/',
    ]),
    ...oneWay(`${agent}/didcomm`, [
      '(index|create-(didcomm|openid4vc)-agent)\\.ts',
      'lifecycle\\.ts',
      'components\\.ts',
      'messages/',
      'revocation/',
      'exchanges/',
      'issuer/',
      'credo/',
      'admission/',
      'protocols/',
      'verification/',
      'registry/',
      'transport/',
      'store/',
      'api/',
    ]),
    {
      name: "the agent's port and core know no library of a protocol",
      severity: 'error',
      from: { path: `^${agent}/(port|core)/`, pathNot: tests },
      to: { path: 'node_modules/(@credo-ts|didwebvh-ts)/', reachable: true },
    },

    // The holder: what composes it → protocols → credential formats, which know no transport → the neutral core.
    ...oneWay(holder, [
      'holder\\.ts',
      '(holder-dependencies|wallet-snapshot|wallet-file|reencryption)\\.ts',
      'held-credentials\\.ts',
      'wallet-records\\.ts',
      'protocols/[^/]+/',
      'protocols/protocol\\.ts',
      'formats/',
      'core/',
    ]),
    ...oneWay(`${holder}/formats`, ['shared-records\\.ts', 'credentials\\.ts', '(anoncreds|sd-jwt)/']),
    ...oneWay(`${holder}/protocols/didcomm`, [
      'didcomm\\.ts',
      'exchanges/',
      'transport/',
      'didcomm-context\\.ts',
      'records/',
      'messages/',
      'dids/',
    ]),

    // Packages.
    only('packages/agent/src/port', '^packages/contracts/'),
    only('packages/contracts', '^node_modules/zod/'),
    only('packages/journey', '^packages/contracts/'),
    only('packages/formats', '^node_modules/(@noble|@sd-jwt|jose|zod)/'),
    only('packages/lab', '^(node_modules/(jose|@noble)/|packages/(contracts|formats|holder)/)'),
    {
      name: 'neither wallet nor server knows the lab, so that none of them can do what it does',
      severity: 'error',
      from: {
        path: '^(apps/(server|terminal-wallet)|packages|apps/web/app/(?!features/lab/))',
        pathNot: `${tests}|^packages/lab/`,
      },
      to: { path: '^packages/lab/' },
    },
    only(`${web}/tracking/session`, '^packages/contracts/'),
    {
      name: 'protocols of the holder never import each other',
      severity: 'error',
      from: { path: `^${holder}/protocols/([^/]+)/`, pathNot: tests },
      to: { path: `^${holder}/protocols/[^/]+/`, pathNot: `^${holder}/protocols/$1/` },
    },
    only(
      'packages/holder',
      '^(node_modules/(zod|jose|@noble|@scure)/|packages/(formats/|contracts/src/(address-reach|condition|plain-words)\\.ts$))',
    ),
    {
      name: 'the holder runs in browsers as in Node, so it knows neither',
      severity: 'error',
      from: { path: '^packages/holder/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    only('packages/anoncreds-wasm', '^packages/(anoncreds-wasm/|holder/src/holder\\.ts$)'),
    {
      name: "journey takes only types from contracts' root, so that it stays small on a visitor's page",
      severity: 'error',
      from: { path: '^packages/journey/', pathNot: tests },
      to: { path: '^packages/contracts/src/index', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages never import apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps never import each other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'only the agent knows which library speaks DIDComm and AnonCreds',
      comment:
        'The test wallet is a holder of its own, our cryptography for holders is tested against the libraries, and the benchmark measures them.',
      severity: 'error',
      from: { pathNot: '^(packages/agent|packages/anoncreds-wasm/test|e2e/wallet|bench)/' },
      to: { path: 'node_modules/(@credo-ts|@hyperledger|@openwallet-foundation)/' },
    },
    {
      name: 'what runs never imports what tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: tests },
      to: { path: '^(e2e|bench|measure)/|\\.(test|fixture)\\.tsx?$' },
    },
    {
      name: 'no circles, of types neither',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every import leads somewhere',
      comment: 'Vite gives the address of a package’s file; the build ends where there is none.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.wasm\\?url$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The foreign agent's packages are installed when it is first run.
    exclude: { path: '^(apps/[^/]+/(dist|build)|e2e/interop/openid4vc/credo)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
