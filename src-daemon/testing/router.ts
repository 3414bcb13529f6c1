import { createEmitter } from '../platform/emitter.ts'
import { createRouter, type Corrections, type Router } from '../router/index.ts'

type RouterDeps = Parameters<typeof createRouter>[0]

/** A router over `packages`, by default without corrections and embedding model; `more` changes that. */
export const plainRouter = (
  packages: RouterDeps['packages'],
  more: Partial<Omit<RouterDeps, 'packages'>> = {},
): Router =>
  createRouter({
    packages,
    corrections: { of: () => [], onChange: () => () => undefined },
    embedding: null,
    ...more,
  })

/** Corrections of packages that are in no database. */
export const correctionsInMemory = (): Pick<Corrections, 'add' | 'of' | 'onChange'> => {
  const all: ReturnType<Corrections['add']>[] = []
  const { listen: onChange, emit } = createEmitter()
  return {
    of: (name) => all.filter(({ capability }) => capability === name).map(({ text }) => text),
    add: ({ text, capability }) => {
      const one = { id: String(all.length), text, capability, correctedAt: new Date(0).toISOString() }
      all.push(one)
      emit()
      return one
    },
    onChange,
  }
}
