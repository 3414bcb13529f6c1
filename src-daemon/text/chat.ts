import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `chat/`. */
export const chatErrors = defineErrors({
  conversation_not_found: {
    message: {
      en: 'This conversation is not here any more.',
      zh: '此对话已不存在。',
      ja: 'この会話はもうありません。',
      es: 'Esta conversación ya no está.',
    },
    action: {
      en: 'Choose another one or start a new one. Objects it made are still in State.',
      zh: '请选择其他对话或新建一个。它创建的对象仍在“状态”中。',
      ja: '別の会話を選ぶか、新しく始めてください。作られたものは「状態」に残っています。',
      es: 'Elige otra o empieza una nueva. Los objetos que creó siguen en Estado.',
    },
  },
  message_not_found: {
    message: {
      en: 'This message is not here any more.',
      zh: '此消息已不存在。',
      ja: 'このメッセージはもうありません。',
      es: 'Este mensaje ya no está.',
    },
    action: {
      en: 'Open the conversation again to see what it holds now. Nothing was changed.',
      zh: '请重新打开对话查看当前内容。没有改动任何内容。',
      ja: '会話を開き直して今の内容を確認してください。何も変更していません。',
      es: 'Abre la conversación de nuevo para ver lo que contiene. No se cambió nada.',
    },
  },
  conversation_busy: {
    message: {
      en: 'The last message of this conversation is still being answered.',
      zh: '此对话的上一条消息仍在回答中。',
      ja: 'この会話の前のメッセージにまだ回答中です。',
      es: 'El último mensaje de esta conversación aún se está respondiendo.',
    },
    action: {
      en: 'Wait for the answer or stop it, then send again. Your message was not sent.',
      zh: '请等待回答完成或停止它，然后重新发送。您的消息没有发送。',
      ja: '回答を待つか止めてから、もう一度送ってください。メッセージは送られていません。',
      es: 'Espera la respuesta o detenla, y envía de nuevo. Tu mensaje no se envió.',
    },
  },
  form_not_open: {
    message: {
      en: 'This form has been sent or is no longer needed.',
      zh: '此表单已提交或不再需要。',
      ja: 'このフォームは送信済みか、もう必要ありません。',
      es: 'Este formulario ya se envió o ya no hace falta.',
    },
    action: {
      en: 'Look at the messages after it; to do it again, send a new message. Nothing was done twice.',
      zh: '请查看其后的消息；如需再做一次，请发送新消息。没有重复执行任何操作。',
      ja: '後のメッセージを確認してください。やり直すには新しいメッセージを送ってください。二重には実行していません。',
      es: 'Mira los mensajes posteriores; para repetirlo, envía un mensaje nuevo. Nada se hizo dos veces.',
    },
  },
})

