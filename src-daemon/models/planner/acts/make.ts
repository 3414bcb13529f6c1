import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import { collectEvidence } from '../arguments/evidence.ts'
import { fillArguments } from '../arguments/fill-arguments.ts'
import type { Grammar } from '../grammar/index.ts'
import type { Kind } from '../base/kinds.ts'
import type { Call, Program } from '../base/program.ts'
import type { Wish } from '../reading/wish.ts'
import { problemOf, parsed, record, itemIn } from '../base/results.ts'
import { defaultOf, typeOf } from '../arguments/schema.ts'
import type { Situation } from '../base/situation.ts'
import { findDates } from '../time/dates.ts'
import { dayOfIso } from '../time/days.ts'
import { contentOf, isLong, priorityValue, unquoted } from './content.ts'
import { isHalfRead } from './doubts.ts'
import { partsOf } from './parts.ts'
import { sharedIn } from './shared.ts'
import { takeTags } from './tags.ts'
import { propose } from './permit.ts'
import { kindFor } from './which-kind.ts'
import { areWordsLeft } from './words-left.ts'
import { dayInWords, titleOfKind } from '../base/phrases.ts'
import { escaped } from '../../core/pattern.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** Makes the objects that the wishes ask for, all in one step, or asks with a form for what is missing. */
export function* make(wishes: readonly Wish[], situation: Situation): Program<string> {
  const questions: string[] = []
  const drafts = wishes.flatMap((wish): Draft[] => {
    const kind = kindFor(wish, situation, ({ create }) => create !== null)
    if ('say' in kind) {
      questions.push(kind.say)
      return []
    }
    return isNounOnly(wish.what, situation) ? [] : draftsOf(wish, kind, situation)
  })
  const [first] = drafts
  if (first !== undefined && drafts.length === 1 && first.missing.length > 0) {
    const { tool, args, missing } = first
    yield { form: { tool: tool.name, schema: tool.parameters, values: args, missing } }
    return ''
  }
  if (drafts.length === 0 && questions.length === 0) return say(situation.language, 'planner_what')
  const whole = drafts.filter(({ missing }) => missing.length === 0)
  // All of it, or a question.
  if (whole.length === 0 || questions.length > 0) return questions.join('\n')
  const effects = whole.map(({ tool, args, kind }) => ({ tool, args, kind, item: null }))
  const outcomes = yield* propose(effects, doubtAbout(whole, situation))
  return saidOf(
    whole,
    outcomes.map(({ content }) => content),
    situation.language,
  ).join('\n')
}

/** Asks whether to make these where one of them isn't read for sure: a wrong one is worse than a question. */
const doubtAbout = (
  drafts: readonly Draft[],
  situation: Situation,
): { readonly question: string; readonly isSure: boolean } => {
  const titles = drafts.map((draft) => titleIn(draft, draft.kind) ?? '')
  const isSure = drafts.every(
    (draft, at) =>
      !draft.wish.isStatement &&
      (isLong(draft.wish.what) ||
        !areWordsLeft(titles[at] ?? '', bodyIn(draft), draft.kind.roles.status !== undefined)) &&
      !isHalfRead(titles[at] ?? '', { kind: draft.kind, due: dueIn(draft) }, draft.wish, situation),
  )
  const [first, ...more] = drafts
  // "Stamps, the parcel and the books" was taken apart at its commas only.
  const isListCut =
    more.length > 0 && titles.some((title) => title.split(situation.grammar.between).length > 1)
  const kind = first === undefined ? '' : titleOfKind(first.kind)
  const list = new Intl.ListFormat(situation.language)
  const details = first === undefined || more.length > 0 ? [] : detailsOf(first, situation)
  const title = list.format(titles)
  const question =
    details.length === 0
      ? say(situation.language, 'planner_shall_make', { kind, title })
      : say(situation.language, 'planner_shall_make_with', { kind, title, details: details.join(', ') })
  return {
    question,
    isSure:
      isSure && !isListCut && !(first !== undefined && drafts.length === 1 && isSeveral(first, situation)),
  }
}

const bodyIn = ({ kind: { roles }, args }: Draft): string => {
  const body = roles.body === undefined ? undefined : record(args['object'])?.[roles.body.name]
  return typeof body === 'string' ? body : ''
}

