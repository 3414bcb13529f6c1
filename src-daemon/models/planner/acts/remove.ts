import { say } from '../../../text/index.ts'
import type { Kind } from '../base/kinds.ts'
import type { Program } from '../base/program.ts'
import type { Wish } from '../reading/wish.ts'
import { parsed, problemOf, record, type Item } from '../base/results.ts'
import { likenessOf } from '../reading/keywords.ts'
import { onlyValue, propertiesOf, readNode } from '../arguments/schema.ts'
import type { Known, Situation, Unfound } from '../base/situation.ts'
import { isElse } from './doubts.ts'
import { propose } from './permit.ts'
import { findTargets, named } from './target.ts'
import { listed, titleOfKind } from '../base/phrases.ts'

const canRemove = ({ remove }: Kind): boolean => remove !== null

/** Deletes one object, named by its own words. */
export function* remove(wish: Wish, situation: Situation): Program<string | Unfound> {
  const found = yield* findTargets(wish, situation, canRemove)
  if ('say' in found) return found
  const isSure =
    !isLongAgo(wish, situation) &&
    !found.some(
      ({ item }) => isElse(wish, item.title, situation) || (!wish.isTold && isPart(wish, item, situation)),
    )
  return yield* removeAll(found, situation, isSure)
}

/** Whether "it" may mean what was said since, of which nothing came. */
const isLongAgo = ({ target }: Wish, { recent, grammar }: Situation): boolean =>
  recent.isStale && grammar.pointing.test(target.trim())

/** Whether words for something in the object are among those for it, which may be all that is to go: "take the chicken off the paella". */
const isPart = ({ target }: Wish, { title }: Item, situation: Situation): boolean => {
  const parts = target.split(situation.grammar.between)
  return [target, ...parts].every(
    (part) => likenessOf(named(part, situation).words, title, situation.grammar).said < 1,
  )
}

/** Takes back what was made last, or deletes the one object that was found. */
export function* undo(wish: Wish, situation: Situation): Program<string> {
  const { recent, language } = situation
  const objects = recent.objects.filter(({ kind }) => canRemove(kind))
  if (recent.act === 'made' && objects.length > 0)
    return yield* removeAll(objects, situation, !recent.isStale)
  const [only] = objects
  if (only === undefined || !DELETES.test(wish.text)) return say(language, 'planner_which_object')
  if (objects.length === 1) return yield* removeAll([only], situation, !recent.isStale)
  return say(language, 'planner_which', { titles: listed(objects.map(({ item }) => item.title)) })
}
/** "Scratch that" behind a list takes nothing back. */
const DELETES = /delete|remove|erase|get rid|b[oó]rra|elim[ií]na|qu[ií]ta|删|去掉|削除|消/iu

function* removeAll(objects: readonly Known[], situation: Situation, isSure = true): Program<string> {
  const { language } = situation
  const calls = objects.flatMap(({ kind, item }) => {
    const tool = kind.remove
    if (tool === null) return []
    const uri = propertiesOf(readNode(tool.parameters)).find(({ name }) => name === 'schema_uri')
    const only = uri === undefined ? null : onlyValue(uri.node)
    const args = { ...(only !== null && { schema_uri: only.value }), id: item.id }
    return [{ tool, args, kind, item }]
  })
  const [first] = objects
  const titles = new Intl.ListFormat(language).format(objects.map(({ item }) => item.title))
  const question = say(language, 'planner_shall_delete', { title: titles })
  const outcomes = yield* propose(calls, { question, isSure })
  const problem = outcomes
    .map(({ content }) => problemOf(record(parsed(content))))
    .find((one) => one !== null)
  if (problem !== undefined) return say(language, 'planner_failed', { problem })
  return say(language, 'planner_deleted', {
    kind: first === undefined ? '' : titleOfKind(first.kind),
    title: titles,
  })
}
