import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SatchelError } from '../../platform/errors.ts'
import { convertDatabase, createPlace, openDatabase, type DatabaseKey } from '../../storage/index.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../testing.ts'
import type { StateService } from '../types.ts'

interface Data {
  readonly name: string
  readonly former: readonly { readonly name: string; readonly from: string | null }[]
  readonly reported: readonly SatchelError[]
  readonly state: StateService
  /** As the daemon ends. */
  end(): Promise<void>
  /** As the operating system would end it: nothing is said any more. */
  kill(): void
}

let root = ''
let directory = ''
const open = new Set<Data>()
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-place-'))
  directory = join(root, 'data')
  mkdirSync(directory)
})
afterEach(() => {
  for (const data of open) data.kill()
  rmSync(root, { recursive: true, force: true })
})

const start = (at = directory, given: { key?: DatabaseKey | null; machine?: string } = {}): Data => {
  const path = join(at, 'state.db')
  const db = openDatabase({ path, key: given.key ?? null })
  const reported: SatchelError[] = []
  const state = plainState({
    db,
    place: createPlace(path, given.machine),
    report: (problem) => void reported.push(problem),
  })
  state.registerSchema({ ...noteAccess, title: 'Note', schema: noteSchema })
  const meta = (key: string): string | undefined => {
    const value = db.prepare('SELECT value FROM state_meta WHERE key = ?').pluck().get(key)
    return value instanceof Uint8Array ? Buffer.from(value).toString() : undefined
  }
  const data: Data = {
    name: meta('actor') ?? '',
    former: JSON.parse(meta('former_actors') ?? '[]') as Data['former'],
    reported,
    state,
    end: async () => {
      await state.close()
      data.kill()
    },
    kill: () => {
      db.close()
      open.delete(data)
    },
  }
  open.add(data)
  return data
}

const write = ({ state }: Data, title: string): string =>
  state.create(noteAccess, { schemaUri: NOTE, object: { title } }).object.id
const titles = async ({ state }: Data): Promise<unknown[]> => {
  const { items } = await state.query(state.ownerAccess(NOTE, 'cli'), { from: NOTE })
  return items.map(({ object }) => object['title']).sort()
}
const copyTo = (to: string): string => {
  cpSync(directory, to, { recursive: true, preserveTimestamps: true })
  return to
}
const copy = (): string => copyTo(join(root, 'copy'))
/** A file of the copy, put back over the one in the data directory, which keeps its inode. */
const putBack = (file: string): void => {
  cpSync(join(root, 'copy', file), join(directory, file), { preserveTimestamps: true })
}

/** Starts once, writes, and ends. */
const written = async (...all: readonly string[]): Promise<string> => {
  const data = start()
  for (const title of all) write(data, title)
  await data.end()
  return data.name
}

const isRenamed = (data: Data, former: string): void => {
  expect(data.name).not.toBe(former)
  expect(data.former.map((one) => one.name)).toEqual([former])
  expect(data.reported.map(({ code }) => code)).toEqual(['data_copied'])
}

describe('a database in its place', () => {
  it('keeps its name, however it ended, and leaves one mark', async () => {
    const name = await written('one')
    for (const how of ['end', 'kill', 'kill', 'end'] as const) {
      const data = start()
      expect([data.name, data.former, data.reported]).toEqual([name, [], []])
      write(data, how)
      await data[how]()
    }
    expect(readdirSync(directory).filter((file) => file.includes('.place-'))).toHaveLength(1)
  })

  it('keeps it when it is encrypted and decrypted', async () => {
    const name = await written('one')
    const path = join(directory, 'state.db')
    const key: DatabaseKey = '07'.repeat(32)
    convertDatabase({ path, from: null, to: key })
    const encrypted = start(directory, { key })
    expect(encrypted.name).toBe(name)
    await encrypted.end()
    convertDatabase({ path, from: key, to: null })
    expect(start().name).toBe(name)
  })

  it('is where it is found if it never said', async () => {
    const name = await written('one')
    const path = join(directory, 'state.db')
    const db = openDatabase({ path })
    db.prepare("DELETE FROM state_meta WHERE key = 'place'").run()
    db.close()
    const data = start()
    expect([data.name, data.reported]).toEqual([name, []])
    await data.end()
    isRenamed(start(copy()), name)
  })
})