/** What was read for the fields beside its title, so that a yes is to all of it. */
const detailsOf = (draft: Draft, { language }: Situation): string[] => {
  const { priority, tags } = draft.kind.roles
  const object = record(draft.args['object'])
  const due = dueIn(draft)
  const rank = priority === undefined ? undefined : object?.[priority.name]
  const tagged = tags === undefined ? undefined : object?.[tags.name]
  return [
    ...(due === null ? [] : [dayInWords(dayOfIso(due), language)]),
    ...(typeof rank === 'string' && rank !== defaultOf(priority?.node ?? {})?.value
      ? [say(language, 'planner_rank', { rank })]
      : []),
    ...(Array.isArray(tagged) ? tagged.map((tag) => `#${String(tag)}`) : []),
  ]
}

/** Whether one thing to do was made of what may be several, or of an order behind it. */
const isSeveral = (draft: Draft, { grammar }: Situation): boolean => {
  const { wish, kind } = draft
  if (isLong(wish.what) || kind.roles.status === undefined) return false
  const quotes = wish.what.match(/"[^"]+"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』/gu) ?? []
  if (quotes.length > 0) return quotes.length > 1
  const parts = (titleIn(draft, kind) ?? '').split(grammar.between)
  return wish.isPlural && parts.length > 1 && !parts.some((part) => grammar.doing.test(part))
}

/** "Create a task and a note" says nothing of either. */
const isNounOnly = (what: string, { nouns, grammar }: Situation): boolean =>
  patternFrom(`^(?:and|y|和|と)\\s*${grammar.articles}(?:${Object.values(nouns).join('|')})$`, 'iu').test(
    what.trim(),
  )

interface Draft extends Call {
  readonly wish: Wish
  readonly kind: Kind
  readonly missing: readonly string[]
  /** Words that ask for it again and again. */
  readonly again: string | null
}

const draftsOf = (wish: Wish, kind: Kind, situation: Situation): Draft[] => {
  const { text, tags } = takeTags(wish.what, kind, situation.grammar)
  const shared = isLong(text) || kind.roles.status === undefined ? null : sharedIn(text, situation.now)
  const untagged = { ...wish, what: shared?.list ?? text, isPlural: wish.isPlural || shared !== null }
  const parts = partsOf(untagged, kind, situation)
  return parts.map((part) => {
    const date = shared?.date ?? null
    const said = date === null || findDates(part, situation.now).length > 0 ? part : `${part}, ${date}`
    return draftOf(said, { wish: untagged, kind, tags }, situation)
  })
}

