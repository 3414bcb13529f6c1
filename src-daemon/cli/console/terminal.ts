import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { JudgedPassphrase } from '../../contract/identity.ts'
import type { Language } from '../../contract/language.ts'
import type { Io } from './io.ts'
import { oneLine, writeText } from './output.ts'
import { say, type PhraseKey, type PhraseParams } from '../../text/index.ts'

/** Whether there is a user to ask. */
export const isInteractive = ({ stdin, stderr }: Io): boolean => stdin.isTTY === true && stderr.isTTY === true

/**
 * Asks on stderr, so that stdout contains only the result. `hidden` doesn't echo the input. Null if the user ended the
 * input instead of answering.
 */
const read = ({ stdin, stderr }: Io, question: string, hidden = false): Promise<string | null> => {
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
  // Only now: input before the terminal stops echoing would be visible.
  writeText(stderr, oneLine(question))
  return new Promise((resolve) => {
    let answer: string | null = null
    lines.once('line', (line) => {
      answer = line
      lines.close()
    })
    // Handles Ctrl+C like elsewhere, for the waiting code; the question then has no answer.
    lines.once('SIGINT', () => {
      process.emit('SIGINT')
      lines.close()
    })
    lines.once('close', () => {
      if (hidden) writeText(stderr, '\n')
      resolve(answer)
    })
  })
}

const ask = async (io: Io, question: string, hidden = false): Promise<string> =>
  (await read(io, question, hidden)) ?? ''

/** A yes-or-no question; anything but yes is no. */
export const confirm = async (io: Io, language: Language, question: string): Promise<boolean> =>
  /^(y|yes|s|sí|si|是|はい)$/i.test((await ask(io, say(language, 'cli_ask', { question }))).trim())

/** Asks for a line of text; the default is in brackets. Null if the user ended the input. */
export const askLine = async (io: Io, question: string, offered = ''): Promise<string | null> => {
  const answer = await read(io, `${question}${offered === '' ? '' : ` [${offered}]`}: `)
  return answer === null ? null : answer.trim() || offered
}

/** Asks for a line that isn't shown as it is typed. Null if the user ended the input. */
export const askSecret = (io: Io, question: string): Promise<string | null> => read(io, `${question}: `, true)

/** The same, with the default if the input has ended. */
export const askText = async (io: Io, question: string, offered = ''): Promise<string> =>
  (await askLine(io, question, offered)) ?? offered

export const askPassphrase = <K extends PhraseKey>(
  io: Io,
  language: Language,
  question: K,
  ...params: PhraseParams<K>
): Promise<string> => ask(io, say(language, question, ...params), true)

/** Asks the daemon how hard a passphrase is to guess. */
export type Judge = (passphrase: string) => Promise<JudgedPassphrase>

/** Asks twice until both inputs are equal and not easy to guess. Returns an empty input, because then no user is present. */
export const chooseNewPassphrase = async (io: Io, language: Language, judge: Judge): Promise<string> => {
  for (;;) {
    const first = await ask(io, say(language, 'cli_passphrase'), true)
    const again = await ask(io, say(language, 'cli_passphrase_again'), true)
    if (first.normalize('NFC') !== again.normalize('NFC'))
      writeText(io.stderr, `${say(language, 'cli_passphrase_differs')}\n`)
    else if (first === '' || (await isAccepted(io, language, await judge(first)))) return first
  }
}

const isAccepted = (io: Io, language: Language, judged: JudgedPassphrase): boolean | Promise<boolean> => {
  warnOfPassphrase(io, language, judged)
  if (judged.strength === 'fair') return confirm(io, language, say(language, 'cli_q_passphrase_fair'))
  return judged.strength !== 'weak'
}

/** Says on stderr that a passphrase is easy to guess, and why; nothing about a good one. */
export const warnOfPassphrase = (
  { stderr }: Io,
  language: Language,
  { strength, advice }: JudgedPassphrase,
): void => {
  if (strength !== 'weak' && strength !== 'fair') return
  for (const line of [say(language, `cli_passphrase_${strength}`), ...advice]) writeText(stderr, `${line}\n`)
}
