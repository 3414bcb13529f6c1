import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `models/`. */
export const modelsErrors = defineErrors({
  model_unavailable: {
    message: {
      en: 'The model {model} is not there.',
      zh: '找不到模型 {model}。',
      ja: 'モデル {model} が見つかりません。',
      es: 'El modelo {model} no está disponible.',
    },
    action: {
      en: 'Start its server, or choose another model in Settings. The built-in planner always works.',
      zh: '请启动其服务器，或在设置中选择其他模型。内置规划器始终可用。',
      ja: 'サーバーを起動するか、設定で別のモデルを選んでください。内蔵プランナーはいつでも使えます。',
      es: 'Inicia su servidor o elige otro modelo en Ajustes. El planificador integrado siempre funciona.',
    },
  },
  model_none_answers: {
    message: {
      en: '{server} is not answering at {url}, and your models are there.',
      zh: '{server}（{url}）没有应答，而您的模型在那里。',
      ja: '{server}（{url}）が応答していません。モデルはそこにあります。',
      es: '{server} no responde en {url}, y tus modelos están ahí.',
    },
    action: {
      en: 'Start it and try again, or let the built-in planner answer instead: it follows instructions literally. Your message is kept.',
      zh: '请启动它后重试，或改由内置规划器回答：它只按字面执行指令。您的消息已保留。',
      ja: '起動してもう一度試すか、指示を文字どおりに実行する内蔵プランナーに答えさせてください。メッセージは残っています。',
      es: 'Inícialo e inténtalo de nuevo, o deja que responda el planificador integrado: sigue las instrucciones al pie de la letra. Tu mensaje se conserva.',
    },
  },
  model_window_too_small: {
    message: {
      en: '{name} needs a model that reads {required} tokens at once; {model} reads {window}. Nothing was done.',
      zh: '{name} 需要一次可读 {required} 个词元的模型；{model} 只能读 {window} 个。没有执行任何操作。',
      ja: '{name} には一度に {required} トークンを読めるモデルが必要ですが、{model} が読めるのは {window} です。何も行っていません。',
      es: '{name} necesita un modelo que lea {required} tokens a la vez; {model} lee {window}. No se hizo nada.',
    },
    action: {
      en: 'Choose a model with a larger window, or the built-in planner, and send the message again.',
      zh: '请选择窗口更大的模型或内置规划器，然后重新发送消息。',
      ja: 'より大きなモデルか内蔵プランナーを選び、もう一度送ってください。',
      es: 'Elige un modelo con una ventana mayor, o el planificador integrado, y envía el mensaje otra vez.',
    },
  },
  model_not_found: {
    message: {
      en: 'The model server does not have {model}.',
      zh: '模型服务器上没有 {model}。',
      ja: 'モデルサーバーに {model} がありません。',
      es: 'El servidor de modelos no tiene {model}.',
    },
    action: {
      en: 'Install it there, or choose another model in Settings.',
      zh: '请在服务器上安装，或在设置中选择其他模型。',
      ja: 'サーバーに追加するか、設定で別のモデルを選んでください。',
      es: 'Instálalo allí o elige otro modelo en Ajustes.',
    },
  },
  model_refused: {
    message: {
      en: 'The model server refused {model} (status {status}): {problem}.',
      zh: '模型服务器拒绝了 {model}（状态 {status}）：{problem}。',
      ja: 'モデルサーバーが {model} を拒否しました（ステータス {status}）: {problem}。',
      es: 'El servidor de modelos rechazó {model} (estado {status}): {problem}.',
    },
    action: {
      en: 'Your message is kept. Correct what it says, or choose another model, and try again.',
      zh: '您的消息已保留。请按提示更正或选择其他模型后重试。',
      ja: 'メッセージは残っています。示された点を直すか別のモデルを選び、もう一度お試しください。',
      es: 'Tu mensaje se conserva. Corrige lo que indica o elige otro modelo, e inténtalo de nuevo.',
    },
  },
  model_failed: {
    message: {
      en: '{model} failed while it answered: {problem}.',
      zh: '{model} 在回答时出错：{problem}。',
      ja: '{model} が応答中に失敗しました: {problem}。',
      es: '{model} falló mientras respondía: {problem}.',
    },
    action: {
      en: 'What it said so far is kept. Try again, or choose another model.',
      zh: '已有的回答已保留。请重试或选择其他模型。',
      ja: 'ここまでの応答は残っています。もう一度試すか、別のモデルを選んでください。',
      es: 'Lo dicho hasta ahora se conserva. Inténtalo de nuevo o elige otro modelo.',
    },
  },
  model_interrupted: {
    message: {
      en: 'The connection to {model} ended before its answer did.',
      zh: '{model} 的回答尚未结束，连接就中断了。',
      ja: '{model} の応答が終わる前に接続が切れました。',
      es: 'La conexión con {model} terminó antes que su respuesta.',
    },
    action: {
      en: 'What it said so far is kept. Check that the model server is running, then try again.',
      zh: '已有的回答已保留。请确认模型服务器正在运行后重试。',
      ja: 'ここまでの応答は残っています。モデルサーバーの動作を確認してもう一度お試しください。',
      es: 'Lo dicho hasta ahora se conserva. Comprueba que el servidor esté en marcha e inténtalo de nuevo.',
    },
  },
  model_silent: {
    message: {
      en: '{server} said nothing for {seconds} seconds.',
      zh: '{server} 已有 {seconds} 秒没有任何响应。',
      ja: '{server} から {seconds} 秒間何も届いていません。',
      es: '{server} no dijo nada durante {seconds} segundos.',
    },
    action: {
      en: 'What it said so far is kept. It may be busy or stuck: look at the server, then try again.',
      zh: '已有的内容已保留。服务器可能繁忙或卡住：请检查后重试。',
      ja: 'ここまでの内容は残っています。混雑または停止しているかもしれません。サーバーを確かめて、もう一度お試しください。',
      es: 'Lo dicho hasta ahora se conserva. Puede estar ocupado o bloqueado: revisa el servidor e inténtalo de nuevo.',
    },
  },
  model_key_refused: {
    message: {
      en: '{server} does not accept the key (status {status}).',
      zh: '{server} 不接受此密钥（状态 {status}）。',
      ja: '{server} がキーを受け付けません（ステータス {status}）。',
      es: '{server} no acepta la clave (estado {status}).',
    },
    action: {
      en: 'Enter its key again under Models. Your message is kept.',
      zh: '请在“模型”中重新输入其密钥。您的消息已保留。',
      ja: '「モデル」でキーを入力し直してください。メッセージは残っています。',
      es: 'Introduce otra vez su clave en Modelos. Tu mensaje se conserva.',
    },
  },
  model_rate_limited: {
    message: {
      en: '{server} takes no more requests for {seconds} seconds.',
      zh: '{server} 在 {seconds} 秒内不再接受请求。',
      ja: '{server} は {seconds} 秒間リクエストを受け付けません。',
      es: '{server} no acepta más peticiones durante {seconds} segundos.',
    },
    action: {
      en: 'Wait that long and try again, or choose another model.',
      zh: '请等待这段时间后重试，或选择其他模型。',
      ja: 'その時間だけ待ってもう一度試すか、別のモデルを選んでください。',
      es: 'Espera ese tiempo e inténtalo de nuevo, o elige otro modelo.',
    },
  },
  model_busy: {
    message: {
      en: '{server} takes no more requests now.',
      zh: '{server} 目前不再接受请求。',
      ja: '{server} は今リクエストを受け付けません。',
      es: '{server} no acepta más peticiones ahora.',
    },
    action: {
      en: 'Wait a little and try again, or choose another model.',
      zh: '请稍候重试，或选择其他模型。',
      ja: '少し待ってもう一度試すか、別のモデルを選んでください。',
      es: 'Espera un poco e inténtalo de nuevo, o elige otro modelo.',
    },
  },
  model_quota_used: {
    message: {
      en: 'What this key may use at {server} is used up.',
      zh: '此密钥在 {server} 的额度已用完。',
      ja: 'このキーの {server} での利用枠を使い切りました。',
      es: 'Se agotó lo que esta clave puede usar en {server}.',
    },
    action: {
      en: 'Look at your account there, or choose another model.',
      zh: '请查看您在该处的账户，或选择其他模型。',
      ja: 'そちらのアカウントを確認するか、別のモデルを選んでください。',
      es: 'Revisa tu cuenta allí o elige otro modelo.',
    },
  },
  model_context_exceeded: {
    message: {
      en: 'The conversation is longer than {model} can read at once.',
      zh: '对话超出了 {model} 一次可读取的长度。',
      ja: '会話が {model} の一度に読める長さを超えています。',
      es: 'La conversación es más larga de lo que {model} puede leer de una vez.',
    },
    action: {
      en: 'Start a new conversation, set a smaller context window in Settings, or choose a model that reads more.',
      zh: '请开始新的对话、在设置中减小上下文窗口，或选择可读取更多内容的模型。',
      ja: '新しい会話を始めるか、設定でコンテキスト長を小さくするか、もっと読めるモデルを選んでください。',
      es: 'Empieza otra conversación, reduce la ventana de contexto en Ajustes o elige un modelo que lea más.',
    },
  },
  model_server_failed: {
    message: {
      en: '{server} failed (status {status}): {problem}.',
      zh: '{server} 出错（状态 {status}）：{problem}。',
      ja: '{server} でエラーが起きました（ステータス {status}）: {problem}。',
      es: '{server} falló (estado {status}): {problem}.',
    },
    action: {
      en: 'Your message is kept. Try again later, or choose another model.',
      zh: '您的消息已保留。请稍后重试，或选择其他模型。',
      ja: 'メッセージは残っています。後でもう一度試すか、別のモデルを選んでください。',
      es: 'Tu mensaje se conserva. Inténtalo más tarde o elige otro modelo.',
    },
  },
  model_pull_failed: {
    message: {
      en: '{model} could not be fetched: {problem}.',
      zh: '无法获取 {model}：{problem}。',
      ja: '{model} を取得できませんでした: {problem}。',
      es: 'No se pudo obtener {model}: {problem}.',
    },
    action: {
      en: 'What was fetched so far is kept by the server. Check the name and the connection, then try again.',
      zh: '已获取的部分由服务器保留。请检查名称和连接后重试。',
      ja: '取得済みの分はサーバーに残っています。名前と接続を確かめて、もう一度お試しください。',
      es: 'Lo obtenido hasta ahora lo conserva el servidor. Revisa el nombre y la conexión e inténtalo de nuevo.',
    },
  },
  model_pull_unknown: {
    message: {
      en: 'Nothing is being fetched under the name {model}.',
      zh: '没有正在获取名为 {model} 的模型。',
      ja: '{model} という名前で取得中のものはありません。',
      es: 'No se está obteniendo nada con el nombre {model}.',
    },
    action: {
      en: 'Look at the list of models again.',
      zh: '请重新查看模型列表。',
      ja: 'モデルの一覧をもう一度確認してください。',
      es: 'Mira otra vez la lista de modelos.',
    },
  },
  model_not_of_ollama: {
    message: {
      en: '{model} is not a model of the Ollama server.',
      zh: '{model} 不是 Ollama 服务器的模型。',
      ja: '{model} は Ollama サーバーのモデルではありません。',
      es: '{model} no es un modelo del servidor Ollama.',
    },
    action: {
      en: 'Only models of the Ollama server can be fetched, deleted or unloaded from here.',
      zh: '只有 Ollama 服务器的模型可以在此获取、删除或卸载。',
      ja: 'ここで取得・削除・解放できるのは Ollama サーバーのモデルだけです。',
      es: 'Desde aquí solo se pueden obtener, borrar o descargar de la memoria modelos del servidor Ollama.',
    },
  },
  model_endpoint_unknown: {
    message: {
      en: 'There is no model server {endpoint} here.',
      zh: '这里没有模型服务器 {endpoint}。',
      ja: 'モデルサーバー {endpoint} はここにありません。',
      es: 'Aquí no hay ningún servidor de modelos {endpoint}.',
    },
    action: {
      en: 'Look at the list with `satchel models endpoints list`.',
      zh: '请用 `satchel models endpoints list` 查看列表。',
      ja: '`satchel models endpoints list` で一覧を確認してください。',
      es: 'Mira la lista con `satchel models endpoints list`.',
    },
  },
  model_endpoint_exists: {
    message: {
      en: 'There already is a model server {endpoint}.',
      zh: '已经有模型服务器 {endpoint}。',
      ja: 'モデルサーバー {endpoint} はすでにあります。',
      es: 'Ya hay un servidor de modelos {endpoint}.',
    },
    action: {
      en: 'Change that one, or choose another id.',
      zh: '请更改该服务器，或选择其他 ID。',
      ja: 'それを変更するか、別の ID を選んでください。',
      es: 'Cambia ese o elige otro id.',
    },
  },
  model_key_not_over_http: {
    message: {
      en: 'A key is not sent to {host} without encryption.',
      zh: '不会未经加密将密钥发送到 {host}。',
      ja: 'キーは暗号化なしで {host} に送られません。',
      es: 'No se envía una clave a {host} sin cifrar.',
    },
    action: {
      en: 'Use an https address, or a server on this machine.',
      zh: '请使用 https 地址，或本机上的服务器。',
      ja: 'https のアドレスか、このマシンのサーバーを使ってください。',
      es: 'Usa una dirección https o un servidor en esta máquina.',
    },
  },
})

