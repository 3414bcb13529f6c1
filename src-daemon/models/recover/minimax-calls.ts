import type { WrittenCall } from './written-call.ts'

/** What MiniMax M3 writes before each tag that is part of a call: any other tag is text. */
export const MINIMAX_SIGN = ']<]minimax[>['

const TAG = /^\s*<(\/?)(invoke name=")?([\w.:-]+)"?>([\s\S]*)$/

interface Element {
  readonly name: string
  readonly isCall: boolean
  readonly text: string
  readonly children: Element[]
}

/** MiniMax M3: `<invoke name="name"><key>value</key></invoke>`, values within values, `<item>`s for a list; each tag behind the sign. */
export const minimaxCalls = (text: string): readonly WrittenCall[] | null => {
  const [before = '', ...tags] = text.split(MINIMAX_SIGN)
  const calls = before.trim() === '' && tags.length > 0 ? elementsOf(tags) : null
  if (calls?.every(({ isCall }) => isCall) !== true) return null
  return calls.map(({ name, children }) => ({ name, arguments: membersOf(children) }))
}

const elementsOf = (tags: readonly string[]): readonly Element[] | null => {
  const root: Element[] = []
  const open: Element[] = []
  for (const tag of tags) {
    const [, closing, invoke, name, text = ''] = TAG.exec(tag) ?? []
    if (name === undefined) return null
    if (closing === '/') {
      if (open.pop() === undefined || text.trim() !== '') return null
    } else {
      const element = { name, isCall: invoke !== undefined, text, children: [] }
      const siblings = open.at(-1)?.children ?? root
      siblings.push(element)
      open.push(element)
    }
  }
  return open.length === 0 ? root : null
}

const membersOf = (elements: readonly Element[]): Record<string, unknown> =>
  Object.fromEntries(elements.map((element) => [element.name, valueOf(element)]))

const valueOf = ({ text, children }: Element): unknown => {
  if (children.length === 0) return text
  return children.every(({ name }) => name === 'item') ? children.map(valueOf) : membersOf(children)
}
