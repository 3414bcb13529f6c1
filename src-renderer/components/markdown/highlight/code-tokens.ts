import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import {
  codeToTokensBase,
  createShikiPrimitiveAsync,
  resolveLangs,
  type ShikiPrimitive,
} from '@shikijs/primitive'
import { KINDS, type CodeToken, type Kind } from './kinds.ts'
import { languageOf } from './languages.ts'

const kinds = Object.keys(KINDS) as Kind[]
/** A theme whose colours are the numbers of the kinds: the app's style sheet has the real ones. */
const colorOf = (at: number): string => `#${String(at + 1).padStart(6, '0')}`
const kindOf = new Map<string | undefined, Kind>(kinds.map((kind, at) => [colorOf(at), kind]))
const THEME = {
  name: 'kinds',
  fg: '#000000',
  bg: '#ffffff',
  settings: kinds.map((kind, at) => ({ scope: [...KINDS[kind]], settings: { foreground: colorOf(at) } })),
}

/** Milliseconds for a line: the first one of a language also compiles its grammar. */
const LINE_MS = 3000

let created: Promise<ShikiPrimitive> | undefined

/** The pieces of code in a language, line by line, without their line ends; null if the language isn't known. */
export const codeTokens = async (
  code: string,
  language: string,
): Promise<readonly (readonly CodeToken[])[] | null> => {
  const known = languageOf(language)
  if (known === null) return null
  created ??= createShikiPrimitiveAsync({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const primitive = await created
  if (!primitive.getLoadedLanguages().includes(known.name))
    await primitive.loadLanguage(...(await resolveLangs([known.grammar])))
  return codeToTokensBase(primitive, code, {
    lang: known.name,
    theme: THEME.name,
    tokenizeTimeLimit: LINE_MS,
  }).map((line) => line.map(({ content, color }) => [content, kindOf.get(color?.toLowerCase()) ?? null]))
}
