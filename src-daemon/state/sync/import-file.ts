import type { ImportPlan, ImportReport } from '../../contract/state-sync.ts'
import type { TouchedObject } from '../log/types.ts'
import type { Engine } from '../objects/engine.ts'
import type { Schema } from '../schema/schema.ts'
import { titleOf } from '../view/texts.ts'
import { readRow, type ViewRow } from '../view/rows.ts'
import type { ImportChangeSet, ImportedPart } from './import.ts'
import { findParts } from './parts.ts'

const MAX_SHOWN = 200

/** Imports files of one or several parts. */
export interface FileImport {
  /** All of the file or nothing, in one transaction. Errors: those of `ImportChangeSet`. */
  import(bytes: Uint8Array): ImportReport
  /** What `import` would do: does it, and rolls it back. Errors: those of `import`. */
  planImport(bytes: Uint8Array): ImportPlan
}

/** Ends the transaction of a plan, carrying its result. */
class Planned extends Error {
  readonly plan: Plan
  constructor(plan: Plan) {
    super('planned')
    this.plan = plan
  }
}

type Plan = Omit<ImportPlan, 'touched'> & { readonly after: readonly After[] }

interface After {
  readonly object: TouchedObject
  readonly title: string
  readonly row: ViewRow | null
}

export const createFileImport = (engine: Engine, importPart: ImportChangeSet): FileImport => {
  const { schemas, statement, transactions } = engine

  const importFile: FileImport['import'] = (bytes) => {
    const parts = partsOf(bytes)
    // A transaction within another one keeps every page as it was.
    const work = (): ImportedPart => importParts(parts)
    const done = parts.length === 1 ? work() : transactions.atomically(work)
    const { touched: _touched, sender: _sender, ...report } = done
    return report
  }

  const partsOf = (bytes: Uint8Array): readonly Buffer[] => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const read = (at: number, length: number): Buffer => file.subarray(at, at + length)
    return findParts({ size: file.length, read }).map(({ at, length }) => read(at, length))
  }

  const importParts = (parts: readonly Buffer[]): ImportedPart => {
    let sum: ImportedPart | null = null
    for (const bytes of parts) {
      const part = importPart(bytes)
      sum =
        sum === null ? part : { ...part, ...addReport(sum, part), touched: [...sum.touched, ...part.touched] }
    }
    if (sum === null) throw new Error('a file has at least one part')
    const touched = [...new Map(sum.touched.map((one) => [`${one.schemaUri} ${one.objectId}`, one])).values()]
    return { ...sum, touched, objects: touched.length }
  }

  const planImport: FileImport['planImport'] = (bytes) => {
    const parts = partsOf(bytes)
    const { after, ...plan } = rolledBack(() => {
      const { touched, ...report } = importParts(parts)
      return { ...report, after: touched.slice(0, MAX_SHOWN).map(afterOf) }
    })
    return { ...plan, touched: after.flatMap(outcomeOf) }
  }

  const rolledBack = (work: () => Plan): Plan => {
    try {
      return transactions.atomically(() => {
        throw new Planned(work())
      })
    } catch (thrown) {
      // The rollback removed what was registered.
      schemas.unload()
      if (thrown instanceof Planned) return thrown.plan
      throw thrown
    }
  }

  const afterOf = (object: TouchedObject): After => {
    const schema = schemas.get(object.schemaUri)
    const row = readRow(statement, schema.view, object.objectId)
    return { object, row, title: row === null ? '' : titleIn(schema, row) }
  }

  /** Called after the rollback: objects in the view now existed before. */
  const outcomeOf = ({ object: { schemaUri, objectId }, row, title }: After): ImportPlan['touched'] => {
    const schema = schemas.all().find(({ uri }) => uri === schemaUri)
    const before = schema === undefined ? null : readRow(statement, schema.view, objectId)
    const isGone = row === null || row.deleted
    const wasThere = before !== null && !before.deleted
    if (isGone && !wasThere) return []
    const one = {
      schemaUri,
      id: objectId,
      title: title === '' && schema !== undefined && before !== null ? titleIn(schema, before) : title,
      outcome: isGone ? ('deleted' as const) : wasThere ? ('changed' as const) : ('created' as const),
      conflict: row !== null && row.conflicts !== null,
      invalid: row !== null && row.invalid !== null,
    }
    return [one]
  }

  const titleIn = ({ presentation }: Schema, { object }: ViewRow): string =>
    titleOf(object, presentation.title)

  return { import: importFile, planImport }
}

/** The report of two parts of a file. An object that both change is counted twice. */
export const addReport = (sum: ImportReport, part: ImportReport): ImportReport => {
  // Changes that waited after an earlier part may have been applied with this one.
  const freed = part.applied - (part.changes - part.known - part.waiting)
  return {
    changes: sum.changes + part.changes,
    applied: sum.applied + part.applied,
    known: sum.known + part.known,
    waiting: Math.max(0, sum.waiting + part.waiting - freed),
    objects: sum.objects + part.objects,
    invalid: sum.invalid + part.invalid,
    conflicts: sum.conflicts + part.conflicts,
    schemas: [...new Set([...sum.schemas, ...part.schemas])],
    scopes: [...new Set([...sum.scopes, ...part.scopes])],
    // As it is after the later one.
    missing: part.missing,
  }
}
