import type { Database } from '../storage/index.ts'

/** The word under which copied skills are listed. */
export const MINE = 'mine'

/** The row of a skill; its files are kept under their hash. */
export interface SkillRow {
  readonly source: string
  readonly name: string
  readonly sha256: string
  /** The name of the folder it came in, which affects how it is read. */
  readonly folderName: string
  /** Its path in its trusted folder; null for one that was copied. */
  readonly folder: string | null
  readonly from: string
  readonly addedAt: string
  readonly enabled: boolean
}

/** A folder whose skills the user trusts. */
export interface FolderRow {
  readonly word: string
  readonly path: string
  readonly trustedAt: string
}

export interface SkillStore {
  list(): readonly SkillRow[]
  /** Adds skills, replacing those of the same names, together with their folder if that is trusted. */
  put(rows: readonly SkillRow[], folder: FolderRow | null): void
  setEnabled(source: string, name: string, enabled: boolean): void
  remove(source: string, name: string): void
  folders(): readonly FolderRow[]
  /** Removes a folder and all of its skills. */
  removeFolder(word: string): void
}

type Row = Omit<SkillRow, 'enabled'> & { readonly enabled: number }

export const createSkillStore = (db: Database): SkillStore => {
  const list = db.prepare<[], Row>(
    `SELECT source, name, sha256, folder_name AS folderName, folder, taken_from AS "from", added_at AS addedAt, enabled
     FROM skills ORDER BY source, name`,
  )
  const folders = db.prepare<[], FolderRow>(
    'SELECT word, path, trusted_at AS trustedAt FROM skill_folders ORDER BY word',
  )
  return {
    list: () => list.all().map((row) => ({ ...row, enabled: row.enabled === 1 })),
    put: (rows, folder) => {
      db.transaction(() => {
        if (folder !== null)
          db.prepare(
            'INSERT INTO skill_folders (word, path, trusted_at) VALUES (?, ?, ?) ON CONFLICT (word) DO NOTHING',
          ).run(folder.word, folder.path, folder.trustedAt)
        const insert = db.prepare(
          `INSERT OR REPLACE INTO skills (source, name, sha256, folder_name, folder, taken_from, added_at, enabled)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        for (const row of rows)
          insert.run(
            ...[row.source, row.name, row.sha256, row.folderName, row.folder, row.from, row.addedAt],
            row.enabled ? 1 : 0,
          )
      })()
    },
    setEnabled: (source, name, enabled) => {
      db.prepare('UPDATE skills SET enabled = ? WHERE source = ? AND name = ?').run(
        enabled ? 1 : 0,
        source,
        name,
      )
    },
    remove: (source, name) => {
      db.prepare('DELETE FROM skills WHERE source = ? AND name = ?').run(source, name)
    },
    folders: () => folders.all(),
    removeFolder: (word) => {
      db.transaction(() => {
        db.prepare('DELETE FROM skills WHERE source = ?').run(word)
        db.prepare('DELETE FROM skill_folders WHERE word = ?').run(word)
      })()
    },
  }
}
