/* No pattern may take longer than the text is long: a model wrote it. */

/** Lines that only draw: rules, and what is between the head and the rows of a table. */
const DRAWN = /^[|:\-=*_ \t]{3,}$/gmu
/** What a line begins with besides its words: a heading, a quotation, a row of a table. */
const BEFORE = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|\|[ \t]*)/gmu
/** What stands around words: bold, crossed out, code, and the end of a cell. */
const AROUND = /\*\*|~~|`+|[ \t]?\|[ \t]*$/gmu
const BETWEEN_CELLS = /[ \t]\|[ \t]/gu

/** The words of a model's answer without what Markdown sets around them, for where a line of it is quoted as plain text. */
export const withoutMarkup = (markdown: string): string =>
  markdown.replace(DRAWN, '').replace(BEFORE, '').replace(AROUND, '').replace(BETWEEN_CELLS, ', ')
