/** Sentences people say, in the script of the record's name. `$` stands for the name. */
const sentences = {
  latin: [
    'add a new $',
    'create $: the one from today',
    'show my $',
    'find the $ from last week',
    'change the last $',
  ],
  han: ['添加一个$', '新建$：今天的', '看看我的$', '查找上周的$', '修改最近的$'],
  kana: ['$を追加', '新しい$を作成：今日の分', '$を見せて', '先週の$を探して', '最後の$を変更'],
} as const

/** Lead-ins that only say what to do, so that the rest of a message is its content. */
const patterns = {
  latin: '\\b(?:add|create|make|new|save)\\s+(?:an?\\s+)?(?:new\\s+)?(?:$)s?\\b:?',
  han: '(?:添加|新建|创建|加)(?:一个|一项|个)?(?:新)?(?:的)?(?:$)[:：]?',
  kana: '(?:$)(?:を|に)(?:追加|作成|登録)[:：]?',
} as const

/**
 * The lines of `triggers`: a pattern, the name as a keyword, and example sentences: the author's, or five that are made of
 * the record's name. What keeps nothing has only its name and the author's sentences.
 */
export const draftTriggers = (record: string, said: readonly string[], keeps: boolean): string => {
  const script = scriptOf(record)
  if (!keeps) return [keywordLine(record), ...exampleLines(said)].join('\n')
  const examples =
    said.length > 0 ? said : sentences[script].map((sentence) => sentence.replace('$', () => record))
  const pattern = patterns[script].replace('$', () => escaped(record))
  return [
    `    - {type: regex, value: ${JSON.stringify(pattern)}}`,
    keywordLine(record),
    ...exampleLines(examples),
  ].join('\n')
}

const keywordLine = (record: string): string => `    - {type: keyword, value: ${JSON.stringify(record)}}`

const exampleLines = (examples: readonly string[]): string[] =>
  examples.length === 0
    ? []
    : [
        '    - type: embedding',
        '      examples:',
        ...examples.map((sentence) => `        - ${JSON.stringify(sentence)}`),
      ]

const scriptOf = (text: string): keyof typeof sentences => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'kana'
  return /\p{Script=Han}/u.test(text) ? 'han' : 'latin'
}

const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+')
