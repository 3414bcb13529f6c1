/** The sentences of a message: at the marks that end one, and at line ends, but never inside quotes. */
export const sentencesOf = (message: string): string[] => {
  const sentences: string[] = []
  let begin = 0
  let closing: string | null = null
  for (let at = 0; at < message.length; at += 1) {
    const character = message[at] ?? ''
    if (closing !== null) {
      if (character === closing) closing = null
      continue
    }
    closing = QUOTES[character] ?? null
    if (closing !== null && !message.includes(closing, at + 1)) closing = null
    const next = message[at + 1] ?? ' '
    const ends =
      /[。！？\n]/u.test(character) ||
      (/[.!?]/.test(character) && /\s/.test(next) && !ABBREVIATION.test(message.slice(0, at + 1)))
    if (!ends) continue
    sentences.push(message.slice(begin, at + 1))
    begin = at + 1
  }
  sentences.push(message.slice(begin))
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '「': '」', '『': '』' }
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|st|sr|sra|no|vs|etc|approx|\d+)\.$/iu
