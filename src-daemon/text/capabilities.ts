import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `capabilities/`. */
export const capabilitiesErrors = defineErrors({
  capability_unknown: {
    message: { en: '{problem}', zh: '{problem}', ja: '{problem}', es: '{problem}' },
    action: {
      en: 'See which there are with `satchel cap tools`, and what is installed with `satchel cap list`.',
      zh: '可用 `satchel cap tools` 查看有哪些能力，用 `satchel cap list` 查看已安装的内容。',
      ja: '`satchel cap tools` で機能の一覧を、`satchel cap list` でインストール済みのものを確認できます。',
      es: 'Mira cuáles hay con `satchel cap tools`, y lo instalado con `satchel cap list`.',
    },
  },
  conformance_source_unusable: {
    message: {
      en: 'The source {source} cannot be used: {problem}',
      zh: '无法使用来源 {source}：{problem}',
      ja: 'ソース {source} は使えません: {problem}',
      es: 'No se puede usar la fuente {source}: {problem}',
    },
    action: {
      en: 'A module exports list, describe and invoke; a program answers JSON lines. docs/capabilities.md describes both.',
      zh: '模块需导出 list、describe 和 invoke；程序需以 JSON 行应答。两者见 docs/capabilities.md。',
      ja: 'モジュールは list、describe、invoke を公開し、プログラムは JSON 行で答えます。docs/capabilities.md を見てください。',
      es: 'Un módulo exporta list, describe e invoke; un programa responde con líneas JSON. docs/capabilities.md describe ambos.',
    },
  },
  conformance_exercises_invalid: {
    message: {
      en: 'The exercises in {path} do not fit: {problem}',
      zh: '{path} 中的练习不符合要求：{problem}',
      ja: '{path} の課題が合っていません: {problem}',
      es: 'Los ejercicios de {path} no encajan: {problem}',
    },
    action: {
      en: 'Correct the place that is named; docs/capabilities.md lists the fields. Nothing was called.',
      zh: '请更正所指之处；字段见 docs/capabilities.md。没有调用任何内容。',
      ja: '示された箇所を直してください。項目は docs/capabilities.md にあります。何も呼び出していません。',
      es: 'Corrige el lugar indicado; docs/capabilities.md enumera los campos. No se llamó a nada.',
    },
  },
})

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
  tool_daemon_ended: {
    en: 'The daemon ended while it ran. What it was doing may be half done.',
    zh: '运行期间守护进程结束了。它正在做的事可能只完成了一半。',
    ja: '実行中にデーモンが終了しました。途中までしか終わっていないかもしれません。',
    es: 'El daemon terminó mientras se ejecutaba. Lo que hacía puede haber quedado a medias.',
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
    en: 'The service behind this tool could not be started or reached. Its entry under Connections says why.',
    zh: '无法启动或连接此工具背后的服务。原因见“连接”中的条目。',
    ja: 'このツールのサービスを起動または接続できませんでした。理由は「接続済みサービス」にあります。',
    es: 'No se pudo iniciar o alcanzar el servicio de esta herramienta. Su entrada en Conexiones dice por qué.',
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
  cli_cap_conformance: {
    en: 'hold a source of capabilities against the CAP profile',
    zh: '按 CAP 规范检验一个能力来源',
    ja: '機能のソースを CAP プロファイルに照らして検査',
    es: 'compara una fuente de capacidades con el perfil CAP',
  },
  cli_cap_conformance_command: {
    en: 'program that answers JSON lines, and its arguments, behind --',
    zh: '以 JSON 行应答的程序及其参数，写在 -- 之后',
    ja: '-- の後に、JSON 行で答えるプログラムと引数',
    es: 'programa que responde con líneas JSON, y sus argumentos, tras --',
  },
  cli_cap_conformance_source: {
    en: 'satchel, a part of it (acp, mcp, mcp:files), or the path of a module',
    zh: 'satchel、其一部分（acp、mcp、mcp:files），或模块的路径',
    ja: 'satchel、その一部（acp、mcp、mcp:files）、またはモジュールのパス',
    es: 'satchel, una parte (acp, mcp, mcp:files) o la ruta de un módulo',
  },
  cli_cap_conformance_exercises: {
    en: 'JSON file with calls that bring about what the cases need',
    zh: '包含各用例所需调用的 JSON 文件',
    ja: '各ケースに必要な呼び出しを書いた JSON ファイル',
    es: 'archivo JSON con llamadas que provocan lo que piden los casos',
  },
  cli_cap_conformance_report: {
    en: 'write the report to this new file, as JSON',
    zh: '将报告以 JSON 写入此新文件',
    ja: '報告を JSON としてこの新しいファイルに書く',
    es: 'escribe el informe en este archivo nuevo, como JSON',
  },
  cli_cap_conformance_strict: {
    en: 'a case that was skipped counts as failed',
    zh: '跳过的用例视为失败',
    ja: '飛ばしたケースを失敗とみなす',
    es: 'un caso omitido cuenta como fallido',
  },
  cli_cap_reference: {
    en: 'serve the MCP server the conformance suite knows, on stdin and stdout',
    zh: '在标准输入输出上提供一致性检验所用的 MCP 服务器',
    ja: '適合検査が知っている MCP サーバーを標準入出力で動かす',
    es: 'ofrece por stdin y stdout el servidor MCP que conoce la prueba de conformidad',
  },
  cli_cap_reference_http: {
    en: 'over HTTP at this port of this machine instead, 0 for any',
    zh: '改为在本机的此端口通过 HTTP 提供，0 表示任意',
    ja: '代わりにこのマシンのこのポートで HTTP を使う（0 は任意）',
    es: 'por HTTP en este puerto de esta máquina, 0 para cualquiera',
  },
  cli_cap_reference_at: {
    en: 'Serving at {url}. Stop with Ctrl+C.',
    zh: '正在 {url} 提供服务。按 Ctrl+C 停止。',
    ja: '{url} で動いています。Ctrl+C で止めます。',
    es: 'Sirviendo en {url}. Detener con Ctrl+C.',
  },
  cli_q_conformance: {
    en: 'The exercises call tools of {source} for real, as often as the cases need. Do it?',
    zh: '练习会真实调用 {source} 的工具，次数视用例而定。执行吗？',
    ja: '課題は {source} のツールをケースに必要なだけ実際に呼び出します。実行しますか？',
    es: 'Los ejercicios llaman de verdad a herramientas de {source}, tantas veces como pidan los casos. ¿Hacerlo?',
  },
  cli_conformance_passed: { en: 'passed', zh: '通过', ja: '合格', es: 'superado' },
  cli_conformance_failed: { en: 'FAILED', zh: '失败', ja: '不合格', es: 'FALLIDO' },
  cli_conformance_warned: { en: 'warning', zh: '警告', ja: '注意', es: 'aviso' },
  cli_conformance_skipped: { en: 'skipped', zh: '跳过', ja: '省略', es: 'omitido' },
  cli_conformance_totals: {
    en: '{source}: {passed} passed, {failed} failed, {warned} with a warning, {skipped} skipped.',
    zh: '{source}：通过 {passed}，失败 {failed}，警告 {warned}，跳过 {skipped}。',
    ja: '{source}: 合格 {passed}、不合格 {failed}、注意 {warned}、省略 {skipped}。',
    es: '{source}: {passed} superados, {failed} fallidos, {warned} con aviso, {skipped} omitidos.',
  },
  cli_cap_list_kind: {
    en: 'only tools, or only skills',
    zh: '仅列工具或仅列技能',
    ja: 'ツールだけ、またはスキルだけ',
    es: 'solo herramientas o solo habilidades',
  },
  cli_cap_list_source: {
    en: 'only those of a source: acp, mcp, mcp:files, acp:note',
    zh: '仅列某个来源：acp、mcp、mcp:files、acp:note',
    ja: '一つのソースだけ: acp、mcp、mcp:files、acp:note',
    es: 'solo los de una fuente: acp, mcp, mcp:files, acp:note',
  },
  cli_cap_deadline: {
    en: 'give it up after this many seconds',
    zh: '超过此秒数即放弃',
    ja: 'この秒数で諦める',
    es: 'abandonarlo tras estos segundos',
  },
})
