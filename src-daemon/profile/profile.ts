import { z } from 'zod'
import { PROFILE_NAMES, type ProfileName } from '../contract/profile-names.ts'
import type { Language } from '../contract/language.ts'
import type { Profile } from '../contract/profile.ts'
import { createEmitter } from '../platform/emitter.ts'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { profileProblem, say } from '../text/index.ts'
import type { ProfileService } from './types.ts'

const rowSchema = z.object({ name: z.string(), value: z.string() })

/**
 * What the owner wrote about themselves. It stays in the database: no capability, no model and no other program is given it, and a form is
 * filled in with it by the client in which the owner fills it in.
 */
export const createProfile = ({
  db,
  language,
  now,
}: {
  readonly db: Database
  readonly language: () => Language
  readonly now: () => Date
}): ProfileService => {
  const { listen: onChange, emit } = createEmitter()
  const all = db.prepare('SELECT name, value FROM profile')
  const put = db.prepare(
    `INSERT INTO profile (name, value, updated_at) VALUES (@name, @value, @at)
     ON CONFLICT (name) DO UPDATE SET value = @value, updated_at = @at`,
  )
  const drop = db.prepare('DELETE FROM profile WHERE name = ?')

  const get = (): Profile => {
    const rows = z.array(rowSchema).parse(all.all())
    const known = new Map(rows.map(({ name, value }) => [name, value]))
    return Object.fromEntries(
      PROFILE_NAMES.flatMap((name) => {
        const value = known.get(name)
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
  }

  const change: ProfileService['change'] = (wanted) => {
    const named = PROFILE_NAMES.flatMap((name) => {
      const value = wanted[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    for (const [name, value] of named) if (value !== null) refuseProblem(name, value, language())
    const at = now().toISOString()
    db.transaction(() => {
      for (const [name, value] of named)
        if (value === null) drop.run(name)
        else put.run({ name, value, at })
    })()
    if (named.length > 0) emit()
    return get()
  }

  return { get, change, onChange }
}

const refuseProblem = (name: ProfileName, value: string, language: Language): void => {
  const problem = profileProblem(name, value)
  if (problem === null) return
  throw new SatchelError('profile_value_invalid', {
    params: { name, problem: say(language, `form_problem_${problem.key}`, problem.params as never) },
    details: { pointer: name },
  })
}
