import { defineErrors, definePhrases } from './define.ts'

/** Failures of taking in a server from a bundle or a registry. */
export const servicesAddingErrors = defineErrors({
  bundle_refused: {
    message: {
      en: 'The bundle was not unpacked ({reason:why}).',
      zh: '未解压该捆绑包（{reason:why}）。',
      ja: 'バンドルを展開しませんでした（{reason:why}）。',
      es: 'El paquete no se descomprimió ({reason:why}).',
    },
    action: {
      en: 'A zip of plain files with relative names is wanted: no links, no encryption, no names that differ only in case, 256 MiB at most and 512 MiB unpacked. Nothing was kept.',
      zh: '需要只含相对路径普通文件的 zip：无链接、未加密、无仅大小写不同的名称，最大 256 MiB，解压后最大 512 MiB。没有保留任何内容。',
      ja: '相対名の通常ファイルだけの zip が必要です。リンク、暗号化、大文字小文字だけが違う名前は不可、256 MiB まで、展開後 512 MiB まで。何も残していません。',
      es: 'Hace falta un zip de archivos normales con nombres relativos: sin enlaces, sin cifrar, sin nombres que solo difieran en mayúsculas, de hasta 256 MiB y 512 MiB descomprimido. No se guardó nada.',
    },
  },
  bundle_manifest_invalid: {
    message: {
      en: 'The manifest of the bundle cannot be used: {problem}.',
      zh: '无法使用该捆绑包的清单：{problem}。',
      ja: 'バンドルのマニフェストを使えません: {problem}。',
      es: 'No se puede usar el manifiesto del paquete: {problem}.',
    },
    action: {
      en: 'Ask its author for a bundle with a whole manifest.json. Nothing was kept.',
      zh: '请向其作者索取带有完整 manifest.json 的捆绑包。没有保留任何内容。',
      ja: '完全な manifest.json のあるバンドルを作者に求めてください。何も残していません。',
      es: 'Pide a su autor un paquete con un manifest.json completo. No se guardó nada.',
    },
  },
  bundle_hash_differs: {
    message: {
      en: 'The bundle is another file than the registry describes: {wanted}… was wanted, {found}… came.',
      zh: '该捆绑包与注册表所述的文件不同：应为 {wanted}…，实为 {found}…。',
      ja: 'バンドルがレジストリの記述と異なります。期待は {wanted}…、実際は {found}… です。',
      es: 'El paquete es otro archivo que el que describe el registro: se esperaba {wanted}… y llegó {found}….',
    },
    action: {
      en: 'Nothing of it was kept. Try again later, or ask whoever publishes it.',
      zh: '没有保留其任何内容。请稍后重试，或询问发布者。',
      ja: '何も残していません。後でもう一度試すか、公開者に尋ねてください。',
      es: 'No se guardó nada. Inténtalo más tarde o pregunta a quien lo publica.',
    },
  },
  bundle_unknown: {
    message: {
      en: 'This bundle is no longer unpacked.',
      zh: '该捆绑包已不再处于解压状态。',
      ja: 'このバンドルはもう展開されていません。',
      es: 'Este paquete ya no está descomprimido.',
    },
    action: {
      en: 'Choose its file again.',
      zh: '请重新选择其文件。',
      ja: 'もう一度ファイルを選んでください。',
      es: 'Elige de nuevo su archivo.',
    },
  },
  bundle_damaged: {
    message: {
      en: 'The files of the bundle {sha256}… are missing or no longer what they were.',
      zh: '捆绑包 {sha256}… 的文件缺失或已被改动。',
      ja: 'バンドル {sha256}… のファイルがないか、元のものではありません。',
      es: 'Los archivos del paquete {sha256}… faltan o ya no son los que eran.',
    },
    action: {
      en: 'It was not started. Take in the bundle again.',
      zh: '未启动它。请重新导入该捆绑包。',
      ja: '起動していません。バンドルをもう一度取り込んでください。',
      es: 'No se inició. Vuelve a incorporar el paquete.',
    },
  },
  service_setup_missing: {
    message: {
      en: '“{field}” is needed.',
      zh: '需要“{field}”。',
      ja: '「{field}」が必要です。',
      es: 'Hace falta «{field}».',
    },
    action: {
      en: 'Fill it in; on the command line with --set {key}=…',
      zh: '请填写；命令行使用 --set {key}=…',
      ja: '入力してください。コマンドラインでは --set {key}=… を使います。',
      es: 'Rellénalo; en la línea de órdenes con --set {key}=…',
    },
  },
  service_setup_invalid: {
    message: {
      en: '“{field}” cannot be that ({problem:why}).',
      zh: '“{field}”不能是该值（{problem:why}）。',
      ja: '「{field}」にその値は使えません（{problem:why}）。',
      es: '«{field}» no puede ser eso ({problem:why}).',
    },
    action: {
      en: 'Correct it and try again. Nothing was connected.',
      zh: '请更正后重试。没有连接任何服务。',
      ja: '直してもう一度お試しください。何も接続していません。',
      es: 'Corrígelo e inténtalo de nuevo. No se conectó nada.',
    },
  },
  mcp_registry_missing: {
    message: {
      en: 'No registry of MCP servers is set.',
      zh: '未设置 MCP 服务器注册表。',
      ja: 'MCP サーバーのレジストリが設定されていません。',
      es: 'No hay ningún registro de servidores MCP configurado.',
    },
    action: {
      en: 'Give the address of one: satchel settings set mcpRegistryUrl https://…, or where servers are added in the app.',
      zh: '请提供其地址：satchel settings set mcpRegistryUrl https://…，或在应用中添加服务器处填写。',
      ja: 'アドレスを指定してください: satchel settings set mcpRegistryUrl https://…、またはアプリのサーバー追加画面。',
      es: 'Da la dirección de uno: satchel settings set mcpRegistryUrl https://…, o donde se añaden servidores en la aplicación.',
    },
  },
  mcp_registry_failed: {
    message: {
      en: 'The registry {host} did not answer as a registry of MCP servers does: {problem:why}.',
      zh: '注册表 {host} 的应答不符合 MCP 服务器注册表：{problem:why}。',
      ja: 'レジストリ {host} の応答は MCP サーバーのレジストリのものではありません: {problem:why}。',
      es: 'El registro {host} no respondió como un registro de servidores MCP: {problem:why}.',
    },
    action: {
      en: 'Check its address in the settings, or try again later.',
      zh: '请检查设置中的地址，或稍后重试。',
      ja: '設定のアドレスを確認するか、後でもう一度お試しください。',
      es: 'Comprueba su dirección en los ajustes o inténtalo más tarde.',
    },
  },
  mcp_registry_unknown: {
    message: {
      en: 'The registry knows no {name}.',
      zh: '注册表中没有 {name}。',
      ja: 'レジストリに {name} はありません。',
      es: 'El registro no conoce {name}.',
    },
    action: {
      en: 'Look for it with satchel services registry search.',
      zh: '请用 satchel services registry search 查找。',
      ja: 'satchel services registry search で探してください。',
      es: 'Búscalo con satchel services registry search.',
    },
  },
})

