import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Language } from '../../contract/language.ts'
import type { Io } from './io.ts'
import { say, type PhraseKey, type PhraseParams } from '../../text/index.ts'

/** Whether there is a person to ask. */
export const isInteractive = ({ stdin, stderr }: Io): boolean => stdin.isTTY === true && stderr.isTTY === true

/** Asks on stderr, so that stdout stays the result alone. `hidden` does not echo what is typed. */
const ask = ({ stdin, stderr }: Io, question: string, hidden = false): Promise<string> => {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const lines = createInterface({
    input: stdin,
    output: hidden ? silent : stderr,
    terminal: true,
  })
  // Only now: what is typed before the terminal is told to keep quiet would be shown.
  stderr.write(question)
  return new Promise((resolve) => {
    let answer = ''
    lines.once('line', (line) => {
      answer = line
      lines.close()
    })
    lines.once('close', () => {
      if (hidden) stderr.write('\n')
      resolve(answer)
    })
  })
}

/** A yes-or-no question; anything but yes is no. */
export const confirm = async (io: Io, language: Language, question: string): Promise<boolean> =>
  /^(y|yes|s|sí|si|是|はい)$/i.test((await ask(io, say(language, 'cli_ask', { question }))).trim())

/** A line of text; what is offered in brackets where nothing is typed. */
export const askText = async (io: Io, question: string, offered = ''): Promise<string> =>
  (await ask(io, `${question}${offered === '' ? '' : ` [${offered}]`}: `)).trim() || offered

export const askPassphrase = <K extends PhraseKey>(
  io: Io,
  language: Language,
  question: K,
  ...params: PhraseParams<K>
): Promise<string> => ask(io, say(language, question, ...params), true)

/** Asks twice until both agree. */
export const chooseNewPassphrase = async (io: Io, language: Language): Promise<string> => {
  for (;;) {
    const first = await ask(io, say(language, 'cli_passphrase'), true)
    if (first === (await ask(io, say(language, 'cli_passphrase_again'), true))) return first
    io.stderr.write(`${say(language, 'cli_passphrase_differs')}\n`)
  }
}
