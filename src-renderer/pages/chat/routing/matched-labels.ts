import { t } from '../../../i18n/index.ts'

const MATCHED = /^(regex|keyword|example|correction|words|embedding) "([\s\S]*)"$/

/** A match reason in the current language. The router names the kind and quotes the match: `regex "add note"`. */
export const matchedLabel = (matched: string): string => {
  const found = MATCHED.exec(matched)
  const kind = KINDS.find((one) => one === found?.[1])
  return kind === undefined ? matched : t(`chat.matched.${kind}`, { literal: found?.[2] ?? '' })
}

const KINDS = ['regex', 'keyword', 'example', 'correction', 'words', 'embedding'] as const

/** The quoted match alone: `add note` of `regex "add note"`. */
export const literalOf = (matched: string): string => MATCHED.exec(matched)?.[2] ?? matched