describe('a copy of the data directory takes another name', () => {
  it('made while nothing runs', async () => {
    const name = await written('one')
    const at = copy()
    isRenamed(start(at), name)
    expect(start().name).toBe(name)
    expect(start(at).former[0]?.from).toBe(join(directory, 'state.db'))
  })

  it('made while it runs, with the write-ahead file or without', () => {
    const running = start()
    write(running, 'one')
    const whole = copyTo(join(root, 'whole'))
    const half = copyTo(join(root, 'half'))
    for (const suffix of ['-wal', '-shm']) rmSync(join(half, `state.db${suffix}`), { force: true })
    isRenamed(start(whole), running.name)
    // The database alone may not even have a name yet; then it gets one of its own.
    expect(start(half).name).not.toBe(running.name)
  })

  it('of the database alone', async () => {
    const name = await written('one')
    const at = join(root, 'alone')
    mkdirSync(at)
    cpSync(join(directory, 'state.db'), join(at, 'state.db'))
    isRenamed(start(at), name)
  })

  it('on another computer, at the same path, with files that look the same', async () => {
    const name = await written('one')
    isRenamed(start(directory, { machine: 'another' }), name)
  })

  it('and a directory that was moved, which can’t be told from one', async () => {
    const name = await written('one')
    renameSync(directory, join(root, 'moved'))
    isRenamed(start(join(root, 'moved')), name)
  })

  it('if the restoring code says so', async () => {
    const name = await written('one')
    const db = openDatabase({ path: join(directory, 'state.db') })
    db.prepare("UPDATE state_meta SET value = x'' WHERE key = 'place'").run()
    db.close()
    isRenamed(start(), name)
  })
})

it('a copy on a full disk opens, and takes another name with its first change', async () => {
  const name = await written('one')
  const path = join(directory, 'state.db')
  const db = openDatabase({ path })
  const full = {
    isAt: () => false,
    mark: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    },
  }
  const reported: string[] = []
  const state = plainState({ db, place: full, report: ({ code }) => void reported.push(code) })
  const names = (): unknown[] => db.prepare('SELECT actor FROM log_writers ORDER BY id').pluck().all()
  try {
    expect([reported, state.formerNames()]).toEqual([['data_copied'], []])
    for (const title of ['two', 'three']) state.create(noteAccess, { schemaUri: NOTE, object: { title } })
    expect(state.formerNames().map((one) => one.name)).toEqual([name])
    expect(names()).toHaveLength(2)
    expect(names()[0]).toBe(name)
  } finally {
    await state.close()
    db.close()
  }
})

describe('an older copy that is put back takes another name', () => {
  it.each(['end', 'kill'] as const)('of the database, after a %s', async (how) => {
    const name = await written('one')
    copy()
    const data = start()
    write(data, 'two')
    await data[how]()
    for (const suffix of ['-wal', '-shm']) rmSync(join(directory, `state.db${suffix}`), { force: true })
    putBack('state.db')
    const back = start()
    isRenamed(back, name)
    expect(await titles(back)).toEqual(['one'])
  })

  it('of the database, made while it ran', async () => {
    await written('zero')
    const data = start()
    write(data, 'one')
    copy()
    write(data, 'two')
    await data.end()
    for (const file of ['state.db', 'state.db-wal']) putBack(file)
    isRenamed(start(), data.name)
  })

  it('of the whole directory, over the present one or instead of it', async () => {
    const name = await written('one')
    copy()
    for (const how of ['over', 'instead'] as const) {
      const data = start()
      write(data, 'two')
      await data.end()
      if (how === 'instead') rmSync(directory, { recursive: true })
      cpSync(join(root, 'copy'), directory, { recursive: true, preserveTimestamps: true })
      const back = start()
      isRenamed(back, name)
      await back.end()
    }
  })
})

it('a copy and its original have everything once both sent what the other lacks', async () => {
  const name = await written('common')
  const [a, b] = [start(), start(copy())]
  expect(a.name).toBe(name)
  write(a, 'of a')
  write(b, 'of b')
  const send = (from: Data, to: Data): number => {
    const since: unknown = JSON.parse(JSON.stringify(to.state.sync.vectors()))
    return to.state.sync.import(from.state.sync.export({ scopes: null, since }).bytes).applied
  }
  expect([send(a, b), send(b, a), send(a, b), send(b, a)]).toEqual([1, 1, 0, 0])
  for (const data of [a, b]) expect(await titles(data)).toEqual(['common', 'of a', 'of b'])
})
