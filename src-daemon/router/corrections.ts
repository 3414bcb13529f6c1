import { z } from 'zod'
import type { CapabilityCatalog } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { Database } from '../storage/index.ts'
import { normalise, tokensOf } from './text/text.ts'
import type { RouteCorrection } from '../contract/router.ts'

export interface CorrectionsDeps {
  readonly db: Database
  readonly packages: Pick<CapabilityCatalog, 'get'>
  readonly now: () => Date
}

/**
 * "Not this one, use …": the user's corrections of routing. They stay on this machine. Those of a package are
 * deleted with it; those of a server or skill stay for when it comes back.
 */
export interface Corrections {
  /** Newest first. */
  list(): readonly RouteCorrection[]
  /** The texts that the user assigned to a capability, or to none (null), oldest first. */
  of(name: string | null): readonly string[]
  /**
   * Saves that a message is for `capability`, or with null that it needs none; an earlier correction of the
   * same words is replaced. Long messages are cut. Errors: `capability_not_installed`, `correction_empty`.
   */
  add(correction: { readonly text: string; readonly capability: string | null }): RouteCorrection
  /** Errors: `correction_not_found`. */
  remove(id: string): void
  /** Calls the listener after each change. Returns the function that removes it. */
  onChange(listener: () => void): () => void
}

/** As many characters as the router reads. */
const KEPT = 2_000

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    capability: z.string().nullable(),
    correctedAt: z.string(),
  }),
)
const textsSchema = z.array(z.string())

/** Makes the corrections kept in `db`. */
export const createCorrections = ({ db, packages, now }: CorrectionsDeps): Corrections => {
  const COLUMNS = 'id, text, capability, corrected_at AS correctedAt'
  const selectAll = db.prepare(`SELECT ${COLUMNS} FROM route_corrections ORDER BY id DESC`)
  const selectTexts = db
    .prepare('SELECT text FROM route_corrections WHERE capability IS ? ORDER BY id')
    .pluck()
  const insert = db.prepare(
    `INSERT INTO route_corrections (id, text, text_key, capability, corrected_at)
     VALUES (@id, @text, @key, @capability, @correctedAt)
     ON CONFLICT (text_key) DO UPDATE SET
       id = excluded.id, text = excluded.text, capability = excluded.capability, corrected_at = excluded.corrected_at`,
  )
  const deleteOne = db.prepare('DELETE FROM route_corrections WHERE id = ?')
  const { listen: onChange, emit } = createEmitter()

  return {
    list: () => rowsSchema.parse(selectAll.all()),
    of: (name) => textsSchema.parse(selectTexts.all(name)),
    add: ({ text, capability }) => {
      const kept = normalise(text).trim().slice(0, KEPT).toWellFormed()
      const key = tokensOf(kept).join(' ')
      if (key === '') throw new SatchelError('correction_empty')
      if (capability !== null && packages.get(capability) === null)
        throw new SatchelError('capability_not_installed', { params: { name: capability } })
      const correction = { id: newId(), text: kept, capability, correctedAt: now().toISOString() }
      insert.run({ ...correction, key })
      emit()
      return correction
    },
    remove: (id) => {
      if (deleteOne.run(id).changes === 0) throw new SatchelError('correction_not_found')
      emit()
    },
    onChange,
  }
}
