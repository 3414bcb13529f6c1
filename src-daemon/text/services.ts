import { defineErrors, definePhrases } from './define.ts'

/** Error texts of connected services. */
export const servicesErrors = defineErrors({
  service_unknown: {
    message: {
      en: 'No service is connected as {uri}.',
      zh: '没有以 {uri} 连接的服务。',
      ja: '{uri} として接続されたサービスはありません。',
      es: 'Ningún servicio está conectado como {uri}.',
    },
    action: {
      en: 'Connect one under Connections, or with `satchel services add`.',
      zh: '请在“连接”中连接，或使用 `satchel services add`。',
      ja: '「接続」または `satchel services add` で接続してください。',
      es: 'Conecta uno en Conexiones, o con `satchel services add`.',
    },
  },
  service_exists: {
    message: {
      en: 'A service is already connected as {uri}.',
      zh: '已有服务以 {uri} 连接。',
      ja: '{uri} としてすでにサービスが接続されています。',
      es: 'Ya hay un servicio conectado como {uri}.',
    },
    action: {
      en: 'Nothing was changed. Remove that one first, or choose another name.',
      zh: '没有任何更改。请先移除它，或换一个名称。',
      ja: '何も変更していません。先にそれを削除するか、別の名前を選んでください。',
      es: 'No se cambió nada. Quita antes ese, o elige otro nombre.',
    },
  },
  service_address_refused: {
    message: {
      en: '{url} is not an address a service may have ({reason:why}).',
      zh: '{url} 不能作为服务地址（{reason:why}）。',
      ja: '{url} はサービスのアドレスとして使えません（{reason:why}）。',
      es: '{url} no es una dirección que pueda tener un servicio ({reason:why}).',
    },
    action: {
      en: 'Use https, or http only for a server on this machine. Nothing was sent.',
      zh: '请使用 https；只有本机服务器可用 http。没有发送任何内容。',
      ja: 'https を使ってください。http はこのコンピューター上のサーバーだけに使えます。何も送信していません。',
      es: 'Usa https, o http solo para un servidor de este equipo. No se envió nada.',
    },
  },
  service_secret_missing: {
    message: {
      en: 'There is no secret named {name}, which the service {service} is started or called with.',
      zh: '没有名为 {name} 的密钥，而服务 {service} 需要它。',
      ja: 'サービス {service} に必要な秘密 {name} がありません。',
      es: 'No hay ningún secreto llamado {name}, que el servicio {service} necesita.',
    },
    action: {
      en: 'Set the secret, then try again. Nothing was started or sent.',
      zh: '请设置该密钥后重试。没有启动或发送任何内容。',
      ja: '秘密を設定してからもう一度お試しください。何も起動も送信もしていません。',
      es: 'Define el secreto e inténtalo de nuevo. No se inició ni se envió nada.',
    },
  },
  service_sandbox_missing: {
    message: {
      en: 'This machine has no sandbox to run the program in ({problem}).',
      zh: '本机没有可用于运行该程序的沙箱（{problem}）。',
      ja: 'このコンピューターにはプログラムを実行するサンドボックスがありません（{problem}）。',
      es: 'Este equipo no tiene un entorno aislado donde ejecutar el programa ({problem}).',
    },
    action: {
      en: 'Nothing was started. On Linux, install bubblewrap and socat. Or allow this one service to run without a sandbox: it can then read and change everything you can.',
      zh: '没有启动任何程序。在 Linux 上请安装 bubblewrap 和 socat。也可以只允许此服务在沙箱外运行：那时它能读取和修改您能访问的一切。',
      ja: '何も起動していません。Linux では bubblewrap と socat をインストールしてください。または、このサービスだけサンドボックスなしを許可できます。その場合、あなたに可能なすべての読み書きができます。',
      es: 'No se inició nada. En Linux, instala bubblewrap y socat. O permite que solo este servicio se ejecute sin aislar: podrá leer y cambiar todo lo que tú puedes.',
    },
  },
  service_container_sandboxed: {
    message: {
      en: '{service} is a container, which {program} does not run in the sandbox: its engine stands outside.',
      zh: '{service} 是容器，{program} 不会在沙箱中运行它：其引擎在沙箱之外。',
      ja: '{service} はコンテナーであり、{program} はサンドボックスの中では実行しません。エンジンは外にあります。',
      es: '{service} es un contenedor, y {program} no lo ejecuta en el entorno aislado: su motor está fuera.',
    },
    action: {
      en: 'Nothing was started. Allow this one service to run without a sandbox: the container then holds it, as far as the options of the command do.',
      zh: '没有启动任何程序。可只允许此服务在沙箱外运行：那时由容器约束它，程度取决于命令的选项。',
      ja: '何も起動していません。このサービスだけサンドボックスなしを許可できます。その場合、コマンドのオプションが許す範囲でコンテナーが囲います。',
      es: 'No se inició nada. Permite que solo este servicio se ejecute sin aislar: entonces lo encierra el contenedor, hasta donde lo hagan las opciones de la orden.',
    },
  },
  service_grant_refused: {
    message: {
      en: '{path} cannot be granted to a service ({reason:why}).',
      zh: '不能将 {path} 授予服务（{reason:why}）。',
      ja: '{path} をサービスに許可できません（{reason:why}）。',
      es: '{path} no se puede conceder a un servicio ({reason:why}).',
    },
    action: {
      en: "Name folders that exist by their whole path, and hosts without https://. The whole disk, the system's own folders and Satchel's data are never granted.",
      zh: '请用完整路径填写已存在的文件夹；主机不要写 https://。整个磁盘、系统文件夹和 Satchel 的数据永远不会授予。',
      ja: '存在するフォルダーを完全なパスで、ホストは https:// なしで指定してください。ディスク全体、システムのフォルダー、Satchel のデータは許可できません。',
      es: 'Indica carpetas existentes con su ruta completa, y hosts sin https://. El disco entero, las carpetas del sistema y los datos de Satchel no se conceden nunca.',
    },
  },
  service_program_missing: {
    message: {
      en: 'The program {command} was not found.',
      zh: '找不到程序 {command}。',
      ja: 'プログラム {command} が見つかりません。',
      es: 'No se encontró el programa {command}.',
    },
    action: {
      en: 'Install it, or give its whole path; the folders that were searched are in the details.',
      zh: '请安装它，或填写完整路径；搜索过的文件夹见详情。',
      ja: 'インストールするか、完全なパスを指定してください。探したフォルダーは詳細にあります。',
      es: 'Instálalo o indica su ruta completa; las carpetas donde se buscó están en los detalles.',
    },
  },
  service_not_started: {
    message: {
      en: 'The service {service} could not be started: {problem}.',
      zh: '无法启动服务 {service}：{problem}。',
      ja: 'サービス {service} を起動できませんでした: {problem}。',
      es: 'No se pudo iniciar el servicio {service}: {problem}.',
    },
    action: {
      en: 'The exact command and what it wrote are in the details. Correct it and try again.',
      zh: '确切的命令及其输出见详情。请更正后重试。',
      ja: '実行したコマンドと出力は詳細にあります。直してからもう一度お試しください。',
      es: 'La orden exacta y lo que escribió están en los detalles. Corrígela e inténtalo de nuevo.',
    },
  },
  service_ended: {
    message: {
      en: 'The service {service} ended ({how:why}).',
      zh: '服务 {service} 已结束（{how:why}）。',
      ja: 'サービス {service} が終了しました（{how:why}）。',
      es: 'El servicio {service} terminó ({how:why}).',
    },
    action: {
      en: '{left:why} The exact command and what it wrote last are in the details.',
      zh: '{left:why}确切的命令及最后的输出见详情。',
      ja: '{left:why}コマンドと最後の出力は詳細にあります。',
      es: '{left:why} La orden exacta y lo último que escribió están en los detalles.',
    },
  },
  service_silent: {
    message: {
      en: 'The service {service} gave no sign of life for {seconds} seconds.',
      zh: '服务 {service} 在 {seconds} 秒内没有任何响应。',
      ja: 'サービス {service} から {seconds} 秒間応答がありません。',
      es: 'El servicio {service} no dio señales de vida en {seconds} segundos.',
    },
    action: {
      en: 'The call was cancelled. What it was doing may or may not have happened.',
      zh: '调用已取消。它正在做的事可能已发生，也可能没有。',
      ja: '呼び出しを取り消しました。処理は行われた可能性も、行われていない可能性もあります。',
      es: 'La llamada se canceló. Lo que hacía puede haber ocurrido o no.',
    },
  },
  service_misbehaved: {
    message: {
      en: 'The service {service} did not keep to the protocol: {problem:why}.',
      zh: '服务 {service} 没有遵守协议：{problem:why}。',
      ja: 'サービス {service} がプロトコルに従っていません: {problem:why}。',
      es: 'El servicio {service} no respetó el protocolo: {problem:why}.',
    },
    action: {
      en: 'The connection was ended. Look for another version of it.',
      zh: '连接已结束。请查找其他版本。',
      ja: '接続を終了しました。別のバージョンを探してください。',
      es: 'Se cerró la conexión. Busca otra versión.',
    },
  },
  service_too_hungry: {
    message: {
      en: 'The service {service} took more than the {limit} MiB of memory it may have, and was ended.',
      zh: '服务 {service} 占用的内存超过允许的 {limit} MiB，已被结束。',
      ja: 'サービス {service} は許された {limit} MiB を超えるメモリを使ったため、終了しました。',
      es: 'El servicio {service} usó más de los {limit} MiB de memoria que puede tener, y se terminó.',
    },
    action: {
      en: '{left:why} Ask it for less, or connect it again with more (satchel services add … --memory).',
      zh: '{left:why}请减少请求，或以更多内存重新连接（satchel services add … --memory）。',
      ja: '{left:why}依頼を減らすか、より多いメモリで接続し直してください（satchel services add … --memory）。',
      es: '{left:why} Pídele menos, o conéctalo de nuevo con más (satchel services add … --memory).',
    },
  },
  service_refused: {
    message: {
      en: 'The service {service} refused: {problem}',
      zh: '服务 {service} 拒绝了：{problem}',
      ja: 'サービス {service} が拒否しました: {problem}',
      es: 'El servicio {service} se negó: {problem}',
    },
    action: {
      en: 'Check what was asked for, and whether the service needs a key.',
      zh: '请检查请求内容，以及该服务是否需要密钥。',
      ja: '要求の内容と、サービスにキーが必要かどうかを確認してください。',
      es: 'Revisa lo que se pidió y si el servicio necesita una clave.',
    },
  },
  service_tool_unknown: {
    message: {
      en: 'The service {service} has no tool named {tool}.',
      zh: '服务 {service} 没有名为 {tool} 的工具。',
      ja: 'サービス {service} に {tool} というツールはありません。',
      es: 'El servicio {service} no tiene ninguna herramienta llamada {tool}.',
    },
    action: {
      en: 'Connect a service that has it. Its tools are listed by `satchel services test`.',
      zh: '请连接有此工具的服务。`satchel services test` 会列出其工具。',
      ja: 'そのツールを持つサービスを接続してください。ツールは `satchel services test` で一覧できます。',
      es: 'Conecta un servicio que la tenga. `satchel services test` muestra sus herramientas.',
    },
  },
  service_tool_off: {
    message: {
      en: 'The tool {tool} of {service} is switched off.',
      zh: '{service} 的工具 {tool} 已关闭。',
      ja: '{service} のツール {tool} はオフになっています。',
      es: 'La herramienta {tool} de {service} está desactivada.',
    },
    action: {
      en: 'Nothing was called. Switch it on at the service, or with `satchel services enable`.',
      zh: '没有调用任何内容。请在该服务处打开它，或使用 `satchel services enable`。',
      ja: '何も呼び出していません。サービスの画面か `satchel services enable` でオンにしてください。',
      es: 'No se llamó a nada. Actívala en el servicio, o con `satchel services enable`.',
    },
  },
  service_tool_failed: {
    message: {
      en: 'The tool {tool} of {service} failed: {problem}',
      zh: '{service} 的工具 {tool} 失败：{problem}',
      ja: '{service} のツール {tool} が失敗しました: {problem}',
      es: 'La herramienta {tool} de {service} falló: {problem}',
    },
    action: {
      en: 'That is what the service said. Change what is asked for, and try again.',
      zh: '以上是服务的原话。请修改请求后重试。',
      ja: 'これはサービスの言葉です。要求を変えてもう一度お試しください。',
      es: 'Eso es lo que dijo el servicio. Cambia lo que se pide e inténtalo de nuevo.',
    },
  },
  service_changed: {
    message: {
      en: 'The service {service} describes its tool {tool} differently than when you accepted it.',
      zh: '服务 {service} 对工具 {tool} 的描述与您接受时不同。',
      ja: 'サービス {service} のツール {tool} の説明が、承認したときと異なります。',
      es: 'El servicio {service} describe su herramienta {tool} de forma distinta a cuando la aceptaste.',
    },
    action: {
      en: 'Nothing was called. Look at the differences and accept them under Connections, or leave it.',
      zh: '没有调用任何内容。请在“连接”中查看差异并接受，或不作处理。',
      ja: '何も呼び出していません。「接続」で違いを確認し、承認するか、そのままにしてください。',
      es: 'No se llamó a nada. Mira las diferencias y acéptalas en Conexiones, o déjalo.',
    },
  },
  service_not_accepted: {
    message: {
      en: 'What {service} offers is no longer what you looked at.',
      zh: '{service} 提供的内容已不是您看到的内容。',
      ja: '{service} が提供するものは、確認した内容と異なります。',
      es: 'Lo que ofrece {service} ya no es lo que miraste.',
    },
    action: {
      en: 'Nothing was accepted. Test the service again and look once more.',
      zh: '没有接受任何内容。请重新测试该服务并再次查看。',
      ja: '何も承認していません。もう一度テストして確認してください。',
      es: 'No se aceptó nada. Prueba el servicio otra vez y vuelve a mirar.',
    },
  },
  service_vault_locked: {
    message: {
      en: 'The vault with the secrets of {service} is locked.',
      zh: '存放 {service} 机密的保险库已锁定。',
      ja: '{service} の秘密情報がある保管庫がロックされています。',
      es: 'La bóveda con los secretos de {service} está cerrada.',
    },
    action: {
      en: 'Open it under Connections or with `satchel keys unlock`; {service} then starts by itself. Nothing was called.',
      zh: '请在“连接”中或用 `satchel keys unlock` 打开它，{service} 随后会自行启动。没有调用任何内容。',
      ja: '「接続」または `satchel keys unlock` で開くと、{service} は自動的に起動します。何も呼び出していません。',
      es: 'Ábrela en Conexiones o con `satchel keys unlock`; {service} arranca entonces solo. No se llamó a nada.',
    },
  },
  service_waiting: {
    message: {
      en: 'The service {service} ended unexpectedly and starts again in {seconds} seconds at the earliest.',
      zh: '服务 {service} 意外结束，最早 {seconds} 秒后重新启动。',
      ja: 'サービス {service} が予期せず終了しました。再起動は早くて {seconds} 秒後です。',
      es: 'El servicio {service} terminó de forma inesperada y no volverá a iniciarse antes de {seconds} segundos.',
    },
    action: {
      en: 'Try again after that, or restart it yourself.',
      zh: '请稍后重试，或自行重启。',
      ja: 'その後にもう一度試すか、ご自身で再起動してください。',
      es: 'Inténtalo después, o reinícialo tú.',
    },
  },
  service_given_up: {
    message: {
      en: 'The service {service} ended unexpectedly {times} times in a row and is not started again.',
      zh: '服务 {service} 连续 {times} 次意外结束，不再启动。',
      ja: 'サービス {service} が {times} 回続けて予期せず終了したため、再起動しません。',
      es: 'El servicio {service} terminó de forma inesperada {times} veces seguidas y ya no se inicia.',
    },
    action: {
      en: 'Look at what it wrote, correct it, then restart it.',
      zh: '请查看其输出，更正后重启。',
      ja: '出力を確認し、直してから再起動してください。',
      es: 'Mira lo que escribió, corrígelo y reinícialo.',
    },
  },
  service_busy: {
    message: {
      en: 'The service {service} has {calls} calls to answer already.',
      zh: '服务 {service} 已有 {calls} 个调用待处理。',
      ja: 'サービス {service} はすでに {calls} 件の呼び出しを処理中です。',
      es: 'El servicio {service} ya tiene {calls} llamadas por responder.',
    },
    action: {
      en: 'Nothing was sent. Try again when they are done.',
      zh: '没有发送任何内容。请稍后重试。',
      ja: '何も送信していません。終わってからもう一度お試しください。',
      es: 'No se envió nada. Inténtalo cuando terminen.',
    },
  },
  service_wants_input: {
    message: {
      en: 'The tool {tool} of {service} asks for something Satchel does not offer ({wanted}).',
      zh: '{service} 的工具 {tool} 请求 Satchel 不提供的内容（{wanted}）。',
      ja: '{service} のツール {tool} が、Satchel にない機能を求めています（{wanted}）。',
      es: 'La herramienta {tool} de {service} pide algo que Satchel no ofrece ({wanted}).',
    },
    action: {
      en: 'The call was ended there. Give everything it needs in the call itself.',
      zh: '调用已就此结束。请在调用中提供所需的全部内容。',
      ja: '呼び出しはそこで終了しました。必要なものはすべて呼び出しに含めてください。',
      es: 'La llamada terminó ahí. Da en la propia llamada todo lo que necesita.',
    },
  },
  service_result_too_large: {
    message: {
      en: 'The tool {tool} of {service} returned more than {limit} bytes.',
      zh: '{service} 的工具 {tool} 返回超过 {limit} 字节。',
      ja: '{service} のツール {tool} の結果が {limit} バイトを超えています。',
      es: 'La herramienta {tool} de {service} devolvió más de {limit} bytes.',
    },
    action: {
      en: 'The result was dropped. Ask for less at once.',
      zh: '结果已丢弃。请减少一次请求的内容。',
      ja: '結果は破棄しました。一度に求める量を減らしてください。',
      es: 'El resultado se descartó. Pide menos de una vez.',
    },
  },
  service_config_unreadable: {
    message: {
      en: 'This list of servers cannot be read: {problem:why}, line {line}.',
      zh: '无法读取此服务器列表：{problem:why}，第 {line} 行。',
      ja: 'このサーバーの一覧を読み取れません: {problem:why}、{line} 行目。',
      es: 'No se puede leer esta lista de servidores: {problem:why}, línea {line}.',
    },
    action: {
      en: 'Correct that place and try again. Nothing was connected.',
      zh: '请更正该处后重试。没有连接任何服务。',
      ja: 'その箇所を直してもう一度お試しください。何も接続していません。',
      es: 'Corrige ese lugar e inténtalo de nuevo. No se conectó nada.',
    },
  },
  service_config_empty: {
    message: {
      en: 'No MCP server is named there.',
      zh: '其中没有 MCP 服务器。',
      ja: 'MCP サーバーは見つかりませんでした。',
      es: 'Ahí no se nombra ningún servidor MCP.',
    },
    action: {
      en: 'Give what stands under "mcpServers" or "servers" in the other app, or a link that installs one.',
      zh: '请提供其他应用中 "mcpServers" 或 "servers" 下的内容，或一个安装链接。',
      ja: '他のアプリの "mcpServers" または "servers" の内容か、インストール用のリンクを渡してください。',
      es: 'Da lo que está bajo "mcpServers" o "servers" en la otra aplicación, o un enlace que instala uno.',
    },
  },
})

/** Sentences about connected services. */
export const servicesPhrases = definePhrases({
  effect_service_reads: {
    en: '{name} asks the service {service} for “{action}”. It says that this only reads, and you trust it.',
    zh: '{name} 向服务 {service} 请求“{action}”。该服务称这只是读取，而您信任它。',
    ja: '{name} がサービス {service} に「{action}」を求めます。読み取るだけだというサービスの説明を、あなたは信頼しています。',
    es: '{name} pide «{action}» al servicio {service}. Dice que solo lee, y confías en él.',
  },
  service_not_connected: {
    en: 'The tool “{tool}” needs the service {service}, which is not connected. Connect it under Connections, or with `satchel services add`.',
    zh: '工具“{tool}”需要服务 {service}，但尚未连接。请在“连接”中连接，或使用 `satchel services add`。',
    ja: 'ツール「{tool}」にはサービス {service} が必要ですが、接続されていません。「接続」または `satchel services add` で接続してください。',
    es: 'La herramienta «{tool}» necesita el servicio {service}, que no está conectado. Conéctalo en Conexiones, o con `satchel services add`.',
  },
})
