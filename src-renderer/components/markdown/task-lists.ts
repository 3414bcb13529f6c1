import type { MarkdownIt } from 'markdown-it'

/** Task lists: `- [ ]` and `- [x]` become characters, which don't look like something to click. */
export const taskLists = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('inline', 'task_lists', ({ tokens }) => {
    for (const [at, inline] of tokens.entries()) {
      const item = tokens[at - 2]
      const words = inline.children?.[0]
      if (inline.type !== 'inline' || item?.type !== 'list_item_open' || words?.type !== 'text') continue
      const [, mark] = /^\[([ xX])\] /u.exec(words.content) ?? []
      if (mark === undefined) continue
      item.attrSet('data-task', '')
      words.content = `${mark === ' ' ? '☐' : '☑'} ${words.content.slice(4)}`
    }
  })
}
