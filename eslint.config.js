import { join } from 'node:path'
import js from '@eslint/js'
import { builtinRules } from 'eslint/use-at-your-own-risk'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { createRendererParser } from './scripts/eslint-renderer-parser.mjs'

const tests = ['**/*.test.ts', '**/testing/**']

const keysMessage =
  'Listen for keydown where it bubbles: src-renderer/composables/use-input-methods.ts stops the keys of an input method before that. A listener that captures, keyup and keypress would act on the Enter that ends a composition.'

const enterMessage =
  'Enter in a field goes through src-renderer/composables/use-enter.ts, which leaves the one that ends a composition to the input method: `@keydown="onEnter"` with `const onEnter = useEnter(…)`, or `isEnter(event)`.'

/**
 * Some work is done in one place only, so that it can be guarded there. Every exception stands in `allowed`.
 */
const chokePoints = [
  {
    name: 'network',
    message:
      'Requests leave through the network guard of src-daemon/network only: it checks hosts, limits and consent. Take its `fetch` as a dependency.',
    imports: ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'undici'],
    globals: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
    allowed: [
      'src-daemon/network/**',
      'src-daemon/api/**', // the carriers: they listen
      'src-daemon/client/**', // the other end of the local socket
      'src-daemon/lifecycle/**', // asks the local socket who owns it
      'src-daemon/capabilities/conformance/reference-http.ts', // listens on this machine, for the conformance suite
      'src-daemon/agents/dev/dev-agent.ts', // listens on this machine, for development
      'src-main/relay.ts',
      'src-renderer/rpc/**', // the page's own carrier, same origin
    ],
  },
  {
    name: 'a2a',
    message:
      'Clients of the A2A SDK are made by src-daemon/agents/a2a/client/sdk-client.ts only, which gives them the fetch of the network guard.',
    imports: ['@a2a-js/sdk/client', '@a2a-js/sdk/compat/v0_3/client'],
    allowed: ['src-daemon/agents/a2a/client/sdk-client.ts'],
  },
  {
    name: 'processes',
    message: 'Processes are started by src-daemon/platform/processes.ts only.',
    imports: ['child_process', 'cluster'],
    allowed: [
      'src-daemon/platform/processes.ts',
      'src-daemon/platform/watchdog.ts', // is started by it, to start what must not outlive the daemon
    ],
  },
  {
    name: 'threads',
    message: 'Worker threads are started by src-daemon/platform/worker-threads.ts only.',
    imports: ['worker_threads'],
    allowed: ['src-daemon/platform/worker-threads.ts', 'src-daemon/platform/worker-side.ts'],
  },
  {
    name: 'schemas',
    message:
      'JSON Schemas of others are compiled and run by src-daemon/schemas only, which counts what they cost.',
    imports: ['ajv', 'ajv/dist/2020.js', 'ajv-formats', '@cfworker/json-schema'],
    // `require`, and the validators the MCP library brings along.
    syntax: [
      'CallExpression[arguments.0.value=/^(ajv|@cfworker)/]',
      'ImportDeclaration[source.value=/^@modelcontextprotocol.*validat/]',
    ],
    allowed: ['src-daemon/schemas/**'],
  },
  {
    name: 'secrets',
    message: 'Secrets are kept and used by src-daemon/identity only.',
    imports: ['@napi-rs/keyring', 'age-encryption'],
    allowed: ['src-daemon/identity/**'],
  },
  {
    name: 'links',
    message:
      'Links are opened by src-main/open-external.ts only, which checks them, and in the window through src-renderer/rpc/links.ts, which asks.',
    syntax: [
      "MemberExpression[property.name='openExternal']",
      "CallExpression[callee.object.name='window'][callee.property.name='open']",
    ],
    imports: ['open'],
    allowed: [
      'src-main/open-external.ts',
      'src-main/index.ts', // hands Electron's function to open-external.ts
      'src-renderer/rpc/links.ts', // asks first where a link's text misleads
      'src-daemon/cli/commands/web.ts', // opens the address of the loopback carrier, which it has just made
    ],
  },
  {
    name: 'terminal',
    message: 'Commands write by writeText() of cli/console/output.ts only: it shows hidden characters.',
    syntax: [
      "MemberExpression[property.name='write']:matches([object.name=/^std(out|err)$/], [object.property.name=/^std(out|err)$/])",
    ],
    allowed: [
      'src-daemon/cli/console/output.ts',
      'src-daemon/run-daemon.ts', // the daemon's own output, which no terminal shows
      'src-daemon/models/inside/engine.ts', // speaks with the daemon on it
      'src-daemon/capabilities/conformance/reference-server.ts', // speaks MCP on it
      'src-main/index.ts', // the window's log
    ],
  },
  {
    name: 'patterns',
    message:
      'A pattern from outside runs on re2js: RegExp can be made to hang by its input. Here a pattern is made of the source alone: literals, CONSTANTS, and text put through RegExp.escape() or escaped().',
    syntax: [
      ":matches(NewExpression, CallExpression)[callee.name='RegExp'][arguments.0.type!=/^(Literal|TemplateLiteral)$/]",
      ":matches(NewExpression, CallExpression)[callee.name='RegExp'] > TemplateLiteral > :not(TemplateElement, Identifier[name=/^[A-Z0-9_]+$/], CallExpression[callee.property.name='escape'], CallExpression[callee.name='escaped'])",
    ],
    allowed: [
      'src-daemon/lint/phrases.ts', // from its own table of words
      'src-daemon/state/view/words.ts', // words, which are letters and numbers, between what is neither
      'src-daemon/models/core/mark-finder.ts', // from tables of marks, which it escapes
      'src-daemon/models/planner/grammar/pattern.ts', // from the grammars' own words
      'src-daemon/models/planner/arguments/evidence.ts', // from a name that it escapes
      'src-daemon/models/planner/index.ts', // from a number
      'src-daemon/schemas/foreign-pattern.ts', // asks whether it is one of ECMA-262, and never runs it
    ],
  },
  {
    name: 'built-ins',
    message: 'Modules are imported: what is fetched by name at run time passes by the rules on imports.',
    syntax: ["MemberExpression[property.name='getBuiltinModule']"],
    allowed: ['src-daemon/platform/http-server.ts'], // the server half of node:http, without its client
  },
  {
    name: 'keys',
    message: keysMessage,
    syntax: [
      "CallExpression:matches([callee.name='useEventListener'], [callee.property.name='addEventListener']) > Literal[value=/^key(up|press)$/]",
      "CallExpression:matches([callee.name='useEventListener'], [callee.property.name='addEventListener']):has(> Literal[value='keydown']) > :matches(Literal[value=true], ObjectExpression:has(> Property[key.name='capture']))",
    ],
    allowed: ['src-renderer/composables/use-input-methods.ts'],
  },
  {
    name: 'enter',
    message: enterMessage,
    syntax: [
      ':matches(BinaryExpression, SwitchCase) > Literal[value=/^(Numpad)?Enter$/]',
      'Property > Literal.key[value=/^(Numpad)?Enter$/]',
      'Property > Identifier.key[name=/^(Numpad)?Enter$/]',
    ],
    allowed: ['src-renderer/composables/use-enter.ts'],
  },
  {
    name: 'evaluation',
    message: 'Text never becomes code.',
    syntax: [':matches(NewExpression, CallExpression)[callee.name=/^(Function|eval)$/]'],
    imports: ['vm'],
    allowed: [],
  },
]

