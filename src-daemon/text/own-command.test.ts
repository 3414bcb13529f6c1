import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../cli/program.ts'
import type { Io } from '../cli/console/io.ts'
import { LANGUAGES } from '../contract/language.ts'
import { appRoot } from '../platform/app.ts'
import { flatten } from './flatten.ts'
import { sayError } from './index.ts'
import { advisedIn, asTyped } from './own-command.ts'

const io: Io = {
  argv: [],
  env: {},
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  exitCode: undefined,
}

/** Why a person could not type this: a word that no command of the program has. */
const unknownIn = (program: Command, advice: string): string | null => {
  let at = program
  for (const word of advice.trim().split(/\s+/)) {
    if (!/^[a-z][a-z-]*$/.test(word) || at.commands.length === 0) return null
    const next = at.commands.find((one) => one.name() === word || one.aliases().includes(word))
    // An argument of a command that has verbs, too.
    if (next === undefined) return at === program || at.registeredArguments.length === 0 ? word : null
    at = next
  }
  return null
}

/** The words of a command; what is quoted is one. */
const wordsOf = (advice: string): readonly string[] => advice.trim().match(/"[^"]*"|'[^']*'|\S+/g) ?? []

/** Why a person who typed this would be refused: an option that there is not, or a missing argument. */
const lackingIn = (program: Command, advice: string): string | null => {
  let at = program
  const given: string[] = []
  const options = new Set<string>()
  const optionOf = (word: string) => {
    for (let one: Command | null = at; one !== null; one = one.parent) {
      const option = one.options.find(({ long }) => long === word)
      if (option !== undefined) return option
    }
    return undefined
  }
  const words = [...wordsOf(advice)]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const verb = given.length > 0 ? undefined : at.commands.find((one) => one.name() === word)
    if (verb !== undefined) at = verb
    else if (word.startsWith('--')) {
      const option = optionOf(word)
      if (option === undefined) return `${word} is no option`
      options.add(word)
      if (option.required) words.shift()
    } else given.push(word)
  }
  // Three dots stand for all that depends on what one has.
  if (given.includes('…')) return null
  const missing = at.registeredArguments.filter(({ required }) => required)[given.length]
  if (missing !== undefined) return `${missing.name()} is missing`
  const unsaid = at.options.find(({ mandatory, long }) => mandatory && !options.has(long ?? ''))
  return unsaid === undefined ? null : `${unsaid.long ?? ''} is missing`
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))

it('every advice in every language, and in the documentation, names commands that exist', () => {
  const program = createProgram({ json: false, language: 'en', io })
  const texts = LANGUAGES.flatMap((language) =>
    filesUnder(join(appRoot, 'resources', 'locales', language)).flatMap((file) =>
      flatten(JSON.parse(readFileSync(file, 'utf8')) as object).map(
        ([key, text]) => [`${language} ${key}`, text] as const,
      ),
    ),
  )
  const docs = ['README.md', ...filesUnder(join(appRoot, 'docs'))]
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
  const wrong = [...texts, ...docs].flatMap(([where, text]) =>
    advisedIn(text).flatMap((advice) => {
      const unknown = unknownIn(program, advice)
      return unknown === null ? [] : [`${where}: satchel ${advice} (${unknown})`]
    }),
  )
  expect(wrong).toEqual([])
  expect(texts.filter(([, text]) => advisedIn(text).length > 0).length).toBeGreaterThan(300)
})

it('every advice on a screen has the options and arguments that its command needs', () => {
  const program = createProgram({ json: false, language: 'en', io })
  const lacking = LANGUAGES.flatMap((language) =>
    filesUnder(join(appRoot, 'resources', 'locales', language)).flatMap((file) =>
      flatten(JSON.parse(readFileSync(file, 'utf8')) as object).flatMap(([key, text]) =>
        advisedIn(text).flatMap((advice) => {
          const why = lackingIn(program, advice)
          return why === null ? [] : [`${language} ${key}: satchel ${advice} (${why})`]
        }),
      ),
    ),
  )
  expect(lacking).toEqual([])
  expect(lackingIn(program, 'keys restore --as-owner')).toBe('file is missing')
  expect(lackingIn(program, 'registry yank diary 1.0.0')).toBe('--reason is missing')
  expect(lackingIn(program, 'data encrypt --now')).toBe('--now is no option')
})

it('what a command is filled in with is one word of a shell, and stands as it is in the sentence', () => {
  const name = "Ann's notes"
  const { message, terminal } = sayError('en', 'registry_version_unknown', { name, version: '1.0.0' })
  expect(message).toBe("Ann's notes has no version 1.0.0 in this registry.")
  expect(terminal).toBe("List its versions with `satchel registry show 'Ann'\\''s notes'`.")
  expect(sayError('en', 'registry_version_unknown', { name: 'diary', version: '1.0.0' }).terminal).toBe(
    'List its versions with `satchel registry show diary`.',
  )
})

it('every advice is said as it can be typed here', () => {
  const here = 'node /opt/my-apps/satchel/scripts/satchel.mjs'
  expect(asTyped('Run `satchel keys unlock`, or “satchel agents did list”.', here)).toBe(
    `Run \`${here} keys unlock\`, or “${here} agents did list”.`,
  )
  expect(asTyped('请用 `satchel keys unlock` 解锁。', here)).toBe(`请用 \`${here} keys unlock\` 解锁。`)
  // Again, it stays; and so do paths and the name alone.
  expect(asTyped(asTyped('satchel web', here), here)).toBe(`${here} web`)
  for (const text of [
    '/home/satchel notes',
    'my-satchel is',
    'Satchel is',
    'mcp add satchel -- node',
    'satchel',
  ])
    expect(asTyped(text, here)).toBe(text)
  expect(asTyped('satchel web', 'satchel')).toBe('satchel web')
})

/** What is written into files that others read, and a server's name in another program's command. */
const NOT_ADVICE = ['packages/authoring/draft.ts', 'packages/authoring/import-cap.ts', 'sharing/snippets.ts']

it('no code writes an advice past the function that says how it is typed', () => {
  const found = filesUnder(join(appRoot, 'src-daemon'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|[\\/]testing[\\/]/.test(file))
    .filter((file) => !NOT_ADVICE.some((one) => file.replaceAll('\\', '/').endsWith(one)))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /['`]\s*satchel [a-z]/.test(line) && !/^\s*(\*|\/\*\*|\/\/)/.test(line))
        // `say` and `asTyped` are that function; a list of commands is said by it, too.
        .filter((line) => !/asTyped\(|command: `satchel|^\s+[`']satchel .*[`'],$/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
