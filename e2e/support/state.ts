/** Objects created in bulk through the daemon's API. */
import { connectDaemon, findDaemon, type DaemonClient } from '../../src-daemon/client/index.ts'
import type { Page } from '@playwright/test'
import type { Satchel } from './satchel.ts'

export const TASK = 'did:nuwa:cap:tasks:state:Task#v1'
export const NOTE = 'did:nuwa:state:note#v1'

/** A connection to a test's running daemon, like the CLI's. */
export const connectTo = async (satchel: Satchel): Promise<DaemonClient> => {
  await satchel.json('daemon', 'start')
  const address = await findDaemon(satchel.paths)
  if (address === null) throw new Error('the daemon does not run')
  return connectDaemon(address, 'cli')
}

/** Shows State as a database in this page, like one of a person who left it so. */
export const preferDatabase = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    localStorage.setItem('satchel.state.view', 'database')
  })

/** Shows State in the other way, as the button does that a small window hides in a drawer. */
export const showState = (page: Page, view: 'person' | 'database'): Promise<void> =>
  page.evaluate((newValue) => {
    const key = 'satchel.state.view'
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, view)

/** Task number `n` of a test. */
export const taskOf = (n: number) => ({
  title: `Task ${String(n).padStart(5, '0')}`,
  notes: `What has to be known about number ${String(n)}.`,
  status: n % 3 === 0 ? 'done' : 'open',
  due: `2026-${String((n % 12) + 1).padStart(2, '0')}-15`,
  priority: n % 5 === 0 ? 'high' : 'normal',
  tags: [`tag${String(n % 7)}`, 'work'],
})

/** Creates tasks `0` to `count - 1`, `at` at a time; those share transactions. */
export const makeTasks = async ({ api }: DaemonClient, count: number, at = 200): Promise<void> => {
  for (let from = 0; from < count; from += at)
    await Promise.all(
      Array.from({ length: Math.min(at, count - from) }, (_, n) =>
        api.state.create.mutate({ schemaUri: TASK, object: taskOf(from + n) }),
      ),
    )
}
