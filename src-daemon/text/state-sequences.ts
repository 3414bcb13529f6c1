import { defineErrors, type Phrase } from './define.ts'

const nothingChanged: Phrase = {
  en: 'Nothing was changed. Try again with a smaller edit.',
  zh: '没有改动任何内容。请用较小的编辑重试。',
  ja: '何も変更していません。編集を小さくしてもう一度お試しください。',
  es: 'No se cambió nada. Inténtalo de nuevo con una edición más pequeña.',
}

/** Error texts of the texts and ordered lists of `state/`. */
export const stateSequencesErrors = defineErrors({
  sequence_too_slow: {
    message: {
      en: 'Merging a text or list took longer than {seconds} seconds and was ended.',
      zh: '合并文本或列表的时间超过 {seconds} 秒，已被终止。',
      ja: 'テキストまたはリストの統合に {seconds} 秒以上かかったため、中断しました。',
      es: 'Combinar un texto o una lista tardó más de {seconds} segundos y se interrumpió.',
    },
    action: nothingChanged,
  },
  sequence_out_of_memory: {
    message: {
      en: 'Merging a text or list took more memory than there is.',
      zh: '合并文本或列表所需的内存超出了可用内存。',
      ja: 'テキストまたはリストの統合に、使える量を超えるメモリが要りました。',
      es: 'Combinar un texto o una lista necesitó más memoria de la que hay.',
    },
    action: nothingChanged,
  },
  sequence_invalid: {
    message: {
      en: 'The edits of a text or list cannot be read: {problem}.',
      zh: '无法读取文本或列表的编辑记录：{problem}。',
      ja: 'テキストまたはリストの編集内容を読み取れません: {problem}。',
      es: 'No se pueden leer las ediciones de un texto o una lista: {problem}.',
    },
    action: {
      en: 'Nothing was changed. Run `satchel state rebuild --check` to find what is damaged.',
      zh: '没有改动任何内容。请运行 `satchel state rebuild --check` 查找损坏之处。',
      ja: '何も変更していません。`satchel state rebuild --check` を実行して、壊れた箇所を調べてください。',
      es: 'No se cambió nada. Ejecuta `satchel state rebuild --check` para encontrar lo dañado.',
    },
  },
  sequence_worker_failed: {
    message: {
      en: 'The helper that merges texts and lists stopped: {problem}.',
      zh: '负责合并文本和列表的辅助线程已停止：{problem}。',
      ja: 'テキストとリストを統合する補助処理が停止しました: {problem}。',
      es: 'El proceso auxiliar que combina textos y listas se detuvo: {problem}.',
    },
    action: {
      en: 'Nothing was changed. Try again; it is started anew.',
      zh: '没有改动任何内容。请重试，它会重新启动。',
      ja: '何も変更していません。もう一度お試しください。自動的に再起動します。',
      es: 'No se cambió nada. Inténtalo de nuevo; se iniciará otra vez.',
    },
  },
  snapshot_damaged: {
    message: {
      en: 'A saved copy of a text or list is damaged: {problem}.',
      zh: '某个文本或列表的保存副本已损坏：{problem}。',
      ja: 'テキストまたはリストの保存済みコピーが壊れています: {problem}。',
      es: 'Una copia guardada de un texto o una lista está dañada: {problem}.',
    },
    action: {
      en: 'It is made again from the history; nothing is lost.',
      zh: '将根据历史记录重新生成，不会丢失任何内容。',
      ja: '履歴から作り直します。失われるものはありません。',
      es: 'Se vuelve a crear a partir del historial; no se pierde nada.',
    },
  },
})
