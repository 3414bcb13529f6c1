import { h, type FunctionalComponent, type VNode } from 'vue'
import { textPieces, type TextKey } from './index.ts'

/** A text with things in it: what a slot gives stands in the place of the parameter of its name. */
export const TextWith: FunctionalComponent<
  { textKey: TextKey; tag: string },
  Record<string, unknown[]>,
  Record<string, () => VNode[]>
> = ({ textKey, tag }, { slots }) =>
  h(tag, [
    ...textPieces(textKey, Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, slot()]))),
  ])
TextWith.props = ['textKey', 'tag']