/** One choke point as a configuration of its own, so that its exceptions are its own too. */
function guard({ name, message, imports = [], globals = [], syntax = [], allowed }) {
  const plugin = `only-in-one-place-${name}`
  const names = imports.flatMap((path) =>
    /^[a-z_0-9]+$/.test(path) && !['undici', 'open'].includes(path) ? [path, `node:${path}`] : [path],
  )
  const dynamic =
    imports.length > 0
      ? [`ImportExpression[source.value=/^(${names.join('|').replaceAll('/', '\\u002F')})$/]`]
      : []
  return {
    files: ['src-*/**/*.{ts,vue}'],
    ignores: allowed,
    plugins: {
      [plugin]: {
        rules: {
          imports: tseslint.plugin.rules['no-restricted-imports'],
          globals: builtinRules.get('no-restricted-globals'),
          syntax: builtinRules.get('no-restricted-syntax'),
        },
      },
    },
    rules: {
      [`${plugin}/imports`]: [
        'error',
        { paths: names.map((path) => ({ name: path, message, allowTypeImports: true })) },
      ],
      [`${plugin}/globals`]: ['error', ...globals.map((global) => ({ name: global, message }))],
      [`${plugin}/syntax`]: ['error', ...[...syntax, ...dynamic].map((selector) => ({ selector, message }))],
    },
  }
}

