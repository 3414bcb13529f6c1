import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SatchelError } from '../../platform/errors.ts'
import type { CapAdapter } from './types.ts'

/**
 * A source as a module of JavaScript: it exports `open()`, which resolves to an adapter, or the functions `list`, `describe` and `invoke`
 * themselves. It runs in this process. With `open`, a restart closes it and opens it again. Errors: `conformance_source_unusable`.
 */
export const openModuleSource = async (path: string): Promise<CapAdapter> => {
  const unusable = (problem: string, cause?: unknown): SatchelError =>
    new SatchelError('conformance_source_unusable', { params: { source: path, problem }, cause })
  const loaded: unknown = await import(pathToFileURL(resolve(path)).href).catch((cause: unknown) => {
    throw unusable(cause instanceof Error ? cause.message : String(cause), cause)
  })
  const open = functionOf(loaded, 'open')
  const make = async (): Promise<CapAdapter> => {
    const made: unknown = open === null ? loaded : await open()
    if (!isAdapter(made)) throw unusable('list, describe or invoke is missing')
    return made
  }
  let adapter = await make()
  const restart = async (): Promise<void> => {
    await adapter.close?.()
    adapter = await make()
  }
  return {
    list: async () => adapter.list(),
    describe: async (id, version) => adapter.describe(id, version),
    invoke: async (ref, input, options) => adapter.invoke(ref, input, options),
    ...(open !== null && { restart }),
    ...(adapter.counts && { counts: async () => (await adapter.counts?.()) ?? { runs: 0, results: 0 } }),
    close: async () => adapter.close?.(),
  }
}

const functionOf = (value: unknown, name: string): (() => unknown) | null => {
  if (typeof value !== 'object' || value === null) return null
  const found: unknown = Reflect.get(value, name)
  return isFunction(found) ? found : null
}

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function'

const isAdapter = (value: unknown): value is CapAdapter =>
  ['list', 'describe', 'invoke'].every((name) => functionOf(value, name) !== null)
