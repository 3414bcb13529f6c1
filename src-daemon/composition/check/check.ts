import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { CheckService } from '../../api/index.ts'
import { checkCursorSchema, checkStatusSchema, type CheckFinding } from '../../contract/check.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import type { Logger } from '../../platform/log.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { DataPaths } from '../../platform/paths.ts'
import { startWorkerThread } from '../../platform/worker-threads.ts'
import { inPlaceSince, keyOf } from '../../storage/index.ts'
import type { StateService } from '../../state/types.ts'
import type { Ground } from '../ground.ts'
import type { SliceMessage } from './messages.ts'
import { START, type Slice } from './slice.ts'

/** The interval while Satchel runs; each slice is long enough that a full pass takes half a week at four hours a day. */
const EVERY_MS = 10 * 60_000
const LEAST_MS = 500
const MS_PER_MB = 6
/** A slice of a check that a caller waits for. */
const WAITED_FOR_MS = 2_000
const MAX_FINDINGS = 100

/** `check.json` in the data directory: it must not be lost with the database. `found`: of the current pass. */
const checkFileSchema = checkStatusSchema.extend({
  found: checkStatusSchema.shape.findings,
  cursor: checkCursorSchema.nullable(),
})
type CheckFile = z.infer<typeof checkFileSchema>

const NOTHING: CheckFile = { startedAt: null, finishedAt: null, cursor: null, findings: [], found: [] }

/** Checks the whole database from time to time, a slice at a time, in a thread of its own. */
export const createCheck = (
  {
    input: { paths, log },
    db,
    now,
  }: Pick<Ground, 'db' | 'now'> & {
    readonly input: {
      readonly paths: Pick<DataPaths, 'dataDir' | 'database'>
      readonly log: Pick<Logger, 'warn'>
    }
  },
  state: StateService,
  everyMs = EVERY_MS,
): CheckService & { start(): void; close(): void } => {
  const path = join(paths.dataDir, 'check.json')
  const { listen: onChange, emit } = createEmitter()
  const inTurn = createOneAtATime()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** What was found in a database that another one has replaced says nothing about that one. */
  const since = inPlaceSince(paths.database) ?? ''
  const read = (): CheckFile => {
    try {
      const file = checkFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
      return (file.startedAt ?? '') < since ? NOTHING : file
    } catch {
      // A lost or damaged one costs a pass.
      return NOTHING
    }
  }
  const write = (file: CheckFile): void => {
    try {
      writeFileAtomic(path, `${JSON.stringify(file)}\n`)
    } catch (thrown) {
      log.warn({ err: thrown }, 'how far the check of the data is could not be noted down')
    }
  }

  /** Returns whether the pass is complete. */
  const step = async (budgetMs: number): Promise<boolean> => {
    const before = read()
    const cursor = before.cursor ?? START
    const begun = before.cursor === null ? { ...before, startedAt: now().toISOString(), found: [] } : before
    const slice = await inThread({ path: paths.database, key: keyOf(db), cursor, budgetMs })
    const found = [...begun.found, ...taken(slice, begun.found)].slice(0, MAX_FINDINGS)
    const isOver = slice.cursor === null
    write({
      ...begun,
      cursor: slice.cursor,
      found,
      ...(isOver && { finishedAt: now().toISOString(), findings: found }),
    })
    if (slice.findings.length > 0) log.warn({ findings: slice.findings }, 'the data is not as it was written')
    if (slice.findings.length > 0 || isOver) emit()
    return isOver
  }

  /** Views are rebuilt if their log is intact. */
  const taken = ({ findings }: Slice, found: readonly CheckFinding[]): CheckFinding[] => {
    const isLogRight = [...found, ...findings].every(({ kind }) => kind === 'object')
    return findings.map((finding) => ({
      ...finding,
      at: now().toISOString(),
      mended: finding.kind === 'object' && isLogRight && mend(finding.what),
    }))
  }
  const mend = (what: string): boolean => {
    const [schemaUri = '', objectId = ''] = what.split(' ')
    try {
      state.sync.mend([{ schemaUri, objectId }])
      return true
    } catch (thrown) {
      log.warn({ err: thrown, schemaUri, objectId }, 'an object could not be rebuilt')
      return false
    }
  }

  const status: CheckService['status'] = () => {
    const { found, findings, ...rest } = read()
    const known = new Set(found.map(({ kind, what }) => `${kind} ${what}`))
    const earlier = findings.filter(({ kind, what }) => !known.has(`${kind} ${what}`))
    return { ...rest, findings: [...found, ...earlier].slice(0, MAX_FINDINGS) }
  }

  const run: CheckService['run'] = async () => {
    write({ ...read(), cursor: null })
    while (!isClosed && !(await inTurn(() => step(WAITED_FOR_MS))));
    return status()
  }

  const schedule = (): void => {
    if (isClosed) return
    timer = setTimeout(() => {
      const megabytes = (statSync(paths.database, { throwIfNoEntry: false })?.size ?? 0) / 1e6
      inTurn(() => step(Math.max(LEAST_MS, megabytes * MS_PER_MB)))
        .catch((thrown: unknown) => {
          log.warn({ err: thrown }, 'the data could not be checked')
        })
        .finally(schedule)
    }, everyMs)
    timer.unref()
  }

  return {
    status,
    run,
    onChange,
    start: schedule,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const inThread = async (data: {
  path: string
  key: string | null
  cursor: typeof START
  budgetMs: number
}): Promise<Slice> => {
  const worker = startWorkerThread('check-worker', { data })
  worker.unref()
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: SliceMessage) => {
        if (message.kind === 'done') resolve(message.slice)
        else reject(new SatchelError(message.code, { params: message.params }))
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        reject(new SatchelError('internal'))
      })
    })
  } finally {
    await worker.terminate()
  }
}
