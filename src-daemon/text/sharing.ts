import { defineErrors, definePhrases } from './define.ts'

/** Failures of `sharing/`. */
export const sharingErrors = defineErrors({
  share_client_unknown: {
    message: {
      en: 'No program is known as “{name}”.',
      zh: '没有名为“{name}”的程序。',
      ja: '「{name}」という名前のプログラムはありません。',
      es: 'No hay ningún programa llamado «{name}».',
    },
    action: {
      en: 'See which there are with “satchel share list”.',
      zh: '可用“satchel share list”查看列表。',
      ja: '「satchel share list」で一覧を確認できます。',
      es: 'Mira cuáles hay con «satchel share list».',
    },
  },
  share_unknown_capability: {
    message: {
      en: 'There is no capability {id} to share.',
      zh: '没有可共享的能力 {id}。',
      ja: '共有できる機能 {id} はありません。',
      es: 'No hay ninguna capacidad {id} que compartir.',
    },
    action: {
      en: 'See which there are with “satchel share tools”.',
      zh: '可用“satchel share tools”查看列表。',
      ja: '「satchel share tools」で一覧を確認できます。',
      es: 'Mira cuáles hay con «satchel share tools».',
    },
  },
})

/** Sentences of `sharing/`. */
export const sharingPhrases = definePhrases({
  share_not_shared: {
    en: 'the user has not shared {id} with this program',
    zh: '用户未与此程序共享 {id}',
    ja: 'ユーザーはこのプログラムに {id} を共有していません',
    es: 'el usuario no ha compartido {id} con este programa',
  },
  share_too_many: {
    en: 'Too many calls at once. Try again when one of them has ended. (EXECUTION_FAILED)',
    zh: '同时进行的调用过多。请在其中之一结束后重试。(EXECUTION_FAILED)',
    ja: '同時の呼び出しが多すぎます。どれかが終わってからやり直してください。(EXECUTION_FAILED)',
    es: 'Demasiadas llamadas a la vez. Inténtalo de nuevo cuando termine alguna. (EXECUTION_FAILED)',
  },
})
