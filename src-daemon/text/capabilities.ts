import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `capabilities/`. */
export const capabilitiesErrors = defineErrors({})

/** Sentences of `capabilities/`: what a call that failed says. People and models read them. */
export const capabilitiesPhrases = definePhrases({
  tool_not_found: {
    en: 'There is no capability {id} here.',
    zh: '这里没有能力 {id}。',
    ja: '{id} という機能はありません。',
    es: 'Aquí no hay ninguna capacidad {id}.',
  },
  tool_not_available: {
    en: 'This cannot be used: {reason}',
    zh: '无法使用：{reason}',
    ja: 'これは使えません: {reason}',
    es: 'Esto no se puede usar: {reason}',
  },
  tool_other_version: {
    en: '{name} {wanted} is not installed, but {version} is.',
    zh: '没有安装 {name} {wanted}，已安装的是 {version}。',
    ja: '{name} {wanted} はインストールされていません。入っているのは {version} です。',
    es: '{name} {wanted} no está instalada, pero {version} sí.',
  },
  tool_nothing_runs_it: {
    en: 'Satchel has nothing connected that runs the tool {tool}.',
    zh: 'Satchel 没有连接可运行工具 {tool} 的服务。',
    ja: 'ツール {tool} を実行できるものが Satchel につながっていません。',
    es: 'Satchel no tiene nada conectado que ejecute la herramienta {tool}.',
  },
  tool_input_invalid: {
    en: 'The arguments do not fit: {problem}. Nothing was run.',
    zh: '参数不符合要求：{problem}。没有执行任何操作。',
    ja: '引数が合っていません: {problem}。何も実行していません。',
    es: 'Los argumentos no encajan: {problem}. No se ejecutó nada.',
  },
  tool_not_permitted: {
    en: 'Not permitted: {reason}',
    zh: '不允许：{reason}',
    ja: '許可されていません: {reason}',
    es: 'No permitido: {reason}',
  },
  tool_verb_not_granted: {
    en: '{name} did not ask for {verb} when it was installed.',
    zh: '{name} 安装时没有申请 {verb}。',
    ja: '{name} はインストール時に {verb} を求めていません。',
    es: '{name} no pidió {verb} cuando se instaló.',
  },
  tool_verb_refused: {
    en: '{name} may not do this: it has no permission {verb}.',
    zh: '{name} 不能这样做：它没有 {verb} 权限。',
    ja: '{name} にはこの操作ができません。権限 {verb} がありません。',
    es: '{name} no puede hacer esto: no tiene el permiso {verb}.',
  },
  tool_timed_out: {
    en: 'It was not finished within {seconds} seconds and was given up.',
    zh: '未能在 {seconds} 秒内完成，已放弃。',
    ja: '{seconds} 秒以内に終わらなかったため中止しました。',
    es: 'No terminó en {seconds} segundos y se abandonó.',
  },
  tool_cancelled: {
    en: 'It was stopped before it was finished.',
    zh: '在完成之前被停止。',
    ja: '終わる前に止められました。',
    es: 'Se detuvo antes de terminar.',
  },
  tool_broke: {
    en: 'The tool failed inside Satchel; the log has the details.',
    zh: '该工具在 Satchel 内部出错；详情见日志。',
    ja: 'ツールが Satchel の内部で失敗しました。詳細はログにあります。',
    es: 'La herramienta falló dentro de Satchel; el registro tiene los detalles.',
  },
  tool_output_unexpected: {
    en: 'The tool returned something other than it promises; it was dropped.',
    zh: '该工具返回的内容与声明不符，已丢弃。',
    ja: 'ツールが宣言と違うものを返したため、捨てました。',
    es: 'La herramienta devolvió algo distinto de lo que promete; se descartó.',
  },
  tool_output_too_large: {
    en: 'The tool returned more than can be passed on. Ask for less at once.',
    zh: '该工具返回的内容过大。请一次少取一些。',
    ja: 'ツールの結果が大きすぎます。一度に求める量を減らしてください。',
    es: 'La herramienta devolvió más de lo que se puede pasar. Pide menos de una vez.',
  },
  tool_schema_unusable: {
    en: 'The tool declares arguments that cannot be checked, so it was not run.',
    zh: '该工具声明的参数无法校验，因此没有运行。',
    ja: 'ツールの引数の宣言を検査できないため、実行しませんでした。',
    es: 'La herramienta declara argumentos que no se pueden comprobar, así que no se ejecutó.',
  },
  skill_not_finished: {
    en: 'The capability did not finish the task: {problem}',
    zh: '该能力没有完成任务：{problem}',
    ja: '機能は作業を終えられませんでした: {problem}',
    es: 'La capacidad no terminó la tarea: {problem}',
  },
  skill_stopped: {
    en: 'it was stopped.',
    zh: '它被停止了。',
    ja: '止められました。',
    es: 'se detuvo.',
  },
  skill_wants_input: {
    en: 'it needs more than the task says. Say everything in the task, or use it in the chat.',
    zh: '任务中的信息不够。请在任务中写明全部内容，或在聊天中使用它。',
    ja: '作業の説明だけでは足りません。すべてを作業に書くか、チャットで使ってください。',
    es: 'necesita más de lo que dice la tarea. Dilo todo en la tarea o úsala en el chat.',
  },
  tool_service_unusable: {
    en: 'The service behind this tool could not be started or reached. Its entry under Connected services says why.',
    zh: '无法启动或连接此工具背后的服务。原因见“已连接的服务”中的条目。',
    ja: 'このツールのサービスを起動または接続できませんでした。理由は「接続済みサービス」にあります。',
    es: 'No se pudo iniciar o alcanzar el servicio de esta herramienta. Su entrada en Servicios conectados dice por qué.',
  },
  tool_is_other_version: {
    en: '{id} is {version} now.',
    zh: '{id} 现在是 {version}。',
    ja: '{id} は今は {version} です。',
    es: '{id} es ahora {version}.',
  },
  effect_mcp_tool: {
    en: 'The service {service} runs “{action}”.',
    zh: '服务 {service} 将执行“{action}”。',
    ja: 'サービス {service} が「{action}」を実行します。',
    es: 'El servicio {service} ejecuta «{action}».',
  },
  effect_mcp_tool_reads: {
    en: 'The service {service} runs “{action}”. It says that this only reads, and you trust it.',
    zh: '服务 {service} 将执行“{action}”。它声明这只是读取，而您信任它。',
    ja: 'サービス {service} が「{action}」を実行します。読むだけだとサービスは言い、あなたは信頼しています。',
    es: 'El servicio {service} ejecuta «{action}». Dice que solo lee, y confías en él.',
  },
  skill_needs_conversation: {
    en: 'A whole capability runs in a conversation: send it a message in the chat.',
    zh: '完整的能力在对话中运行：请在聊天中给它发消息。',
    ja: '機能全体は会話の中で動きます。チャットでメッセージを送ってください。',
    es: 'Una capacidad entera funciona en una conversación: envíale un mensaje en el chat.',
  },
})
