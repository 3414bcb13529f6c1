import type { NamedSecrets } from '../identity/types.ts'
import { SatchelError } from '../platform/errors.ts'

/** Named secrets in memory, initially empty; sealing has its own tests. */
export const noSecrets = (): NamedSecrets & { readonly values: Map<string, string> } => {
  const values = new Map<string, string>()
  return {
    values,
    names: () => [...values.keys()].map((name) => ({ name, setAt: '2026-01-01T00:00:00.000Z' })),
    has: (name) => values.has(name),
    isLocked: () => false,
    set: (name, value) => Promise.resolve(void values.set(name, value)),
    use: (name) => {
      const value = values.get(name)
      return value === undefined
        ? Promise.reject(new SatchelError('secret_missing', { params: { name } }))
        : Promise.resolve(value)
    },
    forget: (name) => values.delete(name),
    check: () => Promise.resolve([]),
  }
}