const layoutRulesOfVue = [
  'first-attribute-linebreak',
  'html-closing-bracket-newline',
  'html-closing-bracket-spacing',
  'html-indent',
  'html-quotes',
  'html-self-closing',
  'max-attributes-per-line',
  'multiline-html-element-content-newline',
  'mustache-interpolation-spacing',
  'no-multi-spaces',
  'no-spaces-around-equal-signs-in-attribute',
  'singleline-html-element-content-newline',
]

/** Hands the script of a component to the parser of the renderer. */
const vueParser = vue.configs['flat/base'].map((one) => one.languageOptions?.parser).find(Boolean)
const rendererParser = createRendererParser({
  tsconfig: join(import.meta.dirname, 'src-renderer/tsconfig.json'),
  vueParser,
})

export default tseslint.config(
  {
    // What ESLint does alone: components, and the choke points of the product. Oxlint lints all TypeScript and JavaScript.
    // No rule of either is about tests.
    ignores: ['**/*', '!src-*/', '!src-*/**', ...tests],
  },
  // No rule asks which globals a library declares.
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser, parserOptions: { lib: [] } } },
  {
    files: ['src-renderer/**/*.vue'],
    extends: [
      js.configs.recommended,
      ...tseslint.configs.strictTypeChecked,
      ...vue.configs['flat/recommended'],
    ],
    languageOptions: {
      parserOptions: {
        tsconfigRootDir: import.meta.dirname,
        project: 'src-renderer/tsconfig.json',
        extraFileExtensions: ['.vue'],
        parser: rendererParser,
      },
    },
    rules: {
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }], // code points are what is meant
      '@typescript-eslint/unbound-method': 'off', // factories return functions that do not use `this`
      'no-control-regex': 'off', // names and addresses are checked for control characters
      eqeqeq: 'error',
      'no-console': 'error',
      // ESLint sees a component that another file imports as `any`; vue-tsc, which knows its type, checks these uses.
      ...Object.fromEntries(
        ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [
          `@typescript-eslint/no-unsafe-${use}`,
          'off',
        ]),
      ),
      ...Object.fromEntries(layoutRulesOfVue.map((rule) => [`vue/${rule}`, 'off'])), // Oxfmt's work
      'vue/multi-word-component-names': 'off',
      'vue/no-v-html': 'error',
      'vue/no-restricted-syntax': [
        'error',
        {
          selector:
            "VDirectiveKey[name.name='on'][argument.name=/^key(down|up|press)$/] > VIdentifier[name=/^(enter|13)$/]",
          message: enterMessage,
        },
        ...[
          "VDirectiveKey[name.name='on'][argument.name='keydown'] > VIdentifier[name='capture']",
          // Only to look where the caret is, as without a key's name.
          "VDirectiveKey[name.name='on'][argument.name='keyup'][modifiers.length>0]",
          "VDirectiveKey[name.name='on'][argument.name='keypress']",
        ].map((selector) => ({ selector, message: keysMessage })),
      ],
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
    },
  },
  {
    // Made safe there, by DOMPurify.
    files: ['src-renderer/components/*Markdown*.vue'],
    rules: { 'vue/no-v-html': 'off' },
  },
  ...chokePoints.map(guard),
)
