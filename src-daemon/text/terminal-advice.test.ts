import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../contract/language.ts'
import { appRoot } from '../platform/app.ts'
import { flatten } from './flatten.ts'
import { advisedIn } from './own-command.ts'

/** Errors that only a command raises, so that no page shows them. */
const OF_COMMANDS = [
  'capability_unknown',
  'index_empty',
  'key_ambiguous',
  'not_converted',
  'registry_nothing_to_export',
  'trust_draft_invalid',
]
/** The window has words of its own while it can't reach the daemon. */
const OF_THE_CONNECTION = ['daemon_already_running', 'daemon_unreachable', 'version_mismatch']
/** No page does this; the text says that the command is for a terminal. */
const ONLY_THERE: Record<string, string> = {
  author_is_other: 'a page signs with the author’s key or not at all',
  internal: 'no page shows the daemon’s log',
  sequence_invalid: 'no page rebuilds the state from its log',
  session_ended: 'a link into a browser is made by a command',
  too_many_attempts: 'a link into a browser is made by a command',
  wrong_token: 'a link into a browser is made by a command',
}
/** What happened is one text for the window, the terminal and the model, and names both places. */
const SAID_TO_ALL = ['agent_identity_needed', 'binding_secret_missing']

interface Texts {
  readonly message: string
  readonly action: string
  readonly terminal?: string
}

const errorsIn = (language: Language): [code: string, texts: Texts][] =>
  globSync(`resources/locales/${language}/errors-*.json`, { cwd: appRoot }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(appRoot, file), 'utf8')) as Record<string, Texts>),
  )
const advises = (text: string): boolean => advisedIn(text).length > 0

const TERMINAL: Record<Language, RegExp> = { en: /terminal/, es: /terminal/, ja: /ターミナル/, zh: /终端/ }

it.each(LANGUAGES)('no page advises a command in %s, or says that it is for a terminal', (language) => {
  const errors = errorsIn(language)
  const known = [...OF_COMMANDS, ...OF_THE_CONNECTION, ...Object.keys(ONLY_THERE)]
  const advising = errors.filter(([, { action }]) => advises(action))
  expect(advising.map(([code]) => code).toSorted()).toEqual(known.toSorted())
  const unsaid = advising.filter(
    ([code, { action }]) => code in ONLY_THERE && !TERMINAL[language].test(action),
  )
  expect(unsaid).toEqual([])
  expect(errors.filter(([, { message }]) => advises(message)).map(([code]) => code)).toEqual(SAID_TO_ALL)
})

it.each(LANGUAGES)('no page names an option of a command in %s', (language) => {
  const naming = errorsIn(language).filter(
    ([code, { action }]) => !(code in ONLY_THERE) && /(?<![\w-])--[a-z]/.test(action),
  )
  expect(naming.map(([code]) => code).toSorted()).toEqual([
    // Of commands alone, too.
    'index_empty',
    'index_other_registry',
    'index_other_writer',
    'local_registry_damaged',
    'needs_consent',
  ])
})

it.each(LANGUAGES)('a terminal’s own advice names a command or an option in %s', (language) => {
  const idle = errorsIn(language).filter(
    ([, { action, terminal }]) =>
      terminal !== undefined && (terminal === action || !/satchel [a-z]|--[a-z]/.test(terminal)),
  )
  expect(idle).toEqual([])
})

const QUOTED: Record<Language, RegExp> = {
  en: /“([^”]+)”/g,
  es: /«([^»]+)»/g,
  ja: /「([^」]+)」/g,
  zh: /“([^”]+)”/g,
}

it.each(LANGUAGES)('what a page is advised to look for is a label of the window in %s', (language) => {
  const labels = globSync(`resources/locales/${language}/app-*.json`, { cwd: appRoot }).flatMap((file) =>
    flatten(JSON.parse(readFileSync(join(appRoot, file), 'utf8')) as object).map(([, text]) => text),
  )
  const isLabel = (words: string): boolean =>
    labels.some(
      (label) => label === words || label.startsWith(`${words} (`) || label.startsWith(`${words}（`),
    )
  const named = errorsIn(language)
    .filter(([, { terminal }]) => terminal !== undefined)
    .flatMap(([code, { action }]) =>
      [...action.matchAll(QUOTED[language])].map(([, words = '']) => [code, words]),
    )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([, words = '']) => !isLabel(words))).toEqual([])
})

/** The names of the pages, as the rail has them. */
const pagesIn = (language: Language): Record<string, string> =>
  (
    JSON.parse(readFileSync(join(appRoot, `resources/locales/${language}/app-frame.json`), 'utf8')) as {
      frame: { pages: Record<string, string> }
    }
  ).frame.pages

it.each(LANGUAGES)('a page that is advised has the name of the rail in %s', (language) => {
  const pages = pagesIn(language)
  const here = new Map(errorsIn(language))
  const named = errorsIn('en').flatMap(([code, { action, terminal }]) =>
    terminal === undefined
      ? []
      : [...action.matchAll(/\b[Uu]nder ([A-Z]\w+)/g)]
          // A tab of the capability’s page.
          .filter(([, name]) => name !== 'Permissions')
          .map(
            ([, name]) =>
              [code, Object.entries(pagesIn('en')).find(([, page]) => page === name)?.[0]] as const,
          ),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(
    named.filter(
      ([code, page]) => page === undefined || !here.get(code)?.action.includes(pages[page] ?? '\0'),
    ),
  ).toEqual([])
})
