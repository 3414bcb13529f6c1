import { say } from '../../../text/index.ts'
import type { Kind } from '../base/kinds.ts'
import type { Wish } from '../reading/wish.ts'
import type { Situation } from '../base/situation.ts'
import { findDates } from '../time/dates.ts'
import { unquoted } from './content.ts'
import { titleOfKind } from '../base/phrases.ts'

/** The kind of object a wish is about; a question where several could be meant. */
export const kindFor = (
  wish: Pick<Wish, 'kind' | 'what'>,
  { kinds, recent, language, grammar, now }: Situation,
  can: (kind: Kind) => boolean,
): Kind | { readonly say: string } => {
  const able = kinds.filter(can)
  if (wish.kind !== null) {
    const named = able.find(({ noun }) => noun === wish.kind)
    return named ?? { say: say(language, 'planner_no_kind', { kind: titleOfKind({ noun: wish.kind }) }) }
  }
  const [only] = able
  if (only === undefined) return { say: say(language, 'planner_what') }
  if (able.length === 1) return only
  const [last] = recent.objects
  if (last !== undefined && recent.act !== 'found' && able.includes(last.kind)) return last.kind
  // What begins with something to do, or has a day, is to be done.
  const toDo = able.filter(({ roles }) => roles.status !== undefined && roles.date !== undefined)
  const [task] = toDo
  if (
    task !== undefined &&
    toDo.length === 1 &&
    (grammar.doing.test(bareWords(wish.what)) || findDates(wish.what, now).length > 0)
  )
    return task
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(able.map(titleOfKind))
  return { say: say(language, 'planner_which_kind', { title: wish.what, kinds: names }) }
}

const bareWords = (what: string): string => unquoted(what).replace(/[\s、，,.。]+$/u, '')

/** The kinds a wish can be about: the one it names, else all that can do it. */
export const kindsFor = (noun: string | null, { kinds }: Situation, can: (kind: Kind) => boolean): Kind[] =>
  kinds.filter((kind) => can(kind) && (noun === null || kind.noun === noun))