/** Sentences about servers that are taken in. */
export const servicesAddingPhrases = definePhrases({
  bundle_warning_version_unknown: {
    en: 'Its manifest is of version {what}, which Satchel does not know; it was read as far as it goes.',
    zh: '其清单版本为 {what}，Satchel 不认识；已尽量读取。',
    ja: 'マニフェストの版 {what} は未知です。読める範囲で読みました。',
    es: 'Su manifiesto es de la versión {what}, que Satchel no conoce; se leyó hasta donde se pudo.',
  },
  bundle_warning_ignored: {
    en: '“{what}” in its manifest is wrong and was left out.',
    zh: '其清单中的“{what}”有误，已略过。',
    ja: 'マニフェストの「{what}」は誤りのため除きました。',
    es: '«{what}» de su manifiesto está mal y se dejó fuera.',
  },
  bundle_warning_entry_missing: {
    en: 'The file it names as its beginning is not in it: {what}',
    zh: '其指定的入口文件不在包中：{what}',
    ja: '開始ファイルとして示されたものが入っていません: {what}',
    es: 'No contiene el archivo que nombra como inicio: {what}',
  },
  bundle_problem_platform: {
    en: 'Its author made it for {platforms}, and this is {platform}.',
    zh: '其作者为 {platforms} 制作，而本机为 {platform}。',
    ja: '作者は {platforms} 向けに作りましたが、ここは {platform} です。',
    es: 'Su autor lo hizo para {platforms}, y esto es {platform}.',
  },
  bundle_problem_exposed: {
    en: 'It wants a secret ({fields}) as an argument of its program, where other programs could read it.',
    zh: '它要求把机密（{fields}）作为程序参数传入，其他程序会看到它。',
    ja: '秘密（{fields}）をプログラムの引数に求めており、他のプログラムに読まれます。',
    es: 'Quiere un secreto ({fields}) como argumento de su programa, donde otros programas podrían leerlo.',
  },
  registry_problem_unsupported: {
    en: 'Satchel cannot run it this way ({what}).',
    zh: 'Satchel 无法以此方式运行它（{what}）。',
    ja: 'この方法（{what}）では Satchel で動かせません。',
    es: 'Satchel no puede ejecutarlo de esta forma ({what}).',
  },
  registry_problem_no_hash: {
    en: 'The registry names no hash of this bundle, so nobody could tell whether it is the right one.',
    zh: '注册表未给出该捆绑包的哈希，无法判断其是否正确。',
    ja: 'レジストリがこのバンドルのハッシュを示していないため、正しいものか確かめられません。',
    es: 'El registro no da el hash de este paquete, así que nadie podría saber si es el correcto.',
  },
  import_note_network: {
    en: 'A bundle does not say which hosts it needs: without any named it has no network.',
    zh: '捆绑包不会说明所需的主机：未指定时它没有网络。',
    ja: 'バンドルは必要なホストを示しません。指定しない限りネットワークはありません。',
    es: 'Un paquete no dice qué hosts necesita: si no se indica ninguno, no tiene red.',
  },
  import_note_package_hosts: {
    en: 'It is downloaded when it starts, from hosts that it may connect to then: {what}',
    zh: '它启动时会从随后可连接的主机下载：{what}',
    ja: '起動時に、接続を許すことになるホストからダウンロードされます: {what}',
    es: 'Se descarga al iniciarse, de hosts a los que entonces podrá conectarse: {what}',
  },
  import_problem_no_target: {
    en: 'Neither "command" nor "url" is named.',
    zh: '既没有 "command" 也没有 "url"。',
    ja: '"command" も "url" もありません。',
    es: 'No se nombra ni "command" ni "url".',
  },
  import_problem_args: {
    en: '"args" is no list of texts.',
    zh: '"args" 不是文本列表。',
    ja: '"args" が文字列の一覧ではありません。',
    es: '"args" no es una lista de textos.',
  },
  registry_status_deprecated: { en: 'deprecated', zh: '已弃用', ja: '非推奨', es: 'obsoleto' },
  registry_status_deleted: { en: 'deleted', zh: '已删除', ja: '削除済み', es: 'eliminado' },
  cli_service_bundle: {
    en: 'reads the bundle {name} {version}, in which it came',
    zh: '读取其所在的捆绑包 {name} {version}',
    ja: '入っていたバンドル {name} {version} を読む',
    es: 'lee el paquete {name} {version}, en el que vino',
  },
  cli_bundle_updates: {
    en: 'Another version of {uri}: {before} → {after}',
    zh: '{uri} 的另一版本：{before} → {after}',
    ja: '{uri} の別の版: {before} → {after}',
    es: 'Otra versión de {uri}: {before} → {after}',
  },
  cli_bundle_files: {
    en: '  Files: {added} new, {changed} changed, {removed} gone',
    zh: '  文件：新增 {added}，更改 {changed}，移除 {removed}',
    ja: '  ファイル: 追加 {added}、変更 {changed}、削除 {removed}',
    es: '  Archivos: {added} nuevos, {changed} cambiados, {removed} quitados',
  },
  cli_services_set: {
    en: 'what the server wants to be told; @file or - for what nobody else should see; may be given several times',
    zh: '服务器需要的值；不应被他人看到的用 @file 或 -；可多次指定',
    ja: 'サーバーが求める値。他に見せないものは @file か -（複数回指定可）',
    es: 'lo que el servidor necesita saber; @file o - para lo que nadie más deba ver; se puede repetir',
  },
  cli_services_set_secret: {
    en: 'a secret is not for the command line: --set {key}=@file, --set {key}=-, or wait to be asked',
    zh: '机密不应写在命令行上：--set {key}=@file、--set {key}=- 或等待询问',
    ja: '秘密はコマンドラインに書けません: --set {key}=@file、--set {key}=-、または尋ねられるのを待つ',
    es: 'un secreto no va en la línea de órdenes: --set {key}=@file, --set {key}=- o espera a que se pregunte',
  },
  cli_q_setup_secret: { en: '{title}: ', zh: '{title}：', ja: '{title}: ', es: '{title}: ' },
  cli_services_registry: {
    en: 'servers of the registry that mcpRegistryUrl names',
    zh: 'mcpRegistryUrl 所指注册表中的服务器',
    ja: 'mcpRegistryUrl のレジストリにあるサーバー',
    es: 'servidores del registro que indica mcpRegistryUrl',
  },
  cli_services_registry_search: {
    en: 'look for servers by their names',
    zh: '按名称查找服务器',
    ja: '名前でサーバーを探す',
    es: 'busca servidores por su nombre',
  },
  cli_services_registry_cursor: {
    en: 'the next page, as the one before named it',
    zh: '下一页，由上一页给出',
    ja: '次のページ（前のページが示したもの）',
    es: 'la página siguiente, según la anterior',
  },
  cli_services_registry_show: {
    en: 'show a server and every way to have it',
    zh: '显示服务器及其各种获取方式',
    ja: 'サーバーとその入手方法をすべて表示する',
    es: 'muestra un servidor y cada forma de tenerlo',
  },
  cli_services_registry_version: {
    en: 'not the latest version but this one',
    zh: '使用此版本而非最新版本',
    ja: '最新ではなくこの版',
    es: 'esta versión en lugar de la última',
  },
  cli_services_registry_add: {
    en: 'connect a server of the registry',
    zh: '连接注册表中的服务器',
    ja: 'レジストリのサーバーを接続する',
    es: 'conecta un servidor del registro',
  },
  cli_services_registry_way: {
    en: 'which way to have it, as show lists them; the first possible one',
    zh: '获取方式，见 show 的列表；默认第一个可用的',
    ja: '入手方法（show の一覧から）。既定は最初に可能なもの',
    es: 'de qué forma tenerlo, según show; por omisión la primera posible',
  },
})
