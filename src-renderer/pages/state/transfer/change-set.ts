import { bytesOfBase64 } from '../../../components/base64.ts'
import { api } from '../../../rpc/client.ts'

/** A change set as a file's content. */
export interface ChangeSet {
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly changes: number
}

/** Reads a change set part by part. `scopes` null: all. `since`: what the other device has; null for everything. */
export const readChangeSet = async (
  what: { readonly scopes: readonly string[] | null; readonly since: unknown },
  progress: (changes: number) => void,
): Promise<ChangeSet> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let changes = 0
  for (let after: string | null = null; ;) {
    const part: Awaited<ReturnType<typeof api.state.export.query>> = await api.state.export.query({
      scopes: what.scopes === null ? null : [...what.scopes],
      since: what.since,
      after,
    })
    parts.push(bytesOfBase64(part.file))
    changes += part.changes
    progress(changes)
    if (part.next === null) return { parts, changes }
    after = part.next
  }
}

/** A file name with the time, like that of the command line. */
export const changeSetName = (at: Date): string =>
  `satchel-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.changes`
