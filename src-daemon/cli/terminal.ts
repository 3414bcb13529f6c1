import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { say, type PhraseKey, type TextParams } from '../text/index.ts'
import type { Language } from '../contract/language.ts'

/** Whether there is a person to ask. */
export const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on stderr, so that stdout stays the result alone. `hidden` does not echo what is typed. */
const ask = (question: string, hidden = false): Promise<string> => {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  })
  // Only now: what is typed before the terminal is told to keep quiet would be shown.
  process.stderr.write(question)
  return new Promise((resolve) => {
    let answer = ''
    lines.once('line', (line) => {
      answer = line
      lines.close()
    })
    lines.once('close', () => {
      if (hidden) process.stderr.write('\n')
      resolve(answer)
    })
  })
}

/** A yes-or-no question; anything but yes is no. */
export const confirm = async (language: Language, question: string): Promise<boolean> =>
  /^(y|yes|s|sí|si|是|はい)$/i.test((await ask(say(language, 'cli_ask', { question }))).trim())

/** A line of text; what is offered in brackets where nothing is typed. */
export const askText = async (question: string, offered = ''): Promise<string> =>
  (await ask(`${question}${offered === '' ? '' : ` [${offered}]`}: `)).trim() || offered

export const askPassphrase = (
  language: Language,
  question: PhraseKey = 'cli_passphrase',
  params: TextParams = {},
): Promise<string> => ask(say(language, question, params), true)

/** Asks twice until both agree. */
export const chooseNewPassphrase = async (language: Language): Promise<string> => {
  for (;;) {
    const first = await ask(say(language, 'cli_passphrase'), true)
    if (first === (await ask(say(language, 'cli_passphrase_again'), true))) return first
    process.stderr.write(`${say(language, 'cli_passphrase_differs')}\n`)
  }
}
