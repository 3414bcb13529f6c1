import { defineErrors, definePhrases } from './define.ts'

/** Error texts of branches, images and memory in `chat/`. */
export const turnsErrors = defineErrors({
  message_cannot_be_redone: {
    message: {
      en: 'Only an answer can be made again, and only your own message can be changed.',
      zh: '只能重新生成回答，也只能修改您自己的消息。',
      ja: '作り直せるのは回答だけ、書き直せるのは自分のメッセージだけです。',
      es: 'Solo se puede rehacer una respuesta, y solo se puede cambiar un mensaje tuyo.',
    },
    action: {
      en: 'Send a new message instead. Nothing was changed.',
      zh: '请改为发送新消息。没有改动任何内容。',
      ja: '代わりに新しいメッセージを送ってください。何も変更していません。',
      es: 'Envía un mensaje nuevo. No se cambió nada.',
    },
  },
  image_refused: {
    message: {
      en: 'This cannot be sent as an image: up to {count} images of {megabytes} MB are taken, as PNG, JPEG, WebP or GIF.',
      zh: '无法作为图片发送：最多 {count} 张，每张不超过 {megabytes} MB，格式为 PNG、JPEG、WebP 或 GIF。',
      ja: '画像として送れません。PNG、JPEG、WebP、GIF を {count} 枚まで、各 {megabytes} MB までです。',
      es: 'Esto no se puede enviar como imagen: se admiten hasta {count} imágenes de {megabytes} MB, en PNG, JPEG, WebP o GIF.',
    },
    action: {
      en: 'Make it smaller or save it in one of these formats. Your message was not sent.',
      zh: '请缩小图片或转换格式。您的消息没有发送。',
      ja: '小さくするか、これらの形式で保存してください。メッセージは送られていません。',
      es: 'Hazla más pequeña o guárdala en uno de estos formatos. Tu mensaje no se envió.',
    },
  },
  attachment_not_found: {
    message: {
      en: 'This image is not here any more.',
      zh: '此图片已不存在。',
      ja: 'この画像はもうありません。',
      es: 'Esta imagen ya no está.',
    },
    action: {
      en: 'Open the conversation again to see what it holds now.',
      zh: '请重新打开对话查看当前内容。',
      ja: '会話を開き直して今の内容を確認してください。',
      es: 'Abre la conversación de nuevo para ver lo que contiene.',
    },
  },
  fact_not_proposed: {
    message: {
      en: 'This was already decided.',
      zh: '此项已经决定。',
      ja: 'これはもう決まっています。',
      es: 'Esto ya se decidió.',
    },
    action: {
      en: 'The Memory page shows what is remembered. Nothing was changed.',
      zh: '“记忆”页面显示已记住的内容。没有改动任何内容。',
      ja: '「記憶」ページで覚えている内容を確認できます。何も変更していません。',
      es: 'La página Memoria muestra lo que se recuerda. No se cambió nada.',
    },
  },
  fact_not_found: {
    message: {
      en: 'This is not remembered any more.',
      zh: '此内容已不再记住。',
      ja: 'これはもう覚えていません。',
      es: 'Esto ya no se recuerda.',
    },
    action: {
      en: 'Look at the Memory page again. Nothing was changed.',
      zh: '请重新查看“记忆”页面。没有改动任何内容。',
      ja: '「記憶」ページをもう一度見てください。何も変更していません。',
      es: 'Mira de nuevo la página Memoria. No se cambió nada.',
    },
  },
  memory_full: {
    message: {
      en: 'There are {count} remembered facts, which is as many as there can be.',
      zh: '已记住 {count} 条内容，达到上限。',
      ja: '覚えている内容が上限の {count} 件に達しています。',
      es: 'Se recuerdan {count} datos, que es el máximo.',
    },
    action: {
      en: 'Forget some on the Memory page, then try again. Nothing was changed.',
      zh: '请在“记忆”页面删除一些再试。没有改动任何内容。',
      ja: '「記憶」ページでいくつか忘れさせてから、もう一度試してください。何も変更していません。',
      es: 'Olvida algunos en la página Memoria e inténtalo de nuevo. No se cambió nada.',
    },
  },
})

