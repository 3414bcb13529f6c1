import type { Language } from '../../../contract/language.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ja } from './ja.ts'
import type { Grammar } from './types.ts'
import { zh } from './zh.ts'

export type { Deed } from './ledger.ts'
export type { ActName, FieldRole, Grammar, Rule } from './types.ts'

export const GRAMMARS: Readonly<Record<Language, Grammar>> = { en, zh, ja, es }

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u
/** Words and letters that only Spanish has, of those that requests begin with or cannot do without. */
const SPANISH =
  /[ñ¿¡áéíóú]|(?<!\p{L})(?:el|la|los|las|una?|de|del|al|he|se|lo|le|que|qué|mi|mis|para|por|con|en|y|está|ya|tarea|tareas|nota|notas|añade|crea|borra|elimina|muestra|marca|cambia|recu[ée]rdame|anota|apunta|hola|gracias|cuánt[oa]s|grados|hoy|mañana|mejor|hecho|hecha)(?!\p{L})/giu
const ENGLISH =
  /(?<!\p{L})(?:the|to|of|my|is|are|for|and|in|on|with|about|what|which|show|add|note|notes|task|tasks|do|have|it|that|this|please|me|i|delete|make|mark|done|how|from|by)(?!\p{L})/giu

/** The languages a message can be read in, likeliest first: its own, then those of its first words. */
export const languagesOf = (message: string, usual: Language): Language[] => {
  const own = languageOf(message, usual)
  const others = /^[\s¿¡]*\p{Script=Latin}/u.test(message) ? (['en', 'es'] as const) : []
  return [...new Set([own, ...others])]
}

/** By its script, then by its commonest words; else that of the app. */
const languageOf = (message: string, usual: Language): Language => {
  const head = message.slice(0, 500)
  if (KANA.test(head)) return 'ja'
  if (HAN.test(head)) return usual === 'ja' ? 'ja' : 'zh'
  const spanish = head.match(SPANISH)?.length ?? 0
  const english = head.match(ENGLISH)?.length ?? 0
  if (spanish !== english) return spanish > english ? 'es' : 'en'
  return usual === 'es' ? 'es' : 'en'
}
