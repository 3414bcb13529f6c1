import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `bindings/`. */
export const bindingsErrors = defineErrors({
  network_refused: {
    message: {
      en: 'Satchel did not contact {host}: it is not an address this may reach ({reason:why}).',
      zh: 'Satchel 没有联系 {host}：不允许访问该地址（{reason:why}）。',
      ja: 'Satchel は {host} に接続しませんでした: 許可されていない宛先です（{reason:why}）。',
      es: 'Satchel no contactó con {host}: no es una dirección permitida ({reason:why}).',
    },
    action: {
      en: 'Nothing was sent. The capability may reach only the public hosts you agreed to when you installed it.',
      zh: '没有发送任何内容。能力只能访问您安装时同意的公共主机。',
      ja: '何も送信していません。ケイパビリティが接続できるのは、インストール時に許可した公開ホストだけです。',
      es: 'No se envió nada. La capacidad solo puede llegar a los hosts públicos que aceptaste al instalarla.',
    },
  },
  network_unreachable: {
    message: {
      en: '{host} cannot be reached ({problem:why}).',
      zh: '无法连接 {host}（{problem:why}）。',
      ja: '{host} に接続できません（{problem:why}）。',
      es: 'No se puede llegar a {host} ({problem:why}).',
    },
    action: {
      en: 'Check the connection and that the service is running, then try again. Your data is unchanged.',
      zh: '请检查网络连接以及服务是否在运行，然后重试。您的数据没有改变。',
      ja: '接続とサービスが動作しているかを確認し、もう一度お試しください。データは変わっていません。',
      es: 'Comprueba la conexión y que el servicio esté en marcha, e inténtalo de nuevo. Tus datos no han cambiado.',
    },
  },
  network_interrupted: {
    message: {
      en: 'The connection to {host} was cut while it answered ({problem}).',
      zh: '{host} 应答时连接中断（{problem}）。',
      ja: '{host} の応答中に接続が切れました（{problem}）。',
      es: 'La conexión con {host} se cortó mientras respondía ({problem}).',
    },
    action: {
      en: 'Try again; the answer so far may be incomplete.',
      zh: '请重试；目前的回答可能不完整。',
      ja: 'もう一度お試しください。ここまでの応答は不完全かもしれません。',
      es: 'Inténtalo de nuevo; la respuesta hasta ahora puede estar incompleta.',
    },
  },
  network_timeout: {
    message: {
      en: '{host} did not answer within {seconds} seconds.',
      zh: '{host} 在 {seconds} 秒内没有应答。',
      ja: '{host} は {seconds} 秒以内に応答しませんでした。',
      es: '{host} no respondió en {seconds} segundos.',
    },
    action: {
      en: 'Try again later. If you sent something, it may or may not have arrived.',
      zh: '请稍后重试。如果发送了内容，可能已送达，也可能没有。',
      ja: '後でもう一度お試しください。送信した内容は届いていない可能性があります。',
      es: 'Inténtalo más tarde. Si enviaste algo, puede haber llegado o no.',
    },
  },
  response_too_large: {
    message: {
      en: '{host} answered with more than {limit} bytes.',
      zh: '{host} 的应答超过 {limit} 字节。',
      ja: '{host} の応答が {limit} バイトを超えています。',
      es: '{host} respondió con más de {limit} bytes.',
    },
    action: {
      en: 'The answer was dropped. Ask for less at once.',
      zh: '应答已丢弃。请减少一次请求的内容。',
      ja: '応答は破棄しました。一度に求める量を減らしてください。',
      es: 'La respuesta se descartó. Pide menos de una vez.',
    },
  },
  proxy_unusable: {
    message: {
      en: 'The proxy that {variable} names cannot be used: it is not an http or https address.',
      zh: '{variable} 指定的代理无法使用：它不是 http 或 https 地址。',
      ja: '{variable} が指すプロキシは使えません: http または https のアドレスではありません。',
      es: 'El proxy que indica {variable} no se puede usar: no es una dirección http ni https.',
    },
    action: {
      en: 'Nothing was sent. Correct or remove the variable and restart Satchel.',
      zh: '没有发送任何内容。请更正或删除该变量，然后重新启动 Satchel。',
      ja: '何も送信していません。変数を直すか削除して、Satchel を再起動してください。',
      es: 'No se envió nada. Corrige o quita la variable y reinicia Satchel.',
    },
  },
  binding_invalid: {
    message: {
      en: 'The tool cannot run, because its binding is not valid: {problem}.',
      zh: '工具无法运行，因为其绑定无效：{problem}。',
      ja: 'ツールを実行できません。バインディングが正しくありません: {problem}。',
      es: 'La herramienta no puede ejecutarse porque su enlace no es válido: {problem}.',
    },
    action: {
      en: 'Nothing was sent. The author of the capability has to correct it.',
      zh: '没有发送任何内容。需要由能力的作者更正。',
      ja: '何も送信していません。ケイパビリティの作者による修正が必要です。',
      es: 'No se envió nada. Debe corregirlo el autor de la capacidad.',
    },
  },
  binding_secret_missing: {
    message: {
      en: 'The tool needs your secret “{name}” for {host}: give it on the capability’s page, under Permissions, or with “satchel cap secret {package} {name}”.',
      zh: '该工具需要用于 {host} 的机密“{name}”：请在该能力页面的“权限”中提供，或使用“satchel cap secret {package} {name}”。',
      ja: 'このツールには {host} 用のシークレット「{name}」が必要です。機能のページの「権限」か、「satchel cap secret {package} {name}」で設定してください。',
      es: 'La herramienta necesita tu secreto «{name}» para {host}: dalo en la página de la capacidad, en Permisos, o con «satchel cap secret {package} {name}».',
    },
    action: {
      en: 'Nothing was sent. Give the secret, then try again.',
      zh: '没有发送任何内容。请提供机密后重试。',
      ja: '何も送信していません。シークレットを設定してからもう一度お試しください。',
      es: 'No se envió nada. Da el secreto y vuelve a intentarlo.',
    },
  },
  package_secret_unknown: {
    message: {
      en: '{package} asks for no secret “{name}”, or for one for each of several hosts. It asks for: {asked}.',
      zh: '{package} 没有要求机密“{name}”，或为多个主机分别要求。它要求：{asked}。',
      ja: '{package} はシークレット「{name}」を求めていないか、複数のホスト用に求めています。求めているもの: {asked}。',
      es: '{package} no pide el secreto «{name}», o lo pide para varios hosts. Pide: {asked}.',
    },
    action: {
      en: 'Choose one of those, and name its host. Nothing was changed.',
      zh: '请从中选择一个并指明主机。没有改动任何内容。',
      ja: 'その中から選び、ホストも指定してください。何も変更していません。',
      es: 'Elige uno de esos e indica su host. No se cambió nada.',
    },
  },
  package_secret_unusable: {
    message: {
      en: 'The secret “{name}” for {host} has characters that cannot be sent in a header.',
      zh: '用于 {host} 的机密“{name}”含有无法在标头中发送的字符。',
      ja: '{host} 用のシークレット「{name}」に、ヘッダーで送れない文字が含まれています。',
      es: 'El secreto «{name}» para {host} tiene caracteres que no se pueden enviar en una cabecera.',
    },
    action: {
      en: 'Copy it again: ASCII characters on one line. Nothing was sent or changed.',
      zh: '请重新复制：一行 ASCII 字符。没有发送或改动任何内容。',
      ja: 'コピーし直してください（1 行の ASCII 文字）。何も送信・変更していません。',
      es: 'Cópialo otra vez: caracteres ASCII en una línea. No se envió ni cambió nada.',
    },
  },
  binding_failed: {
    message: {
      en: '{host} refused the request with status {status}.',
      zh: '{host} 以状态 {status} 拒绝了请求。',
      ja: '{host} はステータス {status} で要求を拒否しました。',
      es: '{host} rechazó la petición con el estado {status}.',
    },
    action: {
      en: 'Check what was asked for and try again; the answer of the service is in the details.',
      zh: '请检查请求内容后重试；服务的应答见详情。',
      ja: '要求の内容を確認してもう一度お試しください。サービスの応答は詳細にあります。',
      es: 'Revisa lo que se pidió e inténtalo de nuevo; la respuesta del servicio está en los detalles.',
    },
  },
  binding_answer_unusable: {
    message: {
      en: 'The answer of {host} does not have the expected shape: {problem}.',
      zh: '{host} 的应答格式不符合预期：{problem}。',
      ja: '{host} の応答の形式が想定と異なります: {problem}。',
      es: 'La respuesta de {host} no tiene la forma esperada: {problem}.',
    },
    action: {
      en: 'The service may have changed. Look for an update of the capability.',
      zh: '服务可能已变更。请查看能力是否有更新。',
      ja: 'サービスが変わった可能性があります。ケイパビリティの更新を確認してください。',
      es: 'El servicio puede haber cambiado. Busca una actualización de la capacidad.',
    },
  },
  wasm_failed: {
    message: {
      en: 'The WebAssembly module of the tool failed: {problem}.',
      zh: '该工具的 WebAssembly 模块失败：{problem}。',
      ja: 'ツールの WebAssembly モジュールが失敗しました: {problem}。',
      es: 'El módulo WebAssembly de la herramienta falló: {problem}.',
    },
    action: {
      en: 'It was ended, and nothing of it runs any more. Try other arguments, or look for an update of the capability.',
      zh: '模块已结束，不再运行。请尝试其他参数，或查看能力是否有更新。',
      ja: 'モジュールは終了しており、もう動いていません。別の引数で試すか、ケイパビリティの更新を確認してください。',
      es: 'Se terminó y ya no se ejecuta nada de él. Prueba otros argumentos o busca una actualización de la capacidad.',
    },
  },
  wasm_timeout: {
    message: {
      en: 'The WebAssembly module of the tool did not finish within {seconds} seconds.',
      zh: '该工具的 WebAssembly 模块未在 {seconds} 秒内完成。',
      ja: 'ツールの WebAssembly モジュールは {seconds} 秒以内に終わりませんでした。',
      es: 'El módulo WebAssembly de la herramienta no terminó en {seconds} segundos.',
    },
    action: {
      en: 'It was ended. Ask for less at once, or look for an update of the capability.',
      zh: '模块已结束。请减少一次请求的内容，或查看能力是否有更新。',
      ja: 'モジュールは終了しました。一度に求める量を減らすか、ケイパビリティの更新を確認してください。',
      es: 'Se terminó. Pide menos de una vez o busca una actualización de la capacidad.',
    },
  },
  wasm_answer_unusable: {
    message: {
      en: 'The WebAssembly module of the tool answered with something that is not JSON.',
      zh: '该工具的 WebAssembly 模块返回的不是 JSON。',
      ja: 'ツールの WebAssembly モジュールの応答が JSON ではありません。',
      es: 'El módulo WebAssembly de la herramienta respondió con algo que no es JSON.',
    },
    action: {
      en: 'The author of the capability has to correct it.',
      zh: '需要由能力的作者更正。',
      ja: 'ケイパビリティの作者による修正が必要です。',
      es: 'Debe corregirlo el autor de la capacidad.',
    },
  },
  wasm_module_unavailable: {
    message: {
      en: 'The WebAssembly module {cid} is not part of the package, and its file was not given.',
      zh: 'WebAssembly 模块 {cid} 不在包内，也未提供其文件。',
      ja: 'WebAssembly モジュール {cid} はパッケージに含まれておらず、ファイルも渡されていません。',
      es: 'El módulo WebAssembly {cid} no viene en el paquete y no se ha dado su archivo.',
    },
    action: {
      en: 'Nothing was run. Give its file on the capability’s page, under Permissions, or with: satchel cap module {package} (FILE | --fetch).',
      zh: '没有运行任何内容。请在该能力页面的“权限”中提供其文件，或运行：satchel cap module {package} (FILE | --fetch)。',
      ja: '何も実行していません。機能のページの「権限」でファイルを渡すか、次を実行してください: satchel cap module {package} (FILE | --fetch)。',
      es: 'No se ejecutó nada. Da su archivo en la página de la capacidad, en Permisos, o con: satchel cap module {package} (FILE | --fetch).',
    },
  },
  wasm_module_not_asked: {
    message: {
      en: '{package} names no WebAssembly module {cid}. It names: {asked}.',
      zh: '{package} 没有指定 WebAssembly 模块 {cid}。它指定的是：{asked}。',
      ja: '{package} は WebAssembly モジュール {cid} を指定していません。指定しているもの: {asked}。',
      es: '{package} no nombra ningún módulo WebAssembly {cid}. Nombra: {asked}.',
    },
    action: {
      en: 'Nothing was kept. The file has to be, byte for byte, the one the author signed for.',
      zh: '没有保存任何内容。该文件必须与作者签名时的文件逐字节相同。',
      ja: '何も保存していません。作者が署名したものと 1 バイトも違わないファイルが必要です。',
      es: 'No se guardó nada. El archivo tiene que ser, byte a byte, el que firmó el autor.',
    },
  },
  wasm_module_differs: {
    message: {
      en: 'What came for the WebAssembly module {cid} is something else.',
      zh: '为 WebAssembly 模块 {cid} 获取到的内容与其不符。',
      ja: 'WebAssembly モジュール {cid} として届いた内容が一致しません。',
      es: 'Lo que llegó como módulo WebAssembly {cid} es otra cosa.',
    },
    action: {
      en: 'Nothing was run. Whoever serves it is damaged or dishonest; try again later.',
      zh: '没有运行任何内容。提供者可能已损坏或不可信；请稍后重试。',
      ja: '何も実行していません。提供元が壊れているか、信頼できません。後でもう一度お試しください。',
      es: 'No se ejecutó nada. Quien lo sirve está dañado o no es honesto; inténtalo más tarde.',
    },
  },
  agent_no_endpoint: {
    message: {
      en: '{did} has no endpoint that other agents can call.',
      zh: '{did} 没有可供其他代理调用的端点。',
      ja: '{did} には、ほかのエージェントが呼び出せる窓口がありません。',
      es: '{did} no tiene un punto de acceso que otros agentes puedan llamar.',
    },
    action: {
      en: 'Nothing was sent. Check the DID, or ask its owner to open the endpoint.',
      zh: '没有发送任何内容。请检查 DID，或请其所有者开放端点。',
      ja: '何も送信していません。DID を確認するか、所有者に窓口を開くよう頼んでください。',
      es: 'No se envió nada. Revisa el DID o pide a su propietario que abra el punto de acceso.',
    },
  },
  agent_refused: {
    message: {
      en: '{did} refused the call: {message} ({code}).',
      zh: '{did} 拒绝了调用：{message}（{code}）。',
      ja: '{did} が呼び出しを断りました: {message}（{code}）。',
      es: '{did} rechazó la llamada: {message} ({code}).',
    },
    action: {
      en: 'Its owner decides who may call what. Ask there, then try again.',
      zh: '由其所有者决定谁可以调用什么。请与其联系后重试。',
      ja: '誰が何を呼び出せるかは相手の所有者が決めます。確認してから、もう一度お試しください。',
      es: 'Su propietario decide quién puede llamar a qué. Pregúntale e inténtalo de nuevo.',
    },
  },
  agent_answer_unusable: {
    message: {
      en: 'What {did} answered is not an answer to the call (status {status}).',
      zh: '{did} 的应答不是对该调用的应答（状态 {status}）。',
      ja: '{did} の応答は、この呼び出しへの応答ではありません（ステータス {status}）。',
      es: 'Lo que respondió {did} no es una respuesta a la llamada (estado {status}).',
    },
    action: {
      en: 'It may have done what was asked. Ask its owner before you try again.',
      zh: '它可能已执行了请求。重试前请先询问其所有者。',
      ja: '依頼が実行された可能性があります。再試行の前に相手の所有者に確認してください。',
      es: 'Puede que hiciera lo que se pidió. Pregunta a su propietario antes de repetir.',
    },
  },
  agent_unknown: {
    message: {
      en: '{did} is not among the agents that called.',
      zh: '{did} 不在曾经调用过的代理之中。',
      ja: '{did} は、呼び出してきたエージェントの中にありません。',
      es: '{did} no está entre los agentes que llamaron.',
    },
    action: {
      en: 'See who is with “satchel agents list”.',
      zh: '可用“satchel agents list”查看列表。',
      ja: '「satchel agents list」で一覧を確認できます。',
      es: 'Mira cuáles hay con «satchel agents list».',
    },
  },
  agent_tool_not_exposable: {
    message: {
      en: '{tool} cannot be opened to other agents.',
      zh: '{tool} 不能向其他代理开放。',
      ja: '{tool} をほかのエージェントに開くことはできません。',
      es: '{tool} no se puede abrir a otros agentes.',
    },
    action: {
      en: 'Only tools that are installed can be, and none that reads or changes your data, calls agents or pays.',
      zh: '只能开放已安装的工具，且不能是读取或更改您的数据、调用代理或付款的工具。',
      ja: '開けるのは導入済みのツールだけです。あなたのデータの読み書き、エージェントの呼び出し、支払いをするものは開けません。',
      es: 'Solo las instaladas, y ninguna que lea o cambie tus datos, llame a agentes o pague.',
    },
  },
  agent_endpoint_invalid: {
    message: {
      en: 'The endpoint cannot be opened like this: on {host} others need an https address of its own to reach it.',
      zh: '不能这样开放端点：在 {host} 上，其他代理需要一个专用的 https 地址才能访问。',
      ja: 'この設定では窓口を開けません: {host} では、ほかのエージェントが届くための専用の https アドレスが必要です。',
      es: 'El punto de acceso no se puede abrir así: en {host} los demás necesitan una dirección https propia para llegar.',
    },
    action: {
      en: 'Listen on 127.0.0.1, or give the public address of a server with TLS that stands in front of it, without a path.',
      zh: '请监听 127.0.0.1，或提供其前置 TLS 服务器的公共地址（不含路径）。',
      ja: '127.0.0.1 で待ち受けるか、手前に置いた TLS サーバーの公開アドレスをパスなしで指定してください。',
      es: 'Escucha en 127.0.0.1 o indica la dirección pública, sin ruta, de un servidor con TLS que esté delante.',
    },
  },
})

/** Sentences of `bindings/`. */
export const bindingsPhrases = definePhrases({})
