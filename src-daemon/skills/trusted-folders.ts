import { basename } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { inFolder, type Found } from './find.ts'
import { readSkill } from './read.ts'
import { MINE, type FolderRow, type SkillRow, type SkillStore } from './store.ts'
import type { SkillFolder } from '../contract/skills.ts'

/** The folders the user trusts, each under its own word, with their current content and what was accepted of it. */
export interface TrustedFolders {
  list(): SkillFolder[]
  /** The current content of the folders, compared with what was accepted. */
  standing(rows: readonly SkillRow[]): (row: SkillRow) => 'changed' | 'gone' | null
  /** The word of a folder: its own name, with a number if another folder has it. */
  wordFor(path: string): string
  /** The record of a folder once it is trusted. Errors: `skill_cannot_be_trusted`, `skill_word_taken`. */
  trusted(path: string | null, asked: string | undefined): FolderRow
  /** Errors: `skill_folder_unknown`. */
  remove(word: string): void
}

export const createTrustedFolders = (
  store: Pick<SkillStore, 'list' | 'folders' | 'removeFolder'>,
  now: () => Date,
): TrustedFolders => {
  const standing: TrustedFolders['standing'] = (rows) => {
    const present = new Map(store.folders().map((folder) => [folder.word, presentIn(folder)]))
    return ({ source, folder, sha256 }) => {
      if (folder === null || !rows.some((row) => row.source === source)) return null
      const found = present.get(source)?.find((one) => one.folder === folder)
      if (found === undefined) return 'gone'
      return readSkill(found.raw, found.folderName).skill?.sha256 === sha256 ? null : 'changed'
    }
  }

  const presentIn = ({ path }: FolderRow): readonly Found[] | null => {
    try {
      return inFolder(path).found
    } catch {
      return null // gone, or not readable: the user sees it as missing
    }
  }

  const list: TrustedFolders['list'] = () =>
    store.folders().map((folder): SkillFolder => {
      const rows = store.list().filter(({ source }) => source === folder.word)
      const present = presentIn(folder)
      const waiting = (present ?? []).flatMap((one): SkillFolder['waiting'] => {
        const { skill } = readSkill(one.raw, one.folderName)
        const row = rows.find((known) => known.folder === one.folder)
        if (skill === null) return [{ name: one.folderName, status: 'refused' }]
        if (row === undefined) return [{ name: skill.name, status: 'new' }]
        return row.sha256 === skill.sha256 ? [] : [{ name: row.name, status: 'changed' }]
      })
      return { ...folder, waiting, missing: present === null }
    })

  const wordFor: TrustedFolders['wordFor'] = (path) => {
    const rows = store.folders()
    const known = rows.find((row) => row.path === path)
    if (known !== undefined) return known.word
    const name =
      basename(path)
        .toLowerCase()
        .replace(/[^a-z0-9]+/gu, '-')
        .replace(/^-+|-+$/gu, '')
        .slice(0, 56) || 'folder'
    const taken = new Set([MINE, ...rows.map(({ word }) => word)])
    let word = name
    for (let number = 2; taken.has(word); number += 1) word = `${name}-${String(number)}`
    return word
  }

  const trusted: TrustedFolders['trusted'] = (path, asked) => {
    if (path === null) throw new SatchelError('skill_cannot_be_trusted')
    const known = store.folders().find((row) => row.path === path)
    if (known !== undefined) return known
    const word = asked ?? wordFor(path)
    if (word === MINE || store.folders().some((row) => row.word === word))
      throw new SatchelError('skill_word_taken', { params: { word } })
    return { word, path, trustedAt: now().toISOString() }
  }

  const remove: TrustedFolders['remove'] = (word) => {
    if (!store.folders().some((folder) => folder.word === word))
      throw new SatchelError('skill_folder_unknown', { params: { word } })
    store.removeFolder(word)
  }

  return { list, standing, wordFor, trusted, remove }
}
