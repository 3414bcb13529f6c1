import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from './en/index.ts'
import es from './es/index.ts'
import ja from './ja/index.ts'
import zh from './zh/index.ts'

/** Texts whose last part is made at run time, from a closed set of words; everything else is named whole in the source. */
const DYNAMIC: readonly string[] = [
  'agents.status.',
  'activity.caller.',
  'activity.decision.',
  'activity.effect.',
  'activity.outcome.',
  'activity.refused.',
  'activity.tabs.',
  'approvals.by.',
  'approvals.short.',
  'approvals.shortTimes.',
  'approvals.state.',
  'approvals.times.',
  'capabilities.author.trust.',
  'capabilities.difference.change.',
  'capabilities.difference.sections.',
  'capabilities.otherAuthor.steps.',
  'capabilities.removal.choice.',
  'capabilities.removal.text.',
  'capabilities.review.action.',
  'capabilities.review.consent.',
  'capabilities.review.kind.',
  'capabilities.review.severity.',
  'capabilities.tabs.',
  'capabilities.tools.changeKind.',
  'capabilities.tools.error.',
  'capabilities.tools.kind.',
  'capabilities.versions.role.',
  'chat.matched.',
  'chat.route.',
  'chat.tool.change.',
  'chat.tool.names.',
  'chat.tool.results.',
  'frame.pages.',
  'frame.permission.risk.',
  'frame.phase.',
  'frame.trust.',
  'frame.trust.why.',
  'identity.authorizations.actions.',
  'identity.log.purposes.',
  'identity.log.requesters.',
  'identity.store.reason.',
  'marketplace.filters.',
  'marketplace.install.by.',
  'marketplace.install.does.',
  'marketplace.install.step.',
  'marketplace.mark.',
  'marketplace.permission.',
  'marketplace.sort.',
  'marketplace.sources.about.',
  'marketplace.sources.kind.',
  'marketplace.sources.status.',
  'marketplace.sources.trust.',
  'marketplace.sources.trustText.',
  'marketplace.verification.check.',
  'marketplace.verification.means.',
  'marketplace.verification.step.',
  'marketplace.versions.by.',
  'models.abilities.',
  'models.endpoint.toolsHow.',
  'models.needs.verdict.',
  'models.pull.',
  'names.about.',
  'names.done.',
  'names.send.',
  'names.title.',
  'names.vote.',
  'names.wrong.',
  'offers.kinds.',
  'publishing.about.',
  'publishing.does.',
  'publishing.note.',
  'publishing.publication.',
  'publishing.state.',
  'publishing.step.',
  'registries.chains.fields.',
  'registries.chains.help.',
  'registries.chains.wrong.',
  'registries.ipfs.state.',
  'routing.embedding.',
  'routing.signal.',
  'servers.empty.',
  'servers.filter.',
  'servers.health.',
  'servers.kind.',
  'servers.sort.',
  'servers.toolOpen.',
  'servers.trust.',
  'adding.ways.',
  'adding.registry.status.',
  'adding.registry.ways.',
  'services.form.kinds.',
  'services.import.apps.',
  'services.import.notes.',
  'services.state.',
  'services.toolStatus.',
  'settings.items.',
  'settings.sections.',
  'settings.sendKey.',
  'settings.theme.',
  'settings.tone.',
  'setup.problem.explain.',
  'setup.problem.remedy.',
  'setup.reason.',
  'setup.strength.',
  'skills.status.',
  'skills.statusText.',
  'state.columns.',
  'state.core.',
  'state.difference.kind.',
  'state.explain.step.',
  'state.filter.dated.',
  'state.filter.join.',
  'state.filter.operator.',
  'state.filter.problem.',
  'state.filter.why.',
  'state.history.kind.',
  'state.history.via.',
  'state.object.side.',
  'state.revert.outcome.',
  'state.revert.reason.',
  'state.revert.title.',
  'sharing.status.',
  'sharing.surface.',
  'sharing.via.',
  'sharing.clients.',
]
/** The same, where only these of a larger group are: the group, and its words. */
const SOME: Readonly<Record<string, readonly string[]>> = {
  'approvals.sampling.': ['user', 'assistant'],
  'capabilities.list.': ['damaged', 'switchedOff'],
  'capabilities.otherAuthor.': ['known', 'found'],
  'chat.form.': ['submitted', 'dismissed'],
  'chat.list.': ['today', 'yesterday', 'week', 'older'],
  'chat.tool.': ['running', 'stopped', 'failed'],
  'frame.diff.': ['added', 'removed'],
  'frame.daemon.': ['ready', 'stopping', 'connecting', 'waiting', 'refused'],
  'turns.context.': ['prompt', 'tools', 'history', 'summary', 'memory', 'state'],
  'turns.memory.': ['kept', 'declined'],
  'frame.form.': [
    ...['missing', 'number', 'integer', 'minimum', 'maximum', 'minLength', 'maxLength'],
    ...['uri', 'email', 'date', 'dateTime'],
  ],
}

const renderer = join(import.meta.dirname, '..')
const source = globSync('**/*.{vue,ts}', { cwd: renderer })
  .filter((file) => !file.startsWith('i18n') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(renderer, file), 'utf8'))
  .join('\n')

const keysOf = (texts: object, path = ''): readonly string[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [`${path}${key}`],
  )

const all = keysOf(en)
const madeAtRunTime = (key: string): boolean =>
  DYNAMIC.some((prefix) => key.startsWith(prefix)) ||
  Object.entries(SOME).some(([prefix, words]) => words.some((word) => key === prefix + word))
// What a condition chooses between is named whole; what a table of looks names is a word beside others.
const named = (key: string): boolean => new RegExp(`['"\`]${key.replaceAll('.', '\\.')}['"\`]`).test(source)

describe('the texts of the app', () => {
  it('are all shown somewhere', () => {
    const unused = all.filter((key) => !named(key) && !madeAtRunTime(key))
    expect(unused).toEqual([])
  })

  it('are made at run time only where the source does so', () => {
    const idle = [...DYNAMIC, ...Object.keys(SOME)].filter(
      (prefix) => !source.includes(`\`${prefix}\${`) || !all.some((key) => key.startsWith(prefix)),
    )
    expect(idle).toEqual([])
  })

  it.each([
    ['zh', zh],
    ['ja', ja],
    ['es', es],
  ])('say the same things in %s, with the same parameters', (_, texts) => {
    expect(keysOf(texts).toSorted()).toEqual(all.toSorted())
    const wrong = all.filter((key) => parametersOf(texts, key) !== parametersOf(en, key))
    expect(wrong).toEqual([])
  })
})

/** The names between braces in a text, each once: plural forms repeat them. */
const parametersOf = (texts: object, key: string): string => {
  const found = key
    .split('.')
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : null),
      texts,
    )
  return [...new Set(String(found).match(/\{\w+\}/g) ?? [])].toSorted().join(' ')
}
