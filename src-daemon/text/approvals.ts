import { defineErrors, definePhrases } from './define.ts'

/** Error texts of approvals and the activity log. */
export const approvalsErrors = defineErrors({
  approval_not_found: {
    message: {
      en: 'There is no such approval, or nothing waits for this answer any more.',
      zh: '没有这项批准，或已没有操作在等待此回答。',
      ja: 'そのような承認はないか、この回答を待っているものはもうありません。',
      es: 'No existe esa aprobación, o ya nada espera esta respuesta.',
    },
    action: {
      en: 'Look at the list of approvals. Nothing was run.',
      zh: '请查看批准列表。没有执行任何操作。',
      ja: '承認の一覧を見てください。何も実行していません。',
      es: 'Mira la lista de aprobaciones. No se ejecutó nada.',
    },
  },
  question_gone: {
    message: {
      en: 'This question is not asked any more.',
      zh: '这个问题已不再询问。',
      ja: 'この質問はもう終わっています。',
      es: 'Esta pregunta ya no se hace.',
    },
    action: {
      en: 'It was answered, or its call has ended. Nothing was sent.',
      zh: '它已被回答，或其调用已结束。没有发送任何内容。',
      ja: '回答済みか、呼び出しが終わりました。何も送信していません。',
      es: 'Se respondió, o su llamada terminó. No se envió nada.',
    },
  },
  approval_answered: {
    message: {
      en: 'This question has been answered already.',
      zh: '这个问题已经回答过了。',
      ja: 'この質問にはすでに回答があります。',
      es: 'Esta pregunta ya tiene respuesta.',
    },
    action: {
      en: 'The first answer counts. The activity log says what it was.',
      zh: '以第一个回答为准。活动日志中有记录。',
      ja: '最初の回答が有効です。内容はアクティビティにあります。',
      es: 'Cuenta la primera respuesta. El registro de actividad dice cuál fue.',
    },
  },
  approval_changed: {
    message: {
      en: 'What would be run is not what you were shown.',
      zh: '将要执行的内容与向您展示的不一致。',
      ja: '実行されるものが、表示されたものと違います。',
      es: 'Lo que se ejecutaría no es lo que se te mostró.',
    },
    action: {
      en: 'Look at it again. Nothing was run.',
      zh: '请重新查看。没有执行任何操作。',
      ja: 'もう一度確認してください。何も実行していません。',
      es: 'Míralo de nuevo. No se ejecutó nada.',
    },
  },
  approval_not_offered: {
    message: {
      en: 'This call cannot be allowed in that way.',
      zh: '不能以这种方式允许此调用。',
      ja: 'この呼び出しをそのように許可することはできません。',
      es: 'Esta llamada no se puede permitir de ese modo.',
    },
    action: {
      en: 'Choose one of the offered answers.',
      zh: '请从给出的选项中选择。',
      ja: '示された回答から選んでください。',
      es: 'Elige una de las respuestas ofrecidas.',
    },
  },
})

