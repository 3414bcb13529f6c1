import { definePhrases } from './define.ts'

/** What `satchel cap list` says of servers and skills beside packages. */
export const cliEntriesPhrases = definePhrases({
  cli_entry_ok: { en: 'on', zh: '已启用', ja: '使用中', es: 'activado' },
  cli_entry_off: { en: 'off', zh: '已停用', ja: '停止中', es: 'desactivado' },
  cli_entry_changed: { en: 'CHANGED', zh: '已更改', ja: '変更あり', es: 'CAMBIÓ' },
  cli_entry_failed: { en: 'FAILED', zh: '失败', ja: '失敗', es: 'FALLÓ' },
  cli_entry_sign_in: {
    en: 'needs sign-in',
    zh: '需要登录',
    ja: 'サインインが必要',
    es: 'falta iniciar sesión',
  },
  cli_entry_locked: { en: 'vault locked', zh: '保险库已锁定', ja: '保管庫がロック中', es: 'bóveda cerrada' },
  cli_entry_damaged: { en: 'DAMAGED', zh: '已损坏', ja: '破損', es: 'DAÑADO' },
  cli_entry_gone: { en: 'folder gone', zh: '文件夹不见了', ja: 'フォルダーなし', es: 'sin carpeta' },
  cli_entry_key_revoked: {
    en: 'KEY WITHDRAWN',
    zh: '密钥已撤回',
    ja: '鍵の取り下げ',
    es: 'CLAVE RETIRADA',
  },
  cli_entry_yanked: { en: 'WITHDRAWN', zh: '已撤回', ja: '取り下げ', es: 'RETIRADO' },
  cli_trust_sandboxed: { en: 'in the sandbox', zh: '在沙箱中', ja: 'サンドボックス内', es: 'aislado' },
  cli_trust_unsandboxed: {
    en: 'WITHOUT A SANDBOX',
    zh: '不在沙箱中',
    ja: 'サンドボックスなし',
    es: 'SIN AISLAMIENTO',
  },
  cli_trust_elsewhere: { en: 'elsewhere', zh: '在别处', ja: '別の場所', es: 'en otro lugar' },
  cli_trust_reviewed: {
    en: 'looked at by you',
    zh: '您已查看',
    ja: 'あなたが確認済み',
    es: 'revisado por ti',
  },
  cli_entry_tools: {
    en: '{tools} tools, about {tokens} tokens',
    zh: '{tools} 个工具，约 {tokens} 个词元',
    ja: 'ツール {tools} 個、約 {tokens} トークン',
    es: '{tools} herramientas, unos {tokens} tokens',
  },
})