/** Sentences of `chat/`. */
export const chatPhrases = definePhrases({
  chat_which_capability: {
    en: 'Which one do you mean: {names}?',
    zh: '您指的是哪一个：{names}？',
    ja: 'どれのことですか: {names}？',
    es: '¿A cuál te refieres: {names}?',
  },
  chat_now_using: {
    en: 'Now using {name}.',
    zh: '现在使用 {name}。',
    ja: '{name} を使います。',
    es: 'Ahora se usa {name}.',
  },
  chat_left_all: {
    en: 'No capability is in use now.',
    zh: '现在没有使用任何能力。',
    ja: '今はどの機能も使っていません。',
    es: 'Ahora no se usa ninguna capacidad.',
  },
  chat_no_such_capability: {
    en: 'No installed capability is called “{name}”. Try: {names}',
    zh: '没有名为“{name}”的已安装能力。可以试试：{names}',
    ja: '「{name}」という機能は入っていません。候補: {names}',
    es: 'No hay ninguna capacidad instalada llamada «{name}». Prueba: {names}',
  },
  chat_nothing_installed: {
    en: 'No capability is installed yet. The Capabilities page has some to choose from.',
    zh: '尚未安装任何能力。可在“能力”页面选择安装。',
    ja: 'まだ機能が入っていません。機能ページから選べます。',
    es: 'Aún no hay ninguna capacidad instalada. En la página Capacidades hay varias para elegir.',
  },
  chat_unknown_tool: {
    en: 'The model asked for a tool “{tool}” that is not part of this turn. It was refused; nothing was run.',
    zh: '模型请求了本轮没有的工具“{tool}”。已拒绝，没有执行任何操作。',
    ja: 'モデルがこの回にないツール「{tool}」を求めました。拒否し、何も実行していません。',
    es: 'El modelo pidió una herramienta «{tool}» que no forma parte de este turno. Se rechazó; no se ejecutó nada.',
  },
  chat_unreadable_call: {
    en: 'The model wrote a tool call that cannot be read. Nothing was run; it was asked to write it again.',
    zh: '模型写出的工具调用无法读取。没有执行任何操作；已要求其重写。',
    ja: 'モデルの書いたツールの呼び出しを読み取れませんでした。何も実行せず、書き直しを求めました。',
    es: 'El modelo escribió una llamada a una herramienta que no se puede leer. No se ejecutó nada; se le pidió escribirla de nuevo.',
  },
  chat_repeats_itself: {
    en: 'The model asked for the same thing again and again, so the answer ends here. What is shown above was done once.',
    zh: '模型反复请求同一操作，因此回答到此为止。上面显示的操作只执行了一次。',
    ja: 'モデルが同じことを繰り返し求めたため、回答はここまでです。上に示したことは一度だけ実行されました。',
    es: 'El modelo pidió lo mismo una y otra vez, así que la respuesta termina aquí. Lo que se ve arriba se hizo una vez.',
  },
  chat_too_many_repairs: {
    en: 'The model could not find arguments that fit, so the answer ends here. Say it in other words or with more detail.',
    zh: '模型未能给出合适的参数，回答到此为止。请换个说法或补充细节。',
    ja: 'モデルが正しい引数を用意できなかったため、回答はここまでです。言い換えるか、詳しく伝えてください。',
    es: 'El modelo no encontró argumentos válidos, así que la respuesta termina aquí. Dilo de otro modo o con más detalle.',
  },
  chat_too_many_calls: {
    en: 'The model asked for too many tool calls in one answer, so it ends here. What was done is shown above.',
    zh: '模型在一次回答中请求了过多的工具调用，到此为止。已执行的操作见上。',
    ja: 'モデルが一度の回答で多くのツールを求めすぎたため、ここで終わります。実行した内容は上のとおりです。',
    es: 'El modelo pidió demasiadas herramientas en una respuesta, así que termina aquí. Lo hecho se ve arriba.',
  },
  chat_tools_chosen: {
    en: '{title} has {count} tools. The model is shown those that fit your message best; name one to make sure of it.',
    zh: '{title} 有 {count} 个工具。只向模型提供最适合您消息的工具；要确保用到某一个，请说出它的名称。',
    ja: '{title} には {count} 個のツールがあります。メッセージに最も合うものだけをモデルに示します。確実に使うには名前を書いてください。',
    es: '{title} tiene {count} herramientas. Al modelo se le muestran las que mejor encajan con tu mensaje; nombra una para asegurarte.',
  },
  chat_too_many_steps: {
    en: 'The answer was ended after {steps} steps. What was done is shown above; send “continue” to go on.',
    zh: '回答在 {steps} 步后结束。已执行的操作见上；发送“继续”可接着进行。',
    ja: '{steps} 段階で回答を終えました。実行した内容は上のとおりです。続けるには「続けて」と送ってください。',
    es: 'La respuesta terminó tras {steps} pasos. Lo hecho se ve arriba; envía «continúa» para seguir.',
  },
  chat_conversation_cut: {
    en: 'The conversation is longer than this model can see at once; it did not read the beginning.',
    zh: '对话长度超出此模型一次可读的范围；它没有读到开头部分。',
    ja: '会話がこのモデルの一度に読める長さを超えています。最初の部分は読んでいません。',
    es: 'La conversación es más larga de lo que este modelo ve de una vez; no leyó el principio.',
  },
  chat_nothing_said: {
    en: 'The model gave no answer. Send the message again, or choose another model in Settings.',
    zh: '模型没有给出回答。请重新发送消息，或在设置中选择其他模型。',
    ja: 'モデルが何も答えませんでした。もう一度送るか、設定で別のモデルを選んでください。',
    es: 'El modelo no dio respuesta. Envía el mensaje otra vez, o elige otro modelo en Ajustes.',
  },
  chat_cut_off: {
    en: 'Satchel ended while this was being answered. What is shown was saved; nothing was repeated.',
    zh: 'Satchel 在回答过程中退出。显示的内容已保存；没有重复执行任何操作。',
    ja: '回答の途中で Satchel が終了しました。表示されている内容は保存済みで、何も繰り返していません。',
    es: 'Satchel terminó mientras se respondía. Lo que se ve está guardado; nada se repitió.',
  },
})