/** What a call would do, and why one was not run. People and models read them. */
export const approvalsPhrases = definePhrases({
  effect_state: {
    en: '{name} works with what it has stored on this device.',
    zh: '{name} 使用它存储在此设备上的内容。',
    ja: '{name} がこの端末に保存したものを扱います。',
    es: '{name} trabaja con lo que tiene guardado en este dispositivo.',
  },
  effect_state_hard: {
    en: '{name} deletes this for good: it cannot be taken back.',
    zh: '{name} 将永久删除此项：无法撤销。',
    ja: '{name} がこれを完全に削除します。元に戻せません。',
    es: '{name} borra esto para siempre: no se puede deshacer.',
  },
  effect_http_get: {
    en: '{name} asks {host} and sends it what stands below.',
    zh: '{name} 向 {host} 查询，并发送下面的内容。',
    ja: '{name} が {host} に問い合わせ、下の内容を送ります。',
    es: '{name} consulta a {host} y le envía lo que aparece abajo.',
  },
  effect_http_post: {
    en: '{name} sends what stands below to {host}, which may change something there.',
    zh: '{name} 将下面的内容发送到 {host}，可能会在那里造成更改。',
    ja: '{name} が下の内容を {host} に送ります。そこで何かが変わることがあります。',
    es: '{name} envía lo que aparece abajo a {host}, lo que puede cambiar algo allí.',
  },
  effect_mcp_service: {
    en: '{name} has the service {service} do “{action}”. Satchel cannot see what that changes.',
    zh: '{name} 让服务 {service} 执行“{action}”。Satchel 无法得知会改变什么。',
    ja: '{name} がサービス {service} に「{action}」を行わせます。何が変わるかは Satchel には分かりません。',
    es: '{name} hace que el servicio {service} ejecute «{action}». Satchel no puede ver qué cambia.',
  },
  effect_nuwa_a2a: {
    en: '{name} asks the agent {agent} in your name for “{method}” and sends it what stands below.',
    zh: '{name} 以您的名义请代理 {agent} 执行“{method}”，并发送下面的内容。',
    ja: '{name} があなたの名前でエージェント {agent} に「{method}」を頼み、下の内容を送ります。',
    es: '{name} pide en tu nombre «{method}» al agente {agent} y le envía lo que aparece abajo.',
  },
  effect_wasm: {
    en: '{name} runs the program that came with it for {tool}, closed off from your files.',
    zh: '{name} 为 {tool} 运行其自带的程序，该程序与您的文件隔离。',
    ja: '{name} が付属のプログラムで {tool} を実行します。ファイルからは隔離されています。',
    es: '{name} ejecuta para {tool} el programa que trae consigo, aislado de tus archivos.',
  },
  effect_wasm_hosts: {
    en: '{name} runs the program that came with it for {tool}, closed off from your files. It may exchange data with {host}.',
    zh: '{name} 为 {tool} 运行其自带的程序，该程序与您的文件隔离，可与 {host} 交换数据。',
    ja: '{name} が付属のプログラムで {tool} を実行します。ファイルからは隔離されていますが、{host} とデータをやり取りできます。',
    es: '{name} ejecuta para {tool} el programa que trae consigo, aislado de tus archivos. Puede intercambiar datos con {host}.',
  },
  effect_unknown: {
    en: '{name} runs {tool}. Satchel does not know what that does.',
    zh: '{name} 将运行 {tool}。Satchel 不知道它会做什么。',
    ja: '{name} が {tool} を実行します。何をするものか Satchel には分かりません。',
    es: '{name} ejecuta {tool}. Satchel no sabe qué hace.',
  },
  approval_denied_text: {
    en: 'The user did not allow it. It was not run; do not try it again unless they ask for it.',
    zh: '用户没有允许。没有执行；除非用户要求，请不要再试。',
    ja: 'ユーザーが許可しませんでした。実行していません。求められない限り、もう一度試さないでください。',
    es: 'El usuario no lo permitió. No se ejecutó; no lo repitas a menos que lo pida.',
  },
  approval_timed_out_text: {
    en: 'Nobody answered within {minutes} minutes whether it may be done. It was not run.',
    zh: '{minutes} 分钟内无人回答是否允许。没有执行。',
    ja: '{minutes} 分以内に許可の回答がありませんでした。実行していません。',
    es: 'Nadie respondió en {minutes} minutos si se permite. No se ejecutó.',
  },
  approval_changed_text: {
    en: 'The tool changed while it waited for an answer. It was not run.',
    zh: '等待回答期间工具发生了变化。没有执行。',
    ja: '回答を待つ間にツールが変わりました。実行していません。',
    es: 'La herramienta cambió mientras esperaba respuesta. No se ejecutó.',
  },
  approval_revoked_text: {
    en: 'The user took the approval for it back while it ran. It was stopped.',
    zh: '运行期间用户收回了对它的批准，已停止。',
    ja: '実行中にユーザーが承認を取り消したため、止めました。',
    es: 'El usuario retiró la aprobación mientras se ejecutaba. Se detuvo.',
  },
  approval_needs_consent_text: {
    en: 'It needs your consent, and there is no terminal to ask on: {sentence}',
    zh: '需要您的同意，但没有可供询问的终端：{sentence}',
    ja: '同意が必要ですが、尋ねる端末がありません: {sentence}',
    es: 'Necesita tu consentimiento y no hay terminal donde pedirlo: {sentence}',
  },
})
