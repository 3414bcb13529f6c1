import { SatchelError } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { Database } from '../storage/index.ts'
import type { Language } from '../contract/language.ts'
import { sayFinding } from './findings.ts'
import { findSkills, type Found, type Source } from './find.ts'
import { createKeptSkills } from './kept.ts'
import { readSkill, textOf } from './read.ts'
import { differenceOf, reviewOf } from './review.ts'
import { createSkillStore, MINE, type SkillRow } from './store.ts'
import { createTrustedFolders } from './trusted-folders.ts'
import type { Skill, SkillsService } from './types.ts'
import type { SkillCandidate, SkillView } from '../contract/skills.ts'

export interface SkillsDeps {
  readonly db: Database
  /** Where the files of accepted skills are kept. */
  readonly skillsDir: string
  readonly now: () => Date
  readonly language: () => Language
}

/**
 * Agent Skills as the user accepted them: each a copy of its files, bound to their hash. Nothing in a folder is in
 * force before the user agreed to exactly that content, trusted folders included (cap.md 6).
 */
export const createSkills = ({ db, skillsDir, now, language }: SkillsDeps): SkillsService => {
  const store = createSkillStore(db)
  const kept = createKeptSkills(skillsDir)
  const folders = createTrustedFolders(store, now)
  const { listen: onChange, emit } = createEmitter()
  /** Parsed kept files, by hash and folder name; null if they are damaged. */
  const read = new Map<string, ReturnType<typeof readKept>>()
  let activeSkills: readonly Skill[] | null = null

  const announce = (): void => {
    activeSkills = null
    emit()
  }

  const readKept = ({ sha256, folderName }: Pick<SkillRow, 'sha256' | 'folderName'>) => {
    const raw = kept.read(sha256)
    if (raw === null) return null
    const { skill, findings } = readSkill(raw, folderName)
    return skill === null ? null : { skill, findings, files: raw.files }
  }

  const keptSkill = (row: SkillRow): ReturnType<typeof readKept> => {
    const key = `${row.sha256} ${row.folderName}`
    const known = read.get(key)
    if (known !== undefined) return known
    const found = readKept(row)
    read.set(key, found)
    return found
  }

  const active: SkillsService['active'] = () =>
    (activeSkills ??= store
      .list()
      .filter(({ enabled }) => enabled)
      .flatMap((row) => {
        const found = keptSkill(row)
        if (found === null) return []
        const { authorVersion: _said, listed, ...rest } = found.skill
        const id = `skill:${row.source}/${row.name}`
        const folder = kept.folderOf(row.sha256)
        return [{ ...rest, name: row.name, id, source: row.source, files: listed, folder }]
      }))

  const list: SkillsService['list'] = () => {
    const standing = folders.standing(store.list())
    return store.list().map((row) => viewOf(row, standing(row)))
  }

  const viewOf = (row: SkillRow, standing: 'changed' | 'gone' | null): SkillView => {
    const found = keptSkill(row)
    return {
      id: `skill:${row.source}/${row.name}`,
      source: row.source,
      addedAt: row.addedAt,
      from: row.from,
      status: found === null ? 'damaged' : row.enabled ? (standing ?? 'ready') : 'off',
      review: found === null ? null : reviewOf(found.skill, found.findings, language()),
    }
  }

  const look: SkillsService['look'] = async (origin) => {
    const source = await findSkills(origin)
    const word = source.folder === null ? null : folders.wordFor(source.folder)
    const rows = store.list()
    return {
      word,
      several: source.several,
      candidates: source.found.map((found) => candidateOf(found, rows, word)),
    }
  }

  const candidateOf = (found: Found, rows: readonly SkillRow[], word: string | null): SkillCandidate => {
    const { skill, findings } = readSkill(found.raw, found.folderName)
    const problems = findings.map((one) => sayFinding(one, language()))
    const { folder } = found
    if (skill === null) return { folder, review: null, problems, status: 'refused', difference: null }
    const row =
      rows.find(({ source, name }) => source === word && name === skill.name) ??
      rows.find(({ source, name }) => source === MINE && name === skill.name)
    const before = row === undefined ? null : keptSkill(row)
    const review = reviewOf(skill, findings, language())
    if (row?.sha256 === skill.sha256) return { folder, review, problems, status: 'same', difference: null }
    const after = { skill, files: found.raw.files }
    const difference = before === null ? null : differenceOf(before, after, language())
    return { folder, review, problems, status: row === undefined ? 'new' : 'changed', difference }
  }

  const add: SkillsService['add'] = async ({ origin, skills, trust, word: asked }) => {
    const source = await findSkills(origin)
    const folder = trust ? folders.trusted(source.folder, asked) : null
    const rows = skills.map((chosen) => rowOf(source, chosen, folder?.word ?? null))
    for (const { row, files } of rows) kept.put(row.sha256, files)
    store.put(
      rows.map(({ row }) => row),
      folder,
    )
    read.clear()
    announce()
    return list().filter(({ id }) => rows.some(({ row }) => id === `skill:${row.source}/${row.name}`))
  }

  const rowOf = (source: Source, chosen: { folder: string; sha256: string }, word: string | null) => {
    const found = source.found.find(({ folder }) => folder === chosen.folder)
    if (found === undefined)
      throw new SatchelError('skill_none_found', { params: { path: `${source.from} ${chosen.folder}` } })
    const { skill, findings } = readSkill(found.raw, found.folderName)
    if (skill === null) {
      const problems = findings.map((one) => sayFinding(one, language()))
      const first = problems.find(({ severity }) => severity === 'error')
      throw new SatchelError('skill_refused', {
        params: { name: found.folderName, problem: first?.message ?? '' },
        details: { problems },
      })
    }
    if (skill.sha256 !== chosen.sha256)
      throw new SatchelError('skill_changed', { params: { name: skill.name } })
    const row: SkillRow = {
      source: word ?? MINE,
      name: skill.name,
      sha256: skill.sha256,
      folderName: found.folderName,
      folder: word === null ? null : found.folder,
      from: source.from,
      addedAt: now().toISOString(),
      enabled: true,
    }
    return { row, files: found.raw.files }
  }

  const rowById = (id: string): SkillRow => {
    const row = store.list().find(({ source, name }) => id === `skill:${source}/${name}`)
    if (row === undefined) throw new SatchelError('skill_unknown', { params: { id } })
    return row
  }

  const setEnabled: SkillsService['setEnabled'] = (id, enabled) => {
    const { source, name } = rowById(id)
    store.setEnabled(source, name, enabled)
    announce()
    const row = rowById(id)
    return viewOf(row, folders.standing(store.list())(row))
  }

  const remove: SkillsService['remove'] = (id) => {
    const { source, name } = rowById(id)
    store.remove(source, name)
    announce()
  }

  const untrust: SkillsService['untrust'] = (word) => {
    folders.remove(word)
    announce()
  }

  const readText: SkillsService['readText'] = (id, path) => {
    const bytes = keptSkill(rowById(id))?.files.get(path)
    if (bytes === undefined) throw new SatchelError('skill_file_unknown', { params: { path } })
    const text = textOf(bytes)
    if (text === null) throw new SatchelError('skill_file_no_text', { params: { path } })
    return { text, bytes: bytes.length }
  }

  const sweep: SkillsService['sweep'] = () => {
    kept.sweep(new Set(store.list().map(({ sha256 }) => sha256)))
  }

  return {
    list,
    active,
    folders: folders.list,
    look,
    add,
    setEnabled,
    remove,
    untrust,
    readText,
    sweep,
    onChange,
  }
}
