import { defineErrors } from './define.ts'

/** Error texts of earlier versions and proofs (`state/history`, `state/proofs`). */
export const stateHistoryErrors = defineErrors({
  content_purged: {
    message: {
      en: 'What the object {id} was at that version was deleted for good.',
      zh: '对象 {id} 在该版本的内容已被彻底删除。',
      ja: 'その版でのオブジェクト {id} の内容は、完全に削除されています。',
      es: 'Lo que era el objeto {id} en esa versión se borró para siempre.',
    },
    action: {
      en: 'That there was a change, when and by whom is still in its history.',
      zh: '其历史记录中仍可看到何时、由谁作过更改。',
      ja: '変更があったこと、その日時と変更者は履歴に残っています。',
      es: 'Su historial aún dice que hubo un cambio, cuándo y de quién.',
    },
  },
  change_unknown: {
    message: {
      en: 'There is no change here under {name}.',
      zh: '这里没有与 {name} 对应的更改。',
      ja: '{name} に当たる変更はここにありません。',
      es: 'Aquí no hay ningún cambio con {name}.',
    },
    action: {
      en: 'See `satchel state history` for the changes of an object. Nothing was changed.',
      zh: '请用 `satchel state history` 查看对象的更改。没有改动任何内容。',
      ja: 'オブジェクトの変更は `satchel state history` で確認できます。何も変更していません。',
      es: 'Mira los cambios de un objeto con `satchel state history`. No se cambió nada.',
    },
  },
  scope_unknown: {
    message: {
      en: 'There is no scope {scope} here with so many changes.',
      zh: '这里没有具有这么多更改的范围 {scope}。',
      ja: 'それだけの変更を持つスコープ {scope} はここにありません。',
      es: 'Aquí no hay ningún ámbito {scope} con tantos cambios.',
    },
    action: {
      en: 'See `satchel state scopes` for those there are.',
      zh: '请用 `satchel state scopes` 查看现有的范围。',
      ja: '`satchel state scopes` で確認してください。',
      es: 'Mira los que hay con `satchel state scopes`.',
    },
  },
  anchor_log_broken: {
    message: {
      en: 'The log of anchors was changed: entry {number} does not follow from the one before it.',
      zh: '锚定日志被改动过：第 {number} 条与前一条不衔接。',
      ja: 'アンカーの記録が改変されています。{number} 番目の項目がその前の項目に続いていません。',
      es: 'El registro de anclas fue alterado: la entrada {number} no sigue a la anterior.',
    },
    action: {
      en: 'Do not rely on it. Compare with a backup, or with anchors you gave to others.',
      zh: '请勿依赖它。请与备份或您交给他人的锚定进行比较。',
      ja: 'この記録に頼らないでください。バックアップや、他の人に渡したアンカーと比べてください。',
      es: 'No te fíes de él. Compáralo con una copia, o con anclas que diste a otros.',
    },
  },
  proof_log_changed: {
    message: {
      en: 'The changes of {scope} are not those that were anchored.',
      zh: '{scope} 的更改记录与已锚定的不一致。',
      ja: '{scope} の変更は、アンカーされたものと一致しません。',
      es: 'Los cambios de {scope} no son los que se anclaron.',
    },
    action: {
      en: 'The scope was removed and began anew, or it was tampered with. Compare with a backup.',
      zh: '该范围曾被移除并重新开始，或遭到篡改。请与备份进行比较。',
      ja: 'このスコープは削除されて新しく始まったか、改ざんされています。バックアップと比べてください。',
      es: 'El ámbito se quitó y empezó de nuevo, o fue manipulado. Compáralo con una copia.',
    },
  },
})