/** Sentences of `models/`. */
export const modelsPhrases = definePhrases({
  models_not_ollama: {
    en: '{url} answers, but not as an Ollama server does.',
    zh: '{url} 有应答，但不像 Ollama 服务器。',
    ja: '{url} は応答しますが、Ollama サーバーの応答ではありません。',
    es: '{url} responde, pero no como un servidor Ollama.',
  },
  models_unmet_window: {
    en: 'It reads {window} tokens at once; {required} are needed.',
    zh: '它一次可读 {window} 个词元；需要 {required} 个。',
    ja: '一度に読めるのは {window} トークンで、{required} 必要です。',
    es: 'Lee {window} tokens a la vez; hacen falta {required}.',
  },
  models_unmet_family: {
    en: 'The capability was made for models of the family {families}.',
    zh: '此能力是为 {families} 系列的模型编写的。',
    ja: 'このケイパビリティは {families} 系のモデル向けに作られています。',
    es: 'La capacidad se hizo para modelos de la familia {families}.',
  },
  models_unmet_feature: {
    en: 'The model is not known to have: {feature}.',
    zh: '未知该模型是否具备：{feature}。',
    ja: 'このモデルに次の機能があるとは分かっていません: {feature}。',
    es: 'No consta que el modelo tenga: {feature}.',
  },
  models_not_openai: {
    en: '{url} answers, but not as a server for models does.',
    zh: '{url} 有应答，但不像模型服务器。',
    ja: '{url} は応答しますが、モデルサーバーの応答ではありません。',
    es: '{url} responde, pero no como un servidor de modelos.',
  },
})