const draftOf = (
  said: string,
  { wish, kind, tags: told }: { readonly wish: Wish; readonly kind: Kind; readonly tags: readonly string[] },
  situation: Situation,
): Draft => {
  const { grammar, now } = situation
  const tool = kind.create
  if (tool === null) throw new Error('a kind that cannot be made was chosen')
  const named = isLong(said) ? undefined : namedIn(said, wish, grammar)
  const content = contentOf(named?.['title'] ?? said, kind, { grammar, now, isVerbatim: wish.isVerbatim })
  const whole = collectEvidence(said, content.text, now)
  // A quote names it only where it comes first: 'the password is "x"' is a sentence.
  const isQuote = /^["“«「『]/u.test(said.replace(grammar.joints, ''))
  const evidence = isQuote ? whole : { ...whole, quoted: [] }
  const { values, missing } = fillArguments(tool.parameters, evidence, { fillsItself: true })
  const object: Record<string, unknown> = { ...record(values['object']) }
  const { title, body, date, priority, tags } = kind.roles

  keepOnlyMeant(object, kind, said)
  if (date !== undefined && content.date !== null)
    object[date.name] = date.node.format === 'date' ? content.date.date : content.date.dateTime
  const ranked = content.priority ?? priorityValue(wish.value, kind, grammar)
  if (priority !== undefined && ranked !== null) object[priority.name] = ranked
  if (tags !== undefined && told.length > 0) object[tags.name] = told
  if (title !== undefined && typeof object[title.name] === 'string')
    object[title.name] = headline(String(object[title.name]), content.isStatement)
  if (named?.['title'] !== undefined && title !== undefined) object[title.name] = content.text
  const spoken = [content.again, content.time].filter((part) => part !== null).join(', ')
  const words = named?.['body'] ?? named?.['text'] ?? (spoken === '' ? undefined : spoken)
  if (body !== undefined && words !== undefined && (named !== undefined || object[body.name] === undefined))
    object[body.name] = unquoted(words)
  const open = missing.filter((pointer) => !Object.hasOwn(object, pointer.replace('/object/', '')))
  return { wish, kind, tool, args: { ...values, object }, missing: open, again: content.again }
}

/** A title and a text that were named as such. */
const namedIn = (said: string, wish: Wish, grammar: Grammar): Record<string, string> | undefined =>
  grammar.labels.exec(wish.text)?.groups ??
  grammar.named.exec(said.trim().replace(/^[\s:：,，.。-]+/u, ''))?.groups ??
  (wish.isVerbatim || wish.kind !== 'note'
    ? undefined
    : HEADED.exec(said.trim().replace(grammar.joints, ''))?.groups)

/** "New note door code: 4471" */
const HEADED =
  /^(?<title>[\p{L}\p{N}][\p{L}\p{N}\s'’-]{1,38}[\p{L}\p{N}])(?<!https?)[:：]\s*(?<body>[^/\s].*)$/su

/** A title doesn't end in hashtags, and begins like a sentence where it is one. */
const headline = (title: string, isStatement: boolean): string => {
  if (isLong(title)) return title
  const bare = title.replace(/(?:\s+[#＃][\p{L}\p{N}_-]+)+$/u, '')
  const words = bare === '' ? title : bare
  return isStatement ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/**
 * A listed value counts only where it stands for itself, beside its field's name or between commas: who wants to "climb the
 * high tower" has said nothing about a priority.
 */
const keepOnlyMeant = (object: Record<string, unknown>, { fields }: Kind, said: string): void => {
  for (const { name, node, required } of fields) {
    const value = object[name]
    if (node.enum === undefined || typeof value !== 'string') continue
    const words = escaped(value)
    const meant = patternFrom(
      `(?:^|[,，、;(]\\s*)${words}(?=\\s*(?:$|[,，、;.)]))|(?<!\\p{L})${escaped(name)}\\s*(?:[:=]|is)?\\s*${words}|${words}[\\s-]*${escaped(name)}`,
      'iu',
    )
    if (meant.test(said)) continue
    const usual = required ? defaultOf(node)?.value : undefined
    if (usual === undefined) Reflect.deleteProperty(object, name)
    else object[name] = usual
  }
}

const saidOf = (drafts: readonly Draft[], contents: readonly string[], language: Language): string[] => {
  const made = drafts.map((draft, at) => ({ draft, content: contents[at] ?? '' }))
  const failed = made.flatMap(({ content }) => {
    const problem = problemOf(record(parsed(content)))
    return problem === null ? [] : [say(language, 'planner_failed', { problem })]
  })
  const done = made.filter(({ content }) => problemOf(record(parsed(content))) === null)
  const byKind = [...Map.groupBy(done, ({ draft }) => draft.kind)]
  const repeated = done.find(({ draft }) => draft.again !== null)?.draft
  return [
    ...byKind.map(([kind, group]) => addedTo(kind, group, language)),
    ...(repeated === undefined
      ? []
      : [
          say(language, 'planner_not_repeated', {
            kind: titleOfKind(repeated.kind),
            words: repeated.again ?? '',
          }),
        ]),
    ...failed,
  ]
}

const addedTo = (
  kind: Kind,
  made: readonly { draft: Draft; content: string }[],
  language: Language,
): string => {
  const name = titleOfKind(kind)
  const titles = made.map(({ draft, content }) => itemIn(content)?.title ?? titleIn(draft, kind))
  const [title] = titles
  if (titles.length > 1)
    return say(language, 'planner_created_several', {
      kind: name,
      titles: titles.map((one) => `\n• ${one ?? ''}`).join(''),
    })
  if (title === undefined || title === null) return say(language, 'planner_created_untitled', { kind: name })
  const due = made[0] === undefined ? null : dueIn(made[0].draft)
  return due !== null
    ? say(language, 'planner_created_for', {
        kind: name,
        title,
        date: dayInWords(dayOfIso(due), language),
      })
    : say(language, 'planner_created', { kind: name, title })
}

const dueIn = ({ args, kind: { roles } }: Draft): string | null => {
  const due = roles.date === undefined ? undefined : record(args['object'])?.[roles.date.name]
  return typeof due === 'string' ? due.slice(0, 10) : null
}

const titleIn = ({ args }: Draft, { roles }: Kind): string | null => {
  const object = record(args['object'])
  const title = roles.title === undefined ? undefined : object?.[roles.title.name]
  return typeof title === 'string' && typeOf(roles.title?.node ?? {}) === 'string' ? title : null
}
