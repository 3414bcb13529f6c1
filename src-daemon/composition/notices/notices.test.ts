import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { BackupList } from '../../contract/backups.ts'
import type { CheckFinding, CheckStatus } from '../../contract/check.ts'
import type { SalvageReport } from '../../contract/salvage.ts'
import type { Settings } from '../../contract/settings.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createNotices } from './notices.ts'

const AT = '2026-11-26T09:00:00.000Z'
const PROBLEM = { code: 'disk_full', message: 'The disk is full.', action: 'Make room.' }

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-notices-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const finding = (what: string, mended = false, at = AT): CheckFinding => ({ at, kind: 'page', what, mended })
const backup = (name: string) => ({
  ...{ name, createdAt: AT, reason: 'daily' as const, bytes: 1, encrypted: true, checkedAt: AT },
})

const world = () => {
  const list: BackupList = { enabled: true, folder: directory, backups: [], problem: null, overdue: false }
  const checked: CheckStatus = { startedAt: AT, finishedAt: AT, cursor: null, findings: [] }
  const changes = { backups: createEmitter(), check: createEmitter(), settings: createEmitter<Settings>() }
  const open = () =>
    createNotices({
      paths: { dataDir: directory, database: join(directory, 'state.db') },
      backups: { list: () => list, onChange: changes.backups.listen },
      check: { status: () => checked, onChange: changes.check.listen },
      settings: { onChange: changes.settings.listen },
    })
  const notices = open()
  const kinds = (): readonly string[] => notices.list('en').map(({ kind }) => kind)
  return { list, checked, changes, notices, kinds, open }
}

const report = (lost: number): SalvageReport => ({
  at: AT,
  original: 'state.db',
  pages: 10,
  unreadablePages: [],
  changes: { kept: 5, lost, wrong: 0 },
  objects: 3,
  fromCopies: [],
  incomplete: [],
  lostSchemas: [],
  tables: [],
})
const keep = (day: string, lost: number): void => {
  const path = join(directory, `state.db.kept-${day}T09-00-00.000Z.salvage.json`)
  writeFileSync(path, JSON.stringify(report(lost)))
}

it('names what happened, the most pressing first, and nothing while all is well', () => {
  const { list, checked, notices } = world()
  expect(notices.list('en')).toEqual([])
  checked.findings = [finding('3'), finding('4', true), finding('7')]
  list.problem = PROBLEM
  keep('2026-11-20', 2)
  expect(notices.list('en')).toEqual([
    { kind: 'damage', count: 2 },
    { kind: 'salvage' },
    { kind: 'backup_failed', problem: PROBLEM },
    { kind: 'mended', count: 1 },
  ])
})

it('says once that there is no backup: that it failed, or else that it is overdue', () => {
  const { list, notices } = world()
  list.overdue = true
  expect(notices.list('en')).toEqual([{ kind: 'backup_overdue' }])
  list.problem = PROBLEM
  expect(notices.list('en')).toEqual([{ kind: 'backup_failed', problem: PROBLEM }])
})

it('is dismissed until it happens again, also after a start', () => {
  const { list, notices, kinds, open } = world()
  list.problem = PROBLEM
  notices.dismiss('backup_failed')
  expect(kinds()).toEqual([])
  expect(open().list('en')).toEqual([])
  list.problem = { ...PROBLEM, code: 'backup_folder_unusable' }
  expect(kinds()).toEqual(['backup_failed'])
  notices.dismiss('backup_failed')
  list.backups = [backup('made since')]
  expect(kinds()).toEqual(['backup_failed'])
})

it('is back with damage that was not there before, and not when the same is found again', () => {
  const { checked, notices, kinds } = world()
  checked.findings = [finding('3'), finding('4', true)]
  notices.dismiss('damage')
  expect(kinds()).toEqual(['mended'])
  notices.dismiss('mended')
  checked.findings = [finding('3', false, '2026-12-03T09:00:00.000Z')]
  expect(kinds()).toEqual([])
  checked.findings = [...checked.findings, finding('9')]
  expect(kinds()).toEqual(['damage'])
})

it('tells the gaps of a salvage apart from one that lost nothing, and keeps its reports', () => {
  const { notices, kinds } = world()
  keep('2026-11-20', 0)
  expect(kinds()).toEqual([])
  keep('2026-11-21', 3)
  expect(kinds()).toEqual(['salvage'])
  notices.dismiss('salvage')
  expect(kinds()).toEqual([])
  writeFileSync(join(directory, 'state.db.kept-2026-11-22T09-00-00.000Z.salvage.json'), 'not a report')
  expect(notices.salvages().map(({ report }) => report.changes.lost)).toEqual([3, 0])
  keep('2026-11-23', 1)
  expect(kinds()).toEqual(['salvage'])
})

it('is announced when backups, the check or the settings say something new, and when it is dismissed', () => {
  const { changes, notices } = world()
  let told = 0
  notices.onChange(() => {
    told += 1
  })
  changes.backups.emit()
  changes.check.emit()
  notices.dismiss('damage')
  expect(told).toBe(3)
  notices.close()
  changes.backups.emit()
  expect(told).toBe(3)
})
