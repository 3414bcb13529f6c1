import { markdownBlocks } from './markdown-html.ts'

/** As much as is handed over at once, to the end of a word where there is one: some systems stop in the middle of more. */
const PIECE = /.{1,200}(?:\s|$)|.{1,200}/gsu
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** What of an answer is read aloud, in pieces: its sentences, without code, formulas, tables and notes. */
export const spokenText = (markdown: string): readonly string[] => {
  const page = new DOMParser().parseFromString(
    markdownBlocks(markdown)
      .map(({ html }) => html)
      .join('\n'),
    'text/html',
  )
  for (const silent of page.querySelectorAll('pre, table, [data-math], sup, [data-footnotes]'))
    silent.remove()
  return page.body.textContent
    .split('\n')
    .flatMap((line) => [...sentences.segment(line)].flatMap(({ segment }) => segment.match(PIECE) ?? []))
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

/** The language it is in, as far as its letters say; `own`: the person's. */
export const spokenLanguage = (text: string, own: string): string => {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja'
  if (/\p{sc=Han}/u.test(text)) return own === 'ja' ? 'ja' : 'zh'
  return own === 'zh' || own === 'ja' ? 'en' : own
}
