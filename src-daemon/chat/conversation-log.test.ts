import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONVERSATION_LOG, coreObjectId } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { makeHome } from '../testing/chat.ts'
import { createConversationLog } from './conversation-log.ts'
import type { Message } from '../contract/chat.ts'
import { plainState } from '../state/testing.ts'

const object = { schemaUri: CONVERSATION_LOG, id: coreObjectId(CONVERSATION_LOG) }

let home: ReturnType<typeof makeHome>
let db: Database
let state: StateService
beforeEach(() => {
  home = makeHome()
  open()
  state.ensureCoreModels({ language: 'en' })
})
afterEach(async () => {
  await close()
  home.remove()
})

const open = (): void => {
  db = openDatabase({ path: home.path })
  state = plainState({ db })
}
const close = async (): Promise<void> => {
  await state.close()
  db.close()
}

const message = (text: string, n = 0): Message => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  conversationId: 'c',
  turnId: 't',
  role: 'user',
  parts: [{ type: 'text', text }],
  status: 'complete',
  model: null,
  createdAt: new Date().toISOString(),
  parentId: null,
  siblings: [],
  context: null,
})

const failures: unknown[] = []
/** The log over real state; `written` counts the entries of the object each time it is written. */
const openLog = (more: Partial<Pick<StateService, 'update'>> = {}) => {
  const written: number[] = []
  const update: StateService['update'] = (access, input) => {
    const changed = (more.update ?? state.update)(access, input)
    written.push((changed.object.object['entries'] as unknown[]).length)
    return changed
  }
  const { get, ownerAccess, beforeReading } = state
  const log = { error: (data: object) => failures.push(data) }
  return {
    ...createConversationLog({ db, state: { update, get, ownerAccess, beforeReading }, log }),
    written,
  }
}
const contents = (): string[] =>
  (state.get(object).object['entries'] as { content: string }[]).map(({ content }) => content)

describe('the conversation log', () => {
  it('costs as much for a message at its end as at its beginning', () => {
    const { append, written } = openLog()
    let before = 0
    const work = [100, 400].map((to) => {
      const from = before
      const done = written.length
      for (; before < to; before++) append([message('hello', before)])
      return written.slice(done).reduce((sum, entries) => sum + entries, 0) / (to - from)
    })
    // Entries written for each that was appended; with every message it would be 50, and 250.
    expect(Math.max(...work)).toBeLessThan(12)
    expect(contents()).toHaveLength(400)
  })

  it('is complete and in order for every way of reading it', async () => {
    const { append } = openLog()
    const said = Array.from({ length: 40 }, (_, n) => String(n))
    for (const [n, text] of said.entries()) {
      append([message(text, n)])
      append([message(text, n)])
      if (n === 20) expect(contents()).toEqual(said.slice(0, 21))
    }
    const access = state.ownerAccess(CONVERSATION_LOG, 'cli')
    const { items } = await state.query(access, { from: CONVERSATION_LOG })
    expect(items[0]?.object['entries']).toHaveLength(40)
    append([message('late', 90)])
    state.onChange(() => {
      contents()
    })
    expect(
      state.history.at({ ...object, version: state.history.changes(object)[0]?.hash ?? '' }).object[
        'entries'
      ],
    ).toHaveLength(41)
    expect(contents()).toEqual([...said, 'late'])
  })

  it('loses nothing in a crash, and writes nothing twice', async () => {
    const first = openLog()
    for (let n = 0; n < 30; n++) first.append([message(String(n), n)])
    // Nothing says goodbye.
    await close()
    open()
    const second = openLog()
    second.append([message('30', 30)])
    expect(contents()).toEqual(Array.from({ length: 31 }, (_, n) => String(n)))
  })

  it('that is full keeps what is said for later, and is not tried with every message', () => {
    let tried = 0
    const log = openLog({
      update: () => {
        tried += 1
        throw new Error('full')
      },
    })
    for (let n = 0; n < 64; n++) log.append([message(String(n), n)])
    expect(tried).toBeLessThan(10)
    expect(failures).toHaveLength(tried)
    openLog().flush()
    expect(contents()).toHaveLength(64)
  })
})
