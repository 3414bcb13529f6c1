/**
 * Which room may import which: the arrows of docs/architecture.md. A room may import what its row names, the rooms those
 * rows name in turn are repeated on purpose, so that one row says everything about one room.
 */
const ground = ['contract', 'text', 'platform']
const store = [...ground, 'storage']
const keys = [...store, 'identity', 'schemas']
const reach = ['network', 'sandbox']
const data = [...keys, ...reach, 'lint', 'state', 'packages', 'skills', 'settings']
const tools = [...data, 'mcp', 'agents', 'wallets', 'payments', 'threads', 'bindings']
const rooms = {
  contract: [],
  text: ['contract'],
  platform: ['contract', 'text'],
  lint: ground,
  network: ground,
  sandbox: [...ground, 'network'],
  storage: ground,
  identity: store,
  schemas: ground,
  backups: store.concat('identity'),
  state: keys,
  packages: [...keys, 'lint', 'state'],
  skills: [...store, 'lint', 'packages'],
  settings: [...ground, 'state'],
  profile: store,
  mcp: [...keys, ...reach, 'lint', 'settings'],
  agents: [...keys, ...reach, 'lint', 'settings', 'mcp'],
  wallets: [...store, 'identity', 'network'],
  payments: [...keys, 'network', 'state', 'wallets'],
  threads: [...keys, ...reach, 'lint', 'settings', 'state', 'mcp', 'agents', 'wallets', 'payments'],
  bindings: [...keys, ...reach, 'lint', 'packages', 'settings', 'mcp', 'agents'],
  capabilities: tools,
  sharing: [...tools.filter((room) => room !== 'bindings'), 'capabilities'],
  models: [...tools, 'capabilities'],
  router: [...tools, 'capabilities'],
  registry: [...tools, 'capabilities', 'models'],
  chat: [...tools, 'capabilities', 'models', 'router'],
  api: [...tools, 'profile', 'backups', 'capabilities', 'models', 'router', 'registry', 'chat', 'sharing'],
  client: [...ground, 'api'],
  lifecycle: [...keys, 'backups', 'client', 'api'],
  cli: [
    ...tools,
    'capabilities',
    'models',
    'router',
    'registry',
    'chat',
    'sharing',
    'api',
    'client',
    'lifecycle',
  ],
}
/**
 * The folders of the bigger rooms, the lowest first: each may import those before it, and `.` is the room's own files. With the
 * rooms' own table this leaves no way round in a circle. A room without a row has no folders.
 */
const folders = {
  storage: ['schema', 'damaged', '.'],
  identity: ['core', 'dids', 'stores', 'secrets', 'keys', 'authorizations', 'devices', '.'],
  packages: ['document', 'authoring', '.'],
  mcp: [
    'wire',
    'transports',
    'sessions',
    'records',
    'pins',
    'oauth',
    'servers',
    'setup',
    'adding/import',
    'adding/bundles',
    'adding/registry',
    'adding',
    '.',
  ],
  backups: ['base', 'transfer', '.'],
  agents: [
    'core',
    'requests',
    'did-wba',
    'calling',
    'descriptions',
    'a2a/own-card',
    'offer',
    'called',
    'check',
    'contacts',
    'anp/files',
    'anp/tools',
    'anp/interfaces',
    'anp',
    'a2a/card',
    'a2a/client',
    'a2a/callbacks',
    'a2a/server/push',
    'a2a/server',
    'a2a',
    'dev',
    '.',
  ],
  wallets: ['core', 'kept', 'evm', 'near', 'solana', '.'],
  payments: ['core', 'rails', 'kept', '.'],
  threads: [
    'core',
    'messages',
    'negotiation',
    'quotes',
    'answers',
    'forms',
    'wallets',
    'payments',
    'asking',
    'transcript',
    'exchange',
    'cards',
    'kept',
    'served',
    'followed',
    'conversations',
    'check',
    '.',
  ],
  bindings: ['scripts', 'wasm', '.'],
  capabilities: [
    'flow',
    'core',
    'activity',
    'approvals',
    'questions',
    'extract',
    'sources',
    'catalog',
    'overview',
    'conformance',
    '.',
  ],
  models: [
    'core',
    'stream',
    'recover',
    'answer',
    'planner/grammar',
    'planner/time',
    'planner/reading',
    'planner/arguments',
    'planner/base',
    'planner/acts',
    'planner',
    'guided',
    'inside',
    'endpoint',
    'spending',
    'ollama',
    'openai',
    'anthropic',
    'gemini',
    '.',
  ],
  router: ['text', 'triggers', 'classifier/lexicon', 'classifier', 'meaning', '.'],
  registry: [
    'chain',
    'ipfs/core',
    'ipfs/embedded',
    'ipfs',
    'indexer/core',
    'indexer/search',
    'indexer/store',
    'indexer/sqlite',
    'indexer/postgres',
    'indexer/vectors',
    'indexer/verifying',
    'indexer/service',
    'indexer',
    'static',
    'trust',
    'client',
    'schemas',
    'publish',
    '.',
    'dev',
  ],
  chat: ['core', 'apps', 'prompts', 'open', 'memory', 'context', 'transfer', '.'],
  api: ['core', 'routers', 'carriers', '.'],
  cli: ['console', 'commands', 'commands/registry', '.'],
}
const test = '\\.test\\.ts$'
/** Files that tests, and nothing else, are made with. */
const forTests = [test, '/testing/', '/testing\\.ts$', '/testdata/']