/** Sentences of the turn loop. */
export const turnsPhrases = definePhrases({
  chat_took_too_long: {
    en: 'The model talked for longer than a turn may take, so the answer ends here. What was done is shown above; send “continue” to go on, or choose a faster model.',
    zh: '模型用时超过一轮的上限，回答到此为止。已执行的操作见上；可发送“继续”，或选择更快的模型。',
    ja: 'モデルが一回の制限時間を超えたため、回答はここまでです。実行した内容は上のとおりです。「続けて」と送るか、速いモデルを選んでください。',
    es: 'El modelo habló más de lo que puede durar un turno, así que la respuesta termina aquí. Lo hecho se ve arriba; envía «continúa» o elige un modelo más rápido.',
  },
  chat_too_many_tokens: {
    en: 'This turn has cost {tokens} tokens, more than one may, so it ends here. What was done is shown above; send “continue” to go on.',
    zh: '本轮已消耗 {tokens} 个词元，超过上限，到此为止。已执行的操作见上；发送“继续”可接着进行。',
    ja: 'この回は {tokens} トークンを使い、上限を超えたため、ここで終わります。実行した内容は上のとおりです。続けるには「続けて」と送ってください。',
    es: 'Este turno ha costado {tokens} tokens, más de lo permitido, así que termina aquí. Lo hecho se ve arriba; envía «continúa» para seguir.',
  },
  chat_sees_no_images: {
    en: '{model} does not see images. It got your words alone; choose a model with vision for the rest.',
    zh: '{model} 看不到图片，只收到了文字；请选择支持视觉的模型。',
    ja: '{model} は画像を見られません。文章だけを渡しました。画像には視覚に対応したモデルを選んでください。',
    es: '{model} no ve imágenes. Recibió solo tus palabras; elige un modelo con visión para lo demás.',
  },
  chat_remembered: {
    en: 'I will remember that. The Memory page shows it, and forgets it when you say so.',
    zh: '已记住。可在“记忆”页面查看或删除。',
    ja: '覚えました。「記憶」ページで確認でき、いつでも忘れさせられます。',
    es: 'Lo recordaré. La página Memoria lo muestra, y lo olvida cuando tú digas.',
  },
  chat_memory_off: {
    en: 'Memory is switched off for this conversation, so nothing was kept. Switch it on above, then say it again.',
    zh: '此对话已关闭记忆，没有保存任何内容。请在上方打开后再说一次。',
    ja: 'この会話では記憶がオフなので、何も覚えていません。上でオンにしてからもう一度言ってください。',
    es: 'La memoria está desactivada en esta conversación, así que no se guardó nada. Actívala arriba y dilo otra vez.',
  },
  chat_cut_off_unknown: {
    en: 'Satchel ended while a tool was running. Whether it came to its end is not known; it was not run again. Look before you ask for it once more.',
    zh: 'Satchel 在工具运行时退出。不确定它是否完成；没有再次运行。重新请求前请先确认。',
    ja: 'ツールの実行中に Satchel が終了しました。完了したかどうかは不明で、再実行はしていません。もう一度頼む前に確認してください。',
    es: 'Satchel terminó mientras una herramienta se ejecutaba. No se sabe si acabó; no se repitió. Compruébalo antes de pedirlo otra vez.',
  },
  chat_summary_you: {
    en: 'You said: {text}',
    zh: '您说：{text}',
    ja: 'あなた: {text}',
    es: 'Dijiste: {text}',
  },
  chat_summary_answer: {
    en: 'Answer: {text}',
    zh: '回答：{text}',
    ja: '回答: {text}',
    es: 'Respuesta: {text}',
  },
  chat_summary_did: {
    en: 'Done with {tool}: {ids}',
    zh: '已用 {tool} 完成：{ids}',
    ja: '{tool} で実行: {ids}',
    es: 'Hecho con {tool}: {ids}',
  },
  chat_summary_left_out: {
    en: '({count} earlier lines are left out.)',
    zh: '（省略了更早的 {count} 行。）',
    ja: '（それより前の {count} 行は省略）',
    es: '(Se omiten {count} líneas anteriores.)',
  },
})
