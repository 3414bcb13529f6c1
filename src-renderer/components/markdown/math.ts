import type { MarkdownIt } from 'markdown-it'

/**
 * Formulas as models write them: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` as a block. They become `code` and
 * `pre` with their TeX, which the view draws later. A block ends at its closing mark, at an empty line or with the text,
 * so that a formula which is still being written is a block from its first line on.
 */
export const math = (markdown: MarkdownIt): void => {
  const { escapeHtml } = markdown.utils

  markdown.inline.ruler.before('escape', 'math', (state, silent) => {
    const found = formulaAt(state.src, state.pos, state.posMax)
    if (found === null) return false
    if (!silent) {
      const token = state.push('math_inline', 'code', 0)
      token.content = found.tex
      token.markup = found.isBlock ? 'block' : 'inline'
    }
    state.pos = found.end
    return true
  })

  markdown.block.ruler.before(
    'fence',
    'math',
    (state, start, endLine, silent) => {
      const lineAt = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
      const indentAt = (line: number): number => (state.sCount[line] ?? 0) - state.blkIndent
      if (indentAt(start) >= 4) return false
      const first = lineAt(start).trimEnd()
      const mark = first.startsWith('$$') ? '$$' : first.startsWith('\\[') ? '\\[' : null
      if (mark === null) return false
      const close = mark === '$$' ? '$$' : '\\]'
      const opening = first.slice(2)
      const closesAt = opening.indexOf(close)
      // With words after it, it's part of a paragraph.
      if (closesAt >= 0 && closesAt + close.length < opening.length) return false
      if (silent) return true
      const lines = [closesAt < 0 ? opening : opening.slice(0, closesAt)]
      let next = start + 1
      for (let isOpen = closesAt < 0; isOpen && next < endLine; next += 1) {
        const line = lineAt(next).trimEnd()
        if (line === '' || indentAt(next) < 0) break
        isOpen = !line.endsWith(close)
        lines.push(isOpen ? line : line.slice(0, -close.length))
      }
      const token = state.push('math_block', 'pre', 0)
      token.content = lines.join('\n').trim()
      token.map = [start, next]
      state.line = next
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )

  markdown.renderer.rules['math_inline'] = (tokens, at) =>
    `<code data-math="${tokens[at]?.markup ?? ''}">${escapeHtml(tokens[at]?.content ?? '')}</code>`
  markdown.renderer.rules['math_block'] = (tokens, at) =>
    `<pre data-math="block">${escapeHtml(tokens[at]?.content ?? '')}</pre>\n`
}

/** The formula that begins at `at`, with the place behind it; null if none does, as in “from $5 to $10”. */
const formulaAt = (
  source: string,
  at: number,
  limit: number,
): { readonly tex: string; readonly isBlock: boolean; readonly end: number } | null => {
  const open = ['$$', '\\(', '\\[', '$'].find((mark) => source.startsWith(mark, at))
  if (open === undefined) return null
  const close = { $$: '$$', $: '$', '\\(': '\\)', '\\[': '\\]' }[open] ?? open
  const from = at + open.length
  if (open.startsWith('$') && /[\p{L}\p{N}$]/u.test(source[at - 1] ?? '')) return null
  for (let to = source.indexOf(close, from); to >= 0 && to < limit; to = source.indexOf(close, to + 1)) {
    if (close.startsWith('$') && source[to - 1] === '\\') continue
    const tex = source.slice(from, to)
    const isMoney = open === '$' && (/^\s|\s$|^$/u.test(tex) || /\d/u.test(source[to + 1] ?? ''))
    if (isMoney) return null
    if (tex.trim() === '' || to + close.length > limit) return null
    return { tex: tex.trim(), isBlock: open === '$$' || open === '\\[', end: to + close.length }
  }
  return null
}