/** The floors of state, from the ground up: a folder may import those on the floors below it, and none beside it. */
const stateFloors = [
  ['base'],
  ['schema', 'patch'],
  ['sequences'],
  ['policies'],
  ['log'],
  ['merge', 'view'],
  ['objects'],
  ['search', 'asmql', 'history', 'lifecycle', 'sync', 'proofs', 'salvage', 'resolution'],
]
const stateArrows = stateFloors.flatMap((floor, n) =>
  floor.map((folder) => ({
    name: `state-${folder}-imports-downwards`,
    comment: `In state, ${folder}/ stands on ${stateFloors.slice(0, n).flat().join(', ') || 'the ground'}.`,
    severity: 'error',
    from: { path: `^src-daemon/state/${folder}/`, pathNot: [test, 'testing', '\\.acceptance\\.ts$'] },
    to: {
      path: '^src-daemon/state/',
      pathNot: [folder, ...stateFloors.slice(0, n).flat()].map((below) => `^src-daemon/state/${below}/`),
    },
  })),
)

const arrows = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-downwards`,
  comment: `${room} may import ${allowed.length === 0 ? 'no other room' : allowed.join(', ')}: imports run downwards only.`,
  severity: 'error',
  from: { path: `^src-daemon/${room}/`, pathNot: [test, '/testing/'] },
  to: { path: '^src-daemon/', pathNot: [room, ...allowed].map((name) => `^src-daemon/${name}/`) },
}))

/**
 * The floors of the renderer, from a page down to the line to the daemon. What several pages use is a feature; what knows
 * nothing of the program is a component.
 */
const said = ['navigation', 'rpc', 'i18n']
const floors = {
  frame: ['features', 'components', 'stores', 'composables', ...said],
  pages: ['features', 'components', 'stores', 'composables', ...said],
  features: ['components', 'stores', 'composables', ...said],
  components: ['composables', ...said],
  stores: ['composables', ...said, 'styles'],
  composables: said,
  navigation: [],
  rpc: ['i18n'],
  i18n: [],
  styles: [],
}
const inRenderer = '^src-renderer/'

const rendererArrows = Object.entries(floors).map(([floor, allowed]) => ({
  name: `renderer-${floor}-import-downwards`,
  comment: `In the renderer, ${floor}/ may import ${allowed.length === 0 ? 'no other folder' : allowed.map((name) => `${name}/`).join(', ')}: imports run downwards only.`,
  severity: 'error',
  from: { path: `${inRenderer}${floor}/`, pathNot: test },
  to: { path: inRenderer, pathNot: [floor, ...allowed].map((name) => `${inRenderer}${name}/`) },
}))

const filesOf = (room, folder) => `^src-daemon/${room}/${folder === '.' ? '' : `${folder}/`}[^/]+$`

const folderArrows = Object.keys(rooms)
  .filter((room) => room !== 'state') // has floors of its own
  .map((room) => [room, folders[room] ?? ['.']])
  .flatMap(([room, order]) => [
    ...order.map((folder, place) => ({
      name: `${room}-${folder === '.' ? 'own-files' : folder.replaceAll('/', '-')}-imports-downwards`,
      comment: `${room}/${folder} may import ${place === 0 ? 'no other folder of its room' : order.slice(0, place).join(', ')}.`,
      severity: 'error',
      from: { path: filesOf(room, folder), pathNot: forTests },
      to: {
        path: `^src-daemon/${room}/`,
        pathNot: order.slice(0, place + 1).map((below) => filesOf(room, below)),
      },
    })),
    {
      name: `${room}-folders-have-a-place`,
      comment: `A folder of ${room} stands in the table of folders.`,
      severity: 'error',
      from: {
        path: `^src-daemon/${room}/`,
        pathNot: [...forTests, ...order.map((folder) => filesOf(room, folder))],
      },
      to: {},
    },
  ])

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...arrows,
    ...folderArrows,
    ...stateArrows,
    ...rendererArrows,
    {
      name: 'no-page-imports-a-page',
      comment: 'What two pages use is a feature.',
      severity: 'error',
      from: { path: `${inRenderer}pages/([^/]+)/` },
      to: { path: `${inRenderer}pages/`, pathNot: `${inRenderer}pages/$1/` },
    },
    {
      name: 'renderer-files-in-no-circle',
      comment: 'In the renderer files form no circle, not even of types.',
      severity: 'error',
      from: { path: inRenderer },
      to: { circular: true },
    },
    {
      name: 'renderer-folders-in-no-circle',
      comment: 'A folder of the renderer does not import, over whatever way, one that imports it.',
      severity: 'error',
      scope: 'folder',
      from: { path: inRenderer },
      to: { circular: true },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third. Imports of types count.',
      severity: 'error',
      from: { pathNot: inRenderer },
      to: { circular: true },
    },
    {
      name: 'nothing-imports-main',
      comment: 'main.ts wires everything; what it wires must not know it.',
      severity: 'error',
      from: {},
      to: { path: '^src-(daemon/main|main/index|main/preload|renderer/main)\\.ts$' },
    },
    {
      name: 'rooms-have-one-door',
      comment:
        'A room is imported through its index.ts, or its types.ts, so that what stands behind it can change.',
      severity: 'error',
      from: { path: '^src-daemon/([^/]+)/', pathNot: [...forTests, '^src-daemon/client/'] },
      to: {
        path: '^src-daemon/([^/]+)/.+',
        pathNot: [
          '^src-daemon/$1/',
          '^src-daemon/[^/]+/(index|types)\\.ts$',
          '^src-daemon/registry/(ipfs|indexer|dev|client|static|trust)/(index|types)\\.ts$', // rooms within the room, with doors of their own
          '^src-daemon/(contract|platform|text)/[^/]+\\.ts$',
          '^src-daemon/api/core/handshake\\.ts$',
        ],
      },
    },
    {
      name: 'client-takes-types-only',
      comment:
        'A client is built into the shell and the CLI: of the API and the rooms it takes the types, and how to greet.',
      severity: 'error',
      from: { path: '^src-daemon/client/', pathNot: test },
      to: {
        path: '^src-daemon/',
        pathNot: ['^src-daemon/(client|contract|platform|text)/', '^src-daemon/api/core/handshake\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tools-run-through-cap',
      comment:
        'Code that chooses and calls tools uses them only through capabilities/: no other room knows how a tool is reached.',
      severity: 'error',
      from: { path: '^src-daemon/(router|chat|models)/', pathNot: test },
      to: {
        path: '^src-daemon/(bindings|mcp|sandbox)/',
        dependencyTypesNot: ['type-only'],
        pathNot: '/types\\.ts$',
      },
    },
    {
      name: 'main-wires-through-doors',
      comment: 'The composition root, too, takes rooms by their doors.',
      severity: 'error',
      from: { path: '^src-daemon/[^/]+\\.ts$' },
      to: {
        path: '^src-daemon/[^/]+/.+',
        pathNot: ['/(index|types)\\.ts$', '^src-daemon/(contract|platform|text)/[^/]+\\.ts$'],
      },
    },
    {
      name: 'renderer-takes-the-contract',
      comment:
        'The renderer runs in a sandbox: of the daemon it takes the types of the contract and of the router that serves it, and how texts are said and shown. Its tests hold its forms to the schemas.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: test },
      to: {
        path: '^src-(daemon|main)/',
        pathNot: [
          '^src-daemon/contract/',
          '^src-daemon/api/routers/router\\.ts$',
          '^src-daemon/text/(example-language|flatten|form-fields|form-problems|form-profile|format|hidden-characters|keys|label-of|main-argument|own-command|profile-form|schema-form|values)\\.ts$',
          '^src-main/(shell-api|port-frames)\\.ts$',
        ],
      },
    },
    {
      name: 'renderer-takes-types-only',
      comment:
        'What the renderer takes of the daemon is not built into it, but for how texts and results are said and shown.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: test },
      to: {
        path: '^src-(daemon|main)/',
        pathNot:
          '^src-daemon/(text/(example-language|flatten|form-fields|form-problems|form-profile|format|hidden-characters|label-of|main-argument|own-command|profile-form|schema-form)|contract/(author-name|draft-parts|package-icons|profile-names|report|result-bytes|used-packages))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shell-talks-through-the-client',
      comment:
        'The Electron shell reaches the daemon through src-daemon/client; of everything else it knows only the types.',
      severity: 'error',
      from: { path: '^src-main/', pathNot: test },
      to: {
        path: '^src-(daemon|renderer)/',
        pathNot: ['^src-daemon/client/index\\.ts$', '^src-daemon/(contract|platform|text)/[^/]+\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'daemon-knows-no-window',
      comment: 'The daemon outlives the window and runs without Electron.',
      severity: 'error',
      from: { path: '^src-daemon/' },
      to: { path: ['^src-(main|renderer)/', 'node_modules/electron/'] },
    },
    {
      name: 'product-knows-no-tests',
      comment: 'What ships does not import tests, benchmarks or development packages.',
      severity: 'error',
      from: { path: '^src-', pathNot: [test, '/testing/', '^src-renderer/vite(\\.config)?\\.ts$'] },
      to: { path: ['\\.test\\.ts$', '/testing/', '^(e2e|bench|scripts)/'] },
    },
    {
      name: 'peers-have-one-door',
      comment: 'Peers are spoken to by one file alone, in a thread of its own: what it opens stands there.',
      severity: 'error',
      from: { path: '^src-', pathNot: ['^src-daemon/registry/ipfs/embedded/node\\.ts$'] },
      to: { path: 'node_modules/(helia|@helia|libp2p|@libp2p|@multiformats)/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|#build|node:|electron$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
