import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `packages/`. */
export const packagesErrors = defineErrors({
  package_rejected: {
    message: {
      en: '{file} cannot be installed: {problem}',
      zh: '无法安装 {file}：{problem}',
      ja: '{file} はインストールできません: {problem}',
      es: '{file} no se puede instalar: {problem}',
    },
    action: {
      en: 'Nothing was stored. Every problem found is listed with its line. Correct the file, or ask its author for a corrected one.',
      zh: '没有保存任何内容。所有问题都已逐行列出。请更正文件，或向作者索取更正后的文件。',
      ja: '何も保存していません。見つかった問題はすべて行番号付きで示しています。ファイルを直すか、作者に直したものを求めてください。',
      es: 'No se guardó nada. Cada problema se indica con su línea. Corrige el archivo o pide a su autor uno corregido.',
    },
  },
  package_changed: {
    message: {
      en: 'The file is not the one that was reviewed.',
      zh: '该文件与审核过的文件不同。',
      ja: 'ファイルは確認したものと違います。',
      es: 'El archivo no es el que se revisó.',
    },
    action: {
      en: 'Review it again before installing. Nothing was stored.',
      zh: '请重新审核后再安装。没有保存任何内容。',
      ja: 'もう一度確認してからインストールしてください。何も保存していません。',
      es: 'Revísalo de nuevo antes de instalarlo. No se guardó nada.',
    },
  },
  warnings_not_accepted: {
    message: {
      en: '{title} has {count} warnings that have not been accepted.',
      zh: '{title} 有 {count} 条尚未接受的警告。',
      ja: '{title} には、承認されていない警告が {count} 件あります。',
      es: '{title} tiene {count} avisos sin aceptar.',
    },
    action: {
      en: 'Read them in the review and accept them, or do not install it. Nothing was stored.',
      zh: '请在审核中阅读并接受，或不要安装。没有保存任何内容。',
      ja: '確認画面で読んで承認するか、インストールをやめてください。何も保存していません。',
      es: 'Léelos en la revisión y acéptalos, o no lo instales. No se guardó nada.',
    },
  },
  downgrade_not_confirmed: {
    message: {
      en: '{title} {installed} is installed, and this file is the older {version}.',
      zh: '已安装 {title} {installed}，而此文件是较旧的 {version}。',
      ja: '{title} は {installed} が入っていますが、このファイルは古い {version} です。',
      es: '{title} {installed} está instalado y este archivo es la versión anterior {version}.',
    },
    action: {
      en: 'Confirm that you want the older version (in the terminal: `--downgrade`). The installed one is unchanged.',
      zh: '请确认要安装旧版本（终端中用 `--downgrade`）。已安装的版本没有改变。',
      ja: '古い版でよいことを確かめてください（ターミナルでは `--downgrade`）。今の版は変わっていません。',
      es: 'Confirma que quieres la versión anterior (en el terminal: `--downgrade`). La instalada no ha cambiado.',
    },
  },
  author_changed: {
    message: {
      en: 'Refused: {name} belongs to the author {known}, but this file is signed by somebody else, {found}.',
      zh: '已拒绝：{name} 属于作者 {known}，但此文件由他人签名：{found}。',
      ja: '拒否しました: {name} の作者は {known} ですが、このファイルには別人 {found} の署名があります。',
      es: 'Rechazado: {name} pertenece al autor {known}, pero este archivo lo firma otra persona, {found}.',
    },
    action: {
      en: 'Somebody may be passing off their file as an update. Ask the author you know. If you do want the other author, remove {name} and delete its data first. Nothing was stored.',
      zh: '可能有人冒充更新。请向您认识的作者核实。若确实要改用另一位作者，请先移除 {name} 并删除其数据。没有保存任何内容。',
      ja: '誰かが更新になりすましているおそれがあります。知っている作者に確かめてください。別の作者にするなら、先に {name} をデータごと削除してください。何も保存していません。',
      es: 'Puede que alguien quiera hacer pasar su archivo por una actualización. Pregunta al autor que conoces. Si de verdad quieres al otro, quita antes {name} con sus datos. No se guardó nada.',
    },
  },
  author_key_not_accepted: {
    message: {
      en: '{title} is by an author you know, {did}, but signed with a key not seen before: {key}.',
      zh: '{title} 出自您认识的作者 {did}，但签名密钥此前未见过：{key}。',
      ja: '{title} は知っている作者 {did} のものですが、初めて見る鍵で署名されています: {key}。',
      es: '{title} es de un autor que conoces, {did}, pero está firmado con una clave nunca vista: {key}.',
    },
    action: {
      en: 'The author’s DID lists this key today. Ask the author whether it is theirs, then accept it (in the terminal: `--accept-key`). Nothing was stored.',
      zh: '作者的 DID 目前列有此密钥。请先向作者确认，然后再接受（终端中用 `--accept-key`）。没有保存任何内容。',
      ja: '作者の DID は現在この鍵を載せています。作者の鍵か確かめてから承認してください（ターミナルでは `--accept-key`）。何も保存していません。',
      es: 'El DID del autor incluye hoy esta clave. Pregúntale si es suya y entonces acéptala (en el terminal: `--accept-key`). No se guardó nada.',
    },
  },
  no_previous_version: {
    message: {
      en: 'There is no earlier version of {name} to return to.',
      zh: '{name} 没有可以退回的旧版本。',
      ja: '{name} には戻れる前の版がありません。',
      es: 'No hay una versión anterior de {name} a la que volver.',
    },
    action: {
      en: 'The version before is kept from the first update on.',
      zh: '从第一次更新起才会保留旧版本。',
      ja: '前の版は、最初の更新のときから残ります。',
      es: 'La versión anterior se guarda desde la primera actualización.',
    },
  },
  version_exists: {
    message: {
      en: '{title} {version} is known with other contents. A published version never changes.',
      zh: '{title} {version} 已以其他内容存在。已发布的版本不会改变。',
      ja: '{title} {version} は別の内容ですでに知られています。公開された版は変わりません。',
      es: '{title} {version} ya se conoce con otro contenido. Una versión publicada nunca cambia.',
    },
    action: {
      en: 'Ask its author for a file with a new version number. Nothing was stored, and your data is unchanged.',
      zh: '请向作者索取带有新版本号的文件。没有保存任何内容，您的数据没有改变。',
      ja: '新しい版番号のファイルを作者に求めてください。何も保存しておらず、データも変わっていません。',
      es: 'Pide a su autor un archivo con un número de versión nuevo. No se guardó nada y tus datos no cambiaron.',
    },
  },
  package_not_installed: {
    message: {
      en: 'No capability named {name} is installed.',
      zh: '没有安装名为 {name} 的能力。',
      ja: '{name} という機能は入っていません。',
      es: 'No hay ninguna capacidad instalada llamada {name}.',
    },
    action: {
      en: 'See what is installed with `satchel cap list`.',
      zh: '用 `satchel cap list` 查看已安装的能力。',
      ja: '`satchel cap list` で入っているものを確かめてください。',
      es: 'Mira las instaladas con `satchel cap list`.',
    },
  },
  catalogue_entry_unknown: {
    message: {
      en: 'The built-in catalogue has no entry {id}.',
      zh: '内置目录中没有 {id}。',
      ja: '内蔵カタログに {id} はありません。',
      es: 'El catálogo incluido no tiene {id}.',
    },
    action: {
      en: 'Choose one that it lists.',
      zh: '请选择目录中列出的一项。',
      ja: '一覧にあるものを選んでください。',
      es: 'Elige una de las que aparecen.',
    },
  },
  package_file_damaged: {
    message: {
      en: 'The stored file of {name} is missing or was changed after it was installed.',
      zh: '{name} 的存储文件丢失或在安装后被改动。',
      ja: '{name} の保存ファイルがないか、インストール後に書き換えられています。',
      es: 'El archivo guardado de {name} falta o cambió después de instalarse.',
    },
    action: {
      en: 'It is switched off until you install it again. Its data is untouched.',
      zh: '在重新安装之前它已停用。其数据未被改动。',
      ja: '入れ直すまで止めてあります。データはそのままです。',
      es: 'Queda desactivada hasta que la instales de nuevo. Sus datos están intactos.',
    },
  },
  signature_place_missing: {
    message: {
      en: '{file} has no place for a signature: {problem}',
      zh: '{file} 没有放置签名的位置：{problem}',
      ja: '{file} に署名を置く場所がありません: {problem}',
      es: '{file} no tiene lugar para la firma: {problem}',
    },
    action: {
      en: 'Write your DID under `metadata.author` and add the line `signature: ""` under `metadata`. The file was not changed.',
      zh: '请在 `metadata.author` 下写入您的 DID，并在 `metadata` 下添加一行 `signature: ""`。文件没有改变。',
      ja: '`metadata.author` に自分の DID を書き、`metadata` に `signature: ""` の行を足してください。ファイルは変えていません。',
      es: 'Escribe tu DID en `metadata.author` y añade la línea `signature: ""` en `metadata`. El archivo no cambió.',
    },
  },
})

