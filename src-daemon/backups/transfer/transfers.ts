import { appendFileSync, closeSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newPassphrase } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { TransferService } from '../base/types.ts'

/** Large enough to be quick, and small enough for one message. */
const PIECE = 4 * 1024 * 1024

export interface TransfersDeps {
  /** The folder for the files; leftovers of an earlier run are removed. */
  readonly folder: string
  readonly now: () => Date
  readonly export: (input: { target: string; passphrase: string; keys: Uint8Array | null }) => Promise<null>
  readonly inspect: (input: { file: string; passphrase: string }) => ReturnType<TransferService['inspect']>
  readonly prepare: (input: { file: string; passphrase: string }) => ReturnType<TransferService['prepare']>
}

/** Files being exported or imported, piece by piece. */
export const createTransfers = (deps: TransfersDeps): TransferService => {
  const { folder } = deps
  const known = new Set<string>()
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  remove()

  const place = (): { id: string; path: string } => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const id = newId()
    known.add(id)
    return { id, path: pathOf(id) }
  }
  const pathOf = (id: string): string => {
    if (!known.has(id)) throw new SatchelError('transfer_unknown')
    return join(folder, `${id}.age`)
  }
  const end = (id: string): void => {
    rmSync(pathOf(id), { force: true })
    known.delete(id)
    if (known.size === 0) remove()
  }

  return {
    export: async ({ passphrase, keys }) => {
      const locked = newPassphrase(passphrase)
      const { id, path } = place()
      try {
        await deps.export({ target: path, passphrase: locked, keys })
      } catch (thrown) {
        end(id)
        throw thrown
      }
      const fileName = `satchel-${deps.now().toISOString().slice(0, 10)}.age`
      return { id, fileName, bytes: statSync(path).size }
    },
    read: (id, at) => {
      const file = openSync(pathOf(id), 'r')
      try {
        const piece = Buffer.alloc(PIECE)
        return piece.subarray(0, readSync(file, piece, 0, PIECE, at))
      } finally {
        closeSync(file)
      }
    },
    receive: () => place().id,
    write: (id, piece) => {
      appendFileSync(pathOf(id), piece, { mode: 0o600 })
    },
    inspect: (id, passphrase) => deps.inspect({ file: pathOf(id), passphrase }),
    prepare: (id, passphrase) => deps.prepare({ file: pathOf(id), passphrase }),
    end,
  }
}
