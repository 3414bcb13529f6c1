import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `router/`. */
export const routerErrors = defineErrors({
  correction_not_found: {
    message: {
      en: 'This correction is not there any more.',
      zh: '这条纠正已不存在。',
      ja: 'この訂正はもうありません。',
      es: 'Esta corrección ya no existe.',
    },
    action: {
      en: 'List the corrections again. Nothing was changed.',
      zh: '请重新列出纠正。没有改动任何内容。',
      ja: '訂正の一覧をもう一度表示してください。何も変更していません。',
      es: 'Vuelve a listar las correcciones. No se cambió nada.',
    },
  },
  correction_empty: {
    message: {
      en: 'There are no words in this message to remember.',
      zh: '这条消息中没有可记住的文字。',
      ja: 'このメッセージには覚えられる言葉がありません。',
      es: 'En este mensaje no hay palabras que recordar.',
    },
    action: {
      en: 'Say which words belong to the capability. Nothing was changed.',
      zh: '请说明哪些话属于该能力。没有改动任何内容。',
      ja: 'どの言葉がその機能に当たるかを入力してください。何も変更していません。',
      es: 'Indica qué palabras son de esa capacidad. No se cambió nada.',
    },
  },
  routing_data_invalid: {
    message: {
      en: '{path}: {place}: {problem}',
      zh: '{path}：{place}：{problem}',
      ja: '{path}: {place}: {problem}',
      es: '{path}: {place}: {problem}',
    },
    action: {
      en: 'Correct the file there and run the command again.',
      zh: '请在该处更正文件，然后重新运行命令。',
      ja: 'ファイルのその箇所を直して、もう一度実行してください。',
      es: 'Corrige el archivo en ese lugar y vuelve a ejecutar el comando.',
    },
  },
  capability_not_installed: {
    message: {
      en: 'No capability named “{name}” is installed.',
      zh: '没有安装名为“{name}”的能力。',
      ja: '「{name}」という機能はインストールされていません。',
      es: 'No hay instalada ninguna capacidad llamada «{name}».',
    },
    action: {
      en: 'Choose an installed one, or install it on the Capabilities page. Nothing was changed.',
      zh: '请选择已安装的能力，或在“能力”页面安装它。没有改动任何内容。',
      ja: 'インストール済みのものを選ぶか、機能ページからインストールしてください。何も変更していません。',
      es: 'Elige una instalada, o instálala en la página Capacidades. No se cambió nada.',
    },
  },
  message_not_routed: {
    message: {
      en: 'This message was not routed: it is a command, or it has no answer yet.',
      zh: '此消息没有经过分派：它是命令，或尚无回答。',
      ja: 'このメッセージは振り分けられていません。コマンドか、まだ回答がないものです。',
      es: 'Este mensaje no se enrutó: es una orden o aún no tiene respuesta.',
    },
    action: {
      en: 'Choose a message that was answered, or ask with its text: satchel router why "…".',
      zh: '请选择已有回答的消息，或用其文字查询：satchel router why "…"。',
      ja: '回答のあるメッセージを選ぶか、文面で確認してください: satchel router why "…"。',
      es: 'Elige un mensaje con respuesta, o pregunta con su texto: satchel router why "…".',
    },
  },
})