/** Sentences of `packages/`: what a permission means, and why a tool cannot be used. Problems of a file: `package-problems.ts`. */
export const packagesPhrases = definePhrases({
  package_switched_off: {
    en: 'You switched it off.',
    zh: '您已将其停用。',
    ja: 'あなたが止めました。',
    es: 'La desactivaste tú.',
  },
  difference_gap: {
    en: '{count} unchanged lines',
    zh: '{count} 行未变',
    ja: '変わらない {count} 行',
    es: '{count} líneas sin cambios',
  },
  difference_more: {
    en: '{count} more lines, not shown here',
    zh: '还有 {count} 行，此处未显示',
    ja: 'ほかに {count} 行（ここには表示していません）',
    es: '{count} líneas más que aquí no se muestran',
  },
  widens_permission: {
    en: 'New: {permission}',
    zh: '新增：{permission}',
    ja: '新しく: {permission}',
    es: 'Nuevo: {permission}',
  },
  widens_tool: {
    en: 'New tool: {tool}',
    zh: '新工具：{tool}',
    ja: '新しいツール: {tool}',
    es: 'Herramienta nueva: {tool}',
  },
  widens_tool_changed: {
    en: 'The tool {tool} reaches outside in another way than before',
    zh: '工具 {tool} 访问外部的方式与之前不同',
    ja: 'ツール {tool} の外部への働き方が前と違います',
    es: 'La herramienta {tool} actúa fuera de otra manera que antes',
  },
  widens_scope: {
    en: 'It keeps its objects in {to}, no longer in {from}',
    zh: '其对象保存在 {to}，不再是 {from}',
    ja: '保存先が {from} から {to} に変わります',
    es: 'Guarda sus objetos en {to}, ya no en {from}',
  },
  widens_author_key: {
    en: 'Signed with another key of its author: {to} instead of {from}',
    zh: '由作者的另一把密钥签名：{to}，而非 {from}',
    ja: '作者の別の鍵で署名されています: {from} ではなく {to}',
    es: 'Firmado con otra clave de su autor: {to} en lugar de {from}',
  },
  permission_state_query: {
    en: 'Search and read its own “{objects}” objects',
    zh: '搜索并读取自己的“{objects}”对象',
    ja: '自身の「{objects}」を検索して読む',
    es: 'Buscar y leer sus propios objetos «{objects}»',
  },
  permission_state_create: {
    en: 'Create “{objects}” objects',
    zh: '创建“{objects}”对象',
    ja: '「{objects}」を作成する',
    es: 'Crear objetos «{objects}»',
  },
  permission_state_update: {
    en: 'Change its own “{objects}” objects',
    zh: '修改自己的“{objects}”对象',
    ja: '自身の「{objects}」を変更する',
    es: 'Cambiar sus propios objetos «{objects}»',
  },
  permission_state_delete: {
    en: 'Delete its own “{objects}” objects; you can restore them',
    zh: '删除自己的“{objects}”对象（可恢复）',
    ja: '自身の「{objects}」を削除する（復元可能）',
    es: 'Borrar sus propios objetos «{objects}»; puedes restaurarlos',
  },
  permission_state_delete_hard: {
    en: 'Delete its own “{objects}” objects for good',
    zh: '永久删除自己的“{objects}”对象',
    ja: '自身の「{objects}」を完全に消去する',
    es: 'Borrar para siempre sus propios objetos «{objects}»',
  },
  permission_storage_large: {
    en: 'Store objects larger than 32 MiB',
    zh: '存储大于 32 MiB 的对象',
    ja: '32 MiB を超えるものを保存する',
    es: 'Guardar objetos de más de 32 MiB',
  },
  permission_unknown: {
    en: 'Asks for “{key}”, which Satchel does not know and does not grant',
    zh: '请求“{key}”，Satchel 不认识也不授予',
    ja: '「{key}」を求めていますが、Satchel が知らない権限のため与えません',
    es: 'Pide «{key}», que Satchel no conoce y no concede',
  },
  permission_network_read: {
    en: 'Read from {host}',
    zh: '从 {host} 读取',
    ja: '{host} から読み取る',
    es: 'Leer de {host}',
  },
  permission_network_send: {
    en: 'Send data to {host}',
    zh: '向 {host} 发送数据',
    ja: '{host} にデータを送る',
    es: 'Enviar datos a {host}',
  },
  permission_network_secret: {
    en: 'Send your secret “{name}”, once you give it, to {host}',
    zh: '在您提供后，将机密“{name}”发送给 {host}',
    ja: '設定されたシークレット「{name}」を {host} に送る',
    es: 'Enviar tu secreto «{name}», cuando lo des, a {host}',
  },
  permission_mcp_service: {
    en: 'Use the service {service}',
    zh: '使用服务 {service}',
    ja: 'サービス {service} を使う',
    es: 'Usar el servicio {service}',
  },
  permission_agent_call: {
    en: 'Send requests to the agent {agent}',
    zh: '向代理 {agent} 发送请求',
    ja: 'エージェント {agent} に依頼を送る',
    es: 'Enviar peticiones al agente {agent}',
  },
  permission_wasm_module: {
    en: 'Run its own program in a sandbox, without files',
    zh: '在沙盒中运行自己的程序，不访问文件',
    ja: '自身のプログラムをサンドボックスで実行する（ファイルなし）',
    es: 'Ejecutar su propio programa en un entorno aislado, sin archivos',
  },
  tool_reason_service: {
    en: 'It needs the service {service}, which is not connected.',
    zh: '它需要服务 {service}，但尚未连接。',
    ja: 'サービス {service} が必要ですが、接続されていません。',
    es: 'Necesita el servicio {service}, que no está conectado.',
  },
  tool_reason_module: {
    en: 'Its module is not in the package, and its file was not given yet.',
    zh: '其模块不在包内，且尚未提供其文件。',
    ja: 'モジュールがパッケージの中になく、ファイルもまだ渡されていません。',
    es: 'Su módulo no está en el paquete y aún no se ha dado su archivo.',
  },
  tool_reason_unbound: {
    en: 'The package does not say how it runs.',
    zh: '能力包没有说明它如何运行。',
    ja: 'どう動かすかがパッケージに書かれていません。',
    es: 'El paquete no dice cómo se ejecuta.',
  },
  tool_reason_not_permitted: {
    en: 'The package does not ask for this permission.',
    zh: '能力包没有请求此权限。',
    ja: 'パッケージがこの権限を求めていません。',
    es: 'El paquete no pide este permiso.',
  },
})
