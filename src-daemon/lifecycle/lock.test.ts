import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir } from '../platform/paths.ts'
import { tempHome } from '../testing/temp-home.ts'
import { acquireLock } from './lock.ts'

describe('the lock on a data directory', () => {
  let home: ReturnType<typeof tempHome>
  let holder: ChildProcess | undefined

  beforeEach(() => {
    home = tempHome()
    prepareDataDir(home.paths)
  })
  afterEach(() => {
    holder?.kill('SIGKILL')
    home.remove()
  })

  /** Holds the lock without keeping what it was given, and says so once memory was collected. */
  const startHolder = (): ChildProcess => {
    const path = join(home.paths.dataDir, 'holder.mts')
    writeFileSync(
      path,
      `import { acquireLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
       import { dataPaths } from ${JSON.stringify(join(import.meta.dirname, '..', 'platform', 'paths.ts'))}
       acquireLock(dataPaths(process.env))
       setImmediate(() => { gc(); process.send('held') })
       setInterval(() => {}, 1000)`,
    )
    return fork(path, {
      env: home.env,
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  it('has one owner at a time, and says who it is', () => {
    const first = acquireLock(home.paths)
    expect(() => acquireLock(home.paths)).toThrow(expect.objectContaining({ code: 'daemon_already_running' }))
    first.release()
    acquireLock(home.paths).release()
  })

  it('is free again the moment its owner is killed', async () => {
    holder = startHolder()
    await once(holder, 'message')
    expect(() => acquireLock(home.paths)).toThrow(expect.objectContaining({ code: 'daemon_already_running' }))
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    acquireLock(home.paths).release()
  })
})
