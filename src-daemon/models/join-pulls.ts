import type { ModelPulls } from './core/types.ts'

/** The downloads of several makers as one list. Which of them a name is for, they know: one `has` it. */
export const joinPulls = (
  makers: readonly { readonly pulls: ModelPulls; readonly has: (asked: string) => boolean }[],
): ModelPulls => {
  const [first, ...others] = makers
  if (first === undefined) throw new Error('no downloads to join')
  const of = (asked: string): ModelPulls => (others.find(({ has }) => has(asked)) ?? first).pulls
  return {
    list: () => makers.flatMap(({ pulls }) => pulls.list()),
    start: (model) => of(model).start(model),
    stop: (model) => {
      of(model).stop(model)
    },
    dismiss: (model) => {
      of(model).dismiss(model)
    },
  }
}
