import type { Trigger } from '../../contract/packages.ts'

/** The owner's own name for it, in messages that address it: "use files to …", "ask files", "用 files", "files を使って". */
export const named = (word: string): Trigger => ({
  type: 'regex',
  value: [
    `\\b(?:use|using|ask|via|usa|usar|usando)\\s+(?:the\\s+)?${word}\\b`,
    `(?:使用|用|通过|问)\\s*${word}\\b`,
    `\\b${word}\\s*(?:を使って|に聞いて|で)`,
    `^\\s*${word}\\s*[:,：，、]`,
  ].join('|'),
})
