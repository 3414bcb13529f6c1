/** A home with Satchel's data, something to be shared and a secret, and programs that run in the sandbox beside it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sandboxGrantsSchema, type SandboxGrants } from '../../contract/sandbox.ts'
import { spawnHeld } from '../../platform/processes.ts'
import { createSandbox, type SandboxDeps } from '../sandbox.ts'

export const searchPath = process.env['PATH'] ?? ''

export const grants = (change: Partial<SandboxGrants> = {}): SandboxGrants =>
  sandboxGrantsSchema.parse(change)

interface RunOptions {
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly args?: readonly string[]
  readonly deps?: Partial<SandboxDeps>
  readonly onUnreached?: (host: string, outcome: string) => void
  /** Called once it was checked, before it is started. */
  readonly meanwhile?: () => void
}

/** Makes one; `remove` when done. */
export const openSandboxed = () => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-sandbox-'))
  const home = join(root, 'home')
  const dataDir = join(home, 'data')
  const shared = join(home, 'shared')
  const apart = join(root, 'apart')
  mkdirSync(join(home, '.ssh'), { recursive: true })
  for (const folder of [dataDir, shared, apart]) mkdirSync(folder)
  writeFileSync(join(home, '.ssh', 'id_ed25519'), 'the secret key')
  writeFileSync(join(dataDir, 'state.db'), 'what people keep')
  writeFileSync(join(shared, 'note.txt'), 'shared with it')
  const sandboxOf = (change: Partial<SandboxDeps> = {}) =>
    createSandbox({ places: { home, dataDir }, runDir: root, searchPath, ...change })

  /** Runs `source` in a Node of this machine, and hands back what it printed as JSON. */
  const run = async (
    source: string,
    change: Partial<SandboxGrants> = {},
    options: RunOptions = {},
  ): Promise<unknown> => {
    const prepared = await sandboxOf(options.deps).prepare({
      command: process.execPath,
      args: ['-e', source, ...(options.args ?? [])],
      env: options.env ?? {},
      cwd: options.cwd ?? null,
      grants: grants(change),
      onUnreached: options.onUnreached,
    })
    try {
      options.meanwhile?.()
      const held = await spawnHeld(prepared, prepared)
      held.stdin.end()
      const [out, err] = await Promise.all([text(held.stdout), text(held.stderr)])
      return out === '' ? err : (JSON.parse(out) as unknown)
    } finally {
      await prepared.release()
    }
  }

  const remove = (): void => {
    rmSync(root, { recursive: true, force: true })
  }
  return { root, home, dataDir, shared, apart, sandboxOf, run, remove }
}
