import { TaskState } from '@a2a-js/sdk'
import { ServerCallContext } from '@a2a-js/sdk/server'
import { expect, it, onTestFinished } from 'vitest'
import { messageOf, textPart } from '../testing/sdk-agent.ts'
import { createTaskStore } from './tasks.ts'
import { openDatabase } from '../../../storage/index.ts'

const contextOf = (userName: string) => new ServerCallContext({ user: { isAuthenticated: true, userName } })

const taskOf = (id: string, messages = 1) => ({
  id,
  contextId: 'c',
  status: { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: undefined },
  artifacts: [],
  history: Array.from({ length: messages }, () => messageOf(id, 'c', [textPart('hi')])),
  metadata: undefined,
})

const openDisk = () => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  onTestFinished(() => {
    db.close()
  })
  const at = { now: new Date() }
  return { db, now: () => at.now, at }
}

it('outlives the daemon for a day; what ran has failed', async () => {
  const disk = openDisk()
  const context = contextOf('did:web:a')
  const before = createTaskStore(disk)
  const done = taskOf('done')
  const going = {
    ...taskOf('going'),
    status: { state: TaskState.TASK_STATE_WORKING, message: undefined, timestamp: undefined },
  }
  await before.save(done, context)
  await before.save(going, context)
  await before.save({ ...going, history: [] }, context)
  expect(await before.load('going', context)).toMatchObject({ history: [], status: going.status })

  const after = createTaskStore(disk)
  expect(await after.load('done', context)).toMatchObject({ id: 'done', history: done.history })
  expect(await after.load('done', contextOf('did:web:b'))).toBeUndefined()
  expect(await after.load('going', context)).toMatchObject({
    status: { state: TaskState.TASK_STATE_FAILED },
  })
  disk.at.now = new Date(disk.at.now.getTime() + 24 * 60 * 60_000 + 1)
  expect(await after.load('done', context)).toBeUndefined()
})

it('a caller’s oldest tasks make room, and nobody else’s', async () => {
  const store = createTaskStore(openDisk())
  const [flood, quiet] = [contextOf('did:web:flood'), contextOf('did:web:quiet')]
  await store.save(taskOf('mine'), quiet)
  for (let number = 0; number < 200; number += 1) await store.save(taskOf(`t${String(number)}`), flood)
  expect(await store.load('t0', flood)).toBeUndefined()
  expect(await store.load('t199', flood)).toMatchObject({ id: 't199' })
  expect(await store.load('mine', quiet)).toMatchObject({ id: 'mine' })
  expect(await store.load('mine', flood)).toBeUndefined()
  const all = {
    tenant: '',
    contextId: '',
    status: TaskState.TASK_STATE_UNSPECIFIED,
    pageToken: '',
    pageSize: 100,
    statusTimestampAfter: undefined,
  }
  expect((await store.list(all, flood)).totalSize).toBe(50)
})

it('keeps the newest of a long history', async () => {
  const store = createTaskStore(openDisk())
  const context = contextOf('did:web:a')
  const long = taskOf('long', 100)
  await store.save(long, context)
  const kept = await store.load('long', context)
  expect(kept?.history).toEqual(long.history.slice(-20))
})
