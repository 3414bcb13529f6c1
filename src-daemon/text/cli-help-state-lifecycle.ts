import { definePhrases } from './define.ts'

/** The lines of `--help` about what uses space and what leaves by itself. */
export const cliStateLifecycleHelpPhrases = definePhrases({
  cli_state_usage: {
    en: 'show what uses space in each scope, and the limits',
    zh: '显示各作用域的空间占用和上限',
    ja: '各スコープの使用量と上限を表示',
    es: 'muestra qué ocupa espacio en cada ámbito, y los límites',
  },
  cli_state_expiring: {
    en: 'show what leaves by itself, and when',
    zh: '显示哪些内容会自动清除及时间',
    ja: '自動的に消えるものと時期を表示',
    es: 'muestra qué sale por sí solo, y cuándo',
  },
  cli_state_purge: {
    en: 'remove what expired and compress what is cold, now',
    zh: '立即清除过期内容并压缩旧内容',
    ja: '期限切れを今すぐ消し、古い内容を圧縮する',
    es: 'retira ya lo caducado y comprime lo antiguo',
  },
  cli_state_limit: {
    en: 'set how many bytes a scope may take, e.g. 1073741824',
    zh: '设置作用域可占用的字节数，例如 1073741824',
    ja: 'スコープの上限をバイトで設定（例: 1073741824）',
    es: 'fija cuántos bytes puede ocupar un ámbito, p. ej. 1073741824',
  },
  cli_state_limit_owner: {
    en: 'capability that has the scope, where more than one has it',
    zh: '拥有该作用域的能力（存在多个时）',
    ja: 'スコープを持つ機能（複数ある場合）',
    es: 'capacidad que tiene el ámbito, si hay más de una',
  },
})
