import { h, type FunctionalComponent, type VNode } from 'vue'
import { textPieces, type TextKey } from './index.ts'

/** A text with slots in the places of its parameters. */
export const TextWith: FunctionalComponent<
  { textKey: TextKey; tag: string },
  Record<string, unknown[]>,
  Record<string, () => VNode[]>
> = ({ textKey, tag }, { slots }) =>
  h(tag, [
    ...textPieces(textKey, Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, slot()]))),
  ])
TextWith.props = ['textKey', 'tag']