/** Sentences of `router/`. */
export const routerPhrases = definePhrases({
  route_explicit: {
    en: 'You chose {title} for this message.',
    zh: '您为此消息选择了 {title}。',
    ja: 'このメッセージには {title} が選ばれました。',
    es: 'Elegiste {title} para este mensaje.',
  },
  route_top_of_stack: {
    en: '{title} was in use, and the message goes on with it.',
    zh: '{title} 正在使用中，此消息继续使用它。',
    ja: '{title} を使っていたため、続けて使いました。',
    es: '{title} estaba en uso y el mensaje sigue con ella.',
  },
  route_trigger: {
    en: '{title} fits the message best.',
    zh: '{title} 最适合此消息。',
    ja: '{title} が最も合っています。',
    es: '{title} es la que mejor encaja con el mensaje.',
  },
  route_none: {
    en: 'No capability fits well enough, so none was used.',
    zh: '没有足够合适的能力，因此没有使用任何能力。',
    ja: '十分に合う機能がないため、どれも使いませんでした。',
    es: 'Ninguna capacidad encaja lo suficiente, así que no se usó ninguna.',
  },
  route_ambiguous: {
    en: 'Several fit about equally well, so you were asked: {names}.',
    zh: '有几个同样合适，因此询问了您：{names}。',
    ja: '同じくらい合うものがあるため、おたずねしました: {names}。',
    es: 'Varias encajan casi igual, así que se te preguntó: {names}.',
  },
  route_candidate: {
    en: '- {title}, {score}: {signals}',
    zh: '- {title}，{score}：{signals}',
    ja: '- {title}、{score}: {signals}',
    es: '- {title}, {score}: {signals}',
  },
  route_no_candidates: {
    en: 'Nothing in the message spoke for any of the {count} installed capabilities.',
    zh: '此消息与已安装的 {count} 个能力均无关联。',
    ja: 'インストール済みの {count} 個の機能に当てはまるものはありませんでした。',
    es: 'Nada en el mensaje apuntaba a ninguna de las {count} capacidades instaladas.',
  },
  route_signal_regex: {
    en: 'the pattern found “{matched}” ({score})',
    zh: '模式匹配到“{matched}”（{score}）',
    ja: 'パターンが「{matched}」に一致（{score}）',
    es: 'el patrón encontró «{matched}» ({score})',
  },
  route_signal_keyword: {
    en: 'the word “{matched}” ({score})',
    zh: '词语“{matched}”（{score}）',
    ja: '語「{matched}」（{score}）',
    es: 'la palabra «{matched}» ({score})',
  },
  route_signal_example: {
    en: 'it is one of its examples ({score})',
    zh: '与其示例之一相同（{score}）',
    ja: '例文のひとつと同じ（{score}）',
    es: 'es uno de sus ejemplos ({score})',
  },
  route_signal_correction: {
    en: 'you said this message belongs here ({score})',
    zh: '您曾指明此消息属于这里（{score}）',
    ja: 'このメッセージの行き先としてご指定済み（{score}）',
    es: 'dijiste que este mensaje va aquí ({score})',
  },
  route_signal_words: {
    en: 'learned from its examples: {matched} ({score})',
    zh: '从示例中学到：{matched}（{score}）',
    ja: '例から学習: {matched}（{score}）',
    es: 'aprendido de sus ejemplos: {matched} ({score})',
  },
  route_signal_embedding: {
    en: 'close in meaning to “{matched}” ({score})',
    zh: '含义接近“{matched}”（{score}）',
    ja: '「{matched}」に意味が近い（{score}）',
    es: 'de significado cercano a «{matched}» ({score})',
  },
  route_measure: {
    en: 'A capability is used from a score of {threshold}. Two closer than {margin} are for you to decide. Another one must be {clearMargin} surer to take over from the one in use.',
    zh: '得分达到 {threshold} 才会使用某个能力。相差不到 {margin} 的两个由您决定。其他能力须高出 {clearMargin} 才能取代正在使用的能力。',
    ja: 'スコア {threshold} 以上で機能を使います。差が {margin} 未満の場合はおたずねします。使用中のものに代わるには {clearMargin} 以上の差が必要です。',
    es: 'Una capacidad se usa a partir de {threshold}. Si dos distan menos de {margin}, decides tú. Otra debe superar en {clearMargin} a la que está en uso para relevarla.',
  },
  route_embedding_used: {
    en: 'An embedding model was asked too.',
    zh: '也参考了嵌入模型。',
    ja: '埋め込みモデルにも照会しました。',
    es: 'También se consultó un modelo de embeddings.',
  },
  route_embedding_none: {
    en: 'No embedding model took part.',
    zh: '没有使用嵌入模型。',
    ja: '埋め込みモデルは使っていません。',
    es: 'No participó ningún modelo de embeddings.',
  },
  route_embedding_late: {
    en: 'The embedding model took too long, so it was left out.',
    zh: '嵌入模型响应太慢，未被采用。',
    ja: '埋め込みモデルの応答が遅いため、使いませんでした。',
    es: 'El modelo de embeddings tardó demasiado y se dejó fuera.',
  },
  route_embedding_failed: {
    en: 'The embedding model failed, so it was left out.',
    zh: '嵌入模型出错，未被采用。',
    ja: '埋め込みモデルが失敗したため、使いませんでした。',
    es: 'El modelo de embeddings falló y se dejó fuera.',
  },
  route_expired: {
    en: 'Left after a long pause: {names}.',
    zh: '因长时间无操作已退出：{names}。',
    ja: '長い中断のため終了: {names}。',
    es: 'Se dejaron tras una larga pausa: {names}.',
  },
  command_switch_to: {
    en: 'Say which one: {names}',
    zh: '请说明要用哪一个：{names}',
    ja: 'どれを使うか指定してください: {names}',
    es: 'Di cuál: {names}',
  },
  command_help_commands: {
    en: 'Commands:',
    zh: '命令：',
    ja: 'コマンド:',
    es: 'Órdenes:',
  },
  command_help_switch: {
    en: '`/switch name` uses a capability from now on.',
    zh: '`/switch 名称` 从现在起使用某个能力。',
    ja: '`/switch 名前` で、以後その機能を使います。',
    es: '`/switch nombre` usa una capacidad desde ahora.',
  },
  command_help_back: {
    en: '`/back` returns to the one before.',
    zh: '`/back` 返回上一个能力。',
    ja: '`/back` で前の機能に戻ります。',
    es: '`/back` vuelve a la anterior.',
  },
  command_help_tools: {
    en: '`/tools` shows the tools of the capability in use and what they cost.',
    zh: '`/tools` 显示当前能力的工具及其开销。',
    ja: '`/tools` で使用中の機能のツールとその量を表示します。',
    es: '`/tools` muestra las herramientas de la capacidad en uso y lo que cuestan.',
  },
  command_help_why: {
    en: '`/why` explains how the last message was routed.',
    zh: '`/why` 说明上一条消息为何这样分派。',
    ja: '`/why` で直前のメッセージの振り分けを説明します。',
    es: '`/why` explica por qué el último mensaje fue adonde fue.',
  },
  command_help_slash: {
    en: '`//` at the start sends a message that begins with a slash.',
    zh: '以 `//` 开头可发送以斜杠开头的消息。',
    ja: '先頭の `//` で、スラッシュで始まるメッセージを送ります。',
    es: '`//` al principio envía un mensaje que empieza con barra.',
  },
  command_help_installed: {
    en: 'Installed capabilities, and something to say to each:',
    zh: '已安装的能力，以及可以对它们说的话：',
    ja: 'インストール済みの機能と話しかけ方の例:',
    es: 'Capacidades instaladas, y algo que decirle a cada una:',
  },
  command_help_capability: {
    en: '**{title}** (`{name}`)',
    zh: '**{title}**（`{name}`）',
    ja: '**{title}**（`{name}`）',
    es: '**{title}** (`{name}`)',
  },
  command_help_example: {
    en: '**{title}** (`{name}`): “{example}”',
    zh: '**{title}**（`{name}`）：“{example}”',
    ja: '**{title}**（`{name}`）:「{example}」',
    es: '**{title}** (`{name}`): «{example}»',
  },
  command_help_more: {
    en: 'And {count} more on the Capabilities page.',
    zh: '“能力”页面上还有 {count} 个。',
    ja: 'ほかに {count} 個が機能ページにあります。',
    es: 'Y {count} más en la página Capacidades.',
  },
  command_tools: {
    en: '{title} brings these tools, about {tokens} tokens with each message:',
    zh: '{title} 带有以下工具，每条消息约 {tokens} 个 token：',
    ja: '{title} のツール（メッセージごとに約 {tokens} トークン）:',
    es: '{title} trae estas herramientas, unos {tokens} tokens con cada mensaje:',
  },
  command_tool: {
    en: '`{name}`, about {tokens} tokens: {description}',
    zh: '`{name}`，约 {tokens} 个 token：{description}',
    ja: '`{name}`、約 {tokens} トークン: {description}',
    es: '`{name}`, unos {tokens} tokens: {description}',
  },
  command_tools_none: {
    en: 'No capability is in use, so no tools are sent. `/switch name` chooses one.',
    zh: '当前没有使用任何能力，因此不发送工具。可用 `/switch 名称` 选择一个。',
    ja: '使用中の機能がないため、ツールは送られません。`/switch 名前` で選べます。',
    es: 'Ninguna capacidad está en uso, así que no se envían herramientas. `/switch nombre` elige una.',
  },
  command_tools_empty: {
    en: '{title} has no tool that can run now.',
    zh: '{title} 目前没有可运行的工具。',
    ja: '{title} には今使えるツールがありません。',
    es: '{title} no tiene ninguna herramienta que pueda usarse ahora.',
  },
  command_why_nothing: {
    en: 'No message of this conversation was routed yet.',
    zh: '此对话中还没有被分派的消息。',
    ja: 'この会話ではまだ振り分けられたメッセージがありません。',
    es: 'Aún no se ha enrutado ningún mensaje de esta conversación.',
  },
  cli_router: {
    en: 'which capability a message is for',
    zh: '一条消息应由哪个能力处理',
    ja: 'メッセージがどの機能に向かうか',
    es: 'para qué capacidad es un mensaje',
  },
  cli_router_why: {
    en: 'explain how a text would be routed, or how a message was',
    zh: '说明一段文字会如何分派，或某条消息当时如何分派',
    ja: '文面がどう振り分けられるか、またはメッセージがどう振り分けられたかを説明します',
    es: 'explica adónde iría un texto, o por qué un mensaje fue adonde fue',
  },
  cli_router_why_message: {
    en: 'id of a message that was sent',
    zh: '已发送消息的 id',
    ja: '送信済みメッセージの id',
    es: 'id de un mensaje enviado',
  },
  cli_router_why_using: {
    en: 'as if this capability were in use',
    zh: '假设正在使用此能力',
    ja: 'この機能を使用中とみなす',
    es: 'como si esta capacidad estuviera en uso',
  },
  cli_router_eval: {
    en: 'judge routing on data: capabilities and queries, as JSON files',
    zh: '用数据评估分派：能力与查询的 JSON 文件',
    ja: 'データで振り分けを評価（機能と問い合わせの JSON ファイル）',
    es: 'juzga el enrutado con datos: capacidades y consultas, en archivos JSON',
  },
  cli_router_corrections: {
    en: 'list what you put right',
    zh: '列出你的纠正',
    ja: '訂正の一覧',
    es: 'lista lo que corregiste',
  },
  cli_router_correct: {
    en: 'remember that a text is for a capability',
    zh: '记住某段文字属于某个能力',
    ja: 'ある文面がその機能のものだと覚える',
    es: 'recuerda que un texto es de una capacidad',
  },
  cli_router_forget: {
    en: 'forget a correction',
    zh: '忘记一条纠正',
    ja: '訂正を一つ忘れる',
    es: 'olvida una corrección',
  },
  cli_router_corrected: {
    en: '“{text}” is for {capability} from now on.',
    zh: '今后“{text}”属于 {capability}。',
    ja: '今後「{text}」は {capability} に振り分けられます。',
    es: '«{text}» irá a {capability} desde ahora.',
  },
  cli_router_forgotten: {
    en: 'Forgotten.',
    zh: '已忘记。',
    ja: '忘れました。',
    es: 'Olvidada.',
  },
})
