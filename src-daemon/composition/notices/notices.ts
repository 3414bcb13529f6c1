import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CheckService, NoticesService } from '../../api/index.ts'
import type { BackupsService } from '../../backups/types.ts'
import type { CheckFinding } from '../../contract/check.ts'
import type { Language } from '../../contract/language.ts'
import type { DataNotice } from '../../contract/notices.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { writeFileAtomic } from '../../platform/files.ts'
import type { DataPaths } from '../../platform/paths.ts'
import type { SettingsService } from '../../settings/types.ts'
import { lostSomething, salvagesOf } from '../salvage/reports.ts'

/** A notice, and what tells one occurrence of it from the next: it is back when a mark is there that wasn't dismissed. */
interface Standing {
  readonly notice: DataNotice
  readonly marks: readonly string[]
}

export interface NoticesDeps {
  readonly paths: Pick<DataPaths, 'dataDir' | 'database'>
  readonly backups: Pick<BackupsService, 'list' | 'onChange'>
  readonly check: Pick<CheckService, 'status' | 'onChange'>
  readonly settings: Pick<SettingsService, 'onChange'>
}

/** `notices.json` in the data directory: what was dismissed. */
const fileSchema = z.object({ dismissed: z.array(z.string()) })

/** Says what happened to the data: damage, gaps after a salvage, backups that fail or are overdue. */
export const createNotices = ({
  paths,
  backups,
  check,
  settings,
}: NoticesDeps): NoticesService & { close(): void } => {
  const path = join(paths.dataDir, 'notices.json')
  const { listen: onChange, emit } = createEmitter()
  const endings = [
    backups.onChange(emit),
    check.onChange(emit),
    // Whether backups are made at all.
    settings.onChange(() => {
      emit()
    }),
  ]

  const dismissed = (): ReadonlySet<string> => {
    try {
      return new Set(fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).dismissed)
    } catch {
      // A lost or damaged one costs a second look.
      return new Set()
    }
  }

  const standing = (language: Language): readonly Standing[] => {
    const { findings } = check.status()
    const damage = findings.filter(({ mended }) => !mended)
    const mended = findings.filter((finding) => finding.mended)
    return [
      ...found('damage', damage, ({ kind, what }) => `${kind} ${what}`),
      ...gapsOf(paths.database),
      ...backupsOf(backups, language),
      ...found('mended', mended, ({ kind, what, at }) => `${kind} ${what} ${at}`),
    ]
  }

  return {
    list: (language) => {
      const known = dismissed()
      return standing(language)
        .filter(({ marks }) => marks.some((mark) => !known.has(mark)))
        .map(({ notice }) => notice)
    },
    dismiss: (kind) => {
      const known = dismissed()
      const marks = standing('en').flatMap((one) =>
        one.marks.filter((mark) => one.notice.kind === kind || known.has(mark)),
      )
      writeFileAtomic(path, `${JSON.stringify({ dismissed: marks })}\n`)
      emit()
    },
    salvages: () => salvagesOf(paths.database),
    onChange,
    close: () => {
      for (const end of endings) end()
    },
  }
}

const found = (
  kind: 'damage' | 'mended',
  findings: readonly CheckFinding[],
  markOf: (finding: CheckFinding) => string,
): readonly Standing[] =>
  findings.length === 0
    ? []
    : [
        {
          notice: { kind, count: findings.length },
          marks: findings.map((finding) => `${kind} ${markOf(finding)}`),
        },
      ]

const gapsOf = (database: string): readonly Standing[] => {
  const lost = salvagesOf(database).filter(({ report }) => lostSomething(report))
  if (lost.length === 0) return []
  return [{ notice: { kind: 'salvage' }, marks: lost.map(({ path }) => `salvage ${path}`) }]
}

/** A failure lasts until the next backup that is made. */
const backupsOf = (backups: Pick<BackupsService, 'list'>, language: Language): readonly Standing[] => {
  const { problem, overdue, backups: all } = backups.list(language)
  const last = all[0]?.name ?? ''
  if (problem !== null)
    return [
      { notice: { kind: 'backup_failed', problem }, marks: [`backup_failed ${problem.code} after ${last}`] },
    ]
  if (!overdue) return []
  return [{ notice: { kind: 'backup_overdue' }, marks: [`backup_overdue after ${last}`] }]
}
