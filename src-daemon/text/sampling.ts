import { defineErrors, definePhrases } from './define.ts'

/** Error texts of asking the owner's model for a connected server. */
export const samplingErrors = defineErrors({
  sampling_no_model: {
    message: {
      en: 'There is no model to ask: the built-in planner answers nobody but you.',
      zh: '没有可询问的模型：内置规划器只回应您。',
      ja: '尋ねるモデルがありません。内蔵プランナーはあなたにだけ応じます。',
      es: 'No hay ningún modelo al que preguntar: el planificador integrado solo te responde a ti.',
    },
    action: {
      en: 'Set up a model under Models, or choose one for this conversation. The service was told that nothing was answered.',
      zh: '请在“模型”中设置一个模型，或为此对话选择模型。已告知服务没有回答。',
      ja: '「モデル」で設定するか、この会話のモデルを選んでください。サービスには回答がないと伝えました。',
      es: 'Configura un modelo en Modelos, o elige uno para esta conversación. Al servicio se le dijo que no hubo respuesta.',
    },
  },
})

/** What is said where a connected server wants the owner's model to be asked. */
export const samplingPhrases = definePhrases({
  cli_sampling_asks: {
    en: '{title} wants your model to answer this, for {tool} (at most {tokens} tokens):',
    zh: '{title} 想让您的模型回答以下内容，用于 {tool}（最多 {tokens} 个 token）：',
    ja: '{title} が {tool} のために、あなたのモデルに次の回答を求めています（最大 {tokens} トークン）:',
    es: '{title} quiere que tu modelo responda a esto, para {tool} (como mucho {tokens} tokens):',
  },
  cli_sampling_answered: {
    en: '{model} answered this. It has not been sent to {title} yet:',
    zh: '{model} 的回答如下，尚未发送给 {title}：',
    ja: '{model} の回答です。まだ {title} に送っていません:',
    es: '{model} respondió esto. Aún no se ha enviado a {title}:',
  },
  cli_sampling_cut: {
    en: '(It was ended at the limit.)',
    zh: '（已在上限处截断。）',
    ja: '（上限で打ち切りました。）',
    es: '(Se cortó en el límite.)',
  },
  cli_q_sampling_ask: {
    en: 'Ask the model?',
    zh: '要询问模型吗？',
    ja: 'モデルに尋ねますか？',
    es: '¿Preguntar al modelo?',
  },
  cli_q_sampling_send: {
    en: 'Send this answer?',
    zh: '发送这个回答吗？',
    ja: 'この回答を送りますか？',
    es: '¿Enviar esta respuesta?',
  },
  cli_services_sampling: {
    en: 'let a service have your model asked, each time with your consent; --off ends that',
    zh: '允许服务请求您的模型回答，每次都需您同意；--off 取消',
    ja: 'サービスがあなたのモデルに尋ねることを許す（毎回確認あり）。--off で取り消す',
    es: 'permite que un servicio pregunte a tu modelo, cada vez con tu consentimiento; --off lo quita',
  },
  cli_services_sampling_off: {
    en: 'not any more',
    zh: '不再允许',
    ja: '今後は許さない',
    es: 'ya no',
  },
  cli_q_services_sampling: {
    en: '{uri} may then have your model asked during its calls. You see each question and each answer before it goes. Allow that?',
    zh: '之后 {uri} 可在其调用中请求您的模型回答。每个问题和每个回答发送前您都会看到。允许吗？',
    ja: '{uri} は呼び出し中にあなたのモデルに尋ねられるようになります。質問も回答も、送る前に毎回確認します。許可しますか？',
    es: '{uri} podrá entonces preguntar a tu modelo durante sus llamadas. Verás cada pregunta y cada respuesta antes de que salga. ¿Permitirlo?',
  },
  cli_service_sampling_on: {
    en: '{uri} may ask for your model.',
    zh: '{uri} 可以请求您的模型。',
    ja: '{uri} はあなたのモデルを求めることができます。',
    es: '{uri} puede pedir tu modelo.',
  },
  cli_service_sampling_off: {
    en: '{uri} may not ask for your model.',
    zh: '{uri} 不可请求您的模型。',
    ja: '{uri} はあなたのモデルを求めることができません。',
    es: '{uri} no puede pedir tu modelo.',
  },
  cli_services_log_level: {
    en: 'the least severe messages of a service that go into its log: debug … emergency, or auto',
    zh: '服务日志记录的最低级别：debug … emergency，或 auto',
    ja: 'サービスのログに残す最低の重要度: debug … emergency、または auto',
    es: 'los mensajes menos graves de un servicio que van a su registro: debug … emergency, o auto',
  },
  cli_service_log_level: {
    en: '{uri}: {level}',
    zh: '{uri}：{level}',
    ja: '{uri}: {level}',
    es: '{uri}: {level}',
  },
})
