import { definePhrases } from './define.ts'

/** What `satchel services show|accept|enable|disable|chat` say. */
export const cliServicesSwitchPhrases = definePhrases({
  cli_services_enable: {
    en: 'switch a tool on again',
    zh: '重新打开一个工具',
    ja: 'ツールをふたたびオンにする',
    es: 'vuelve a activar una herramienta',
  },
  cli_services_disable: {
    en: 'switch a tool off: no model is told of it, and it is not called',
    zh: '关闭一个工具：不告知任何模型，也不会被调用',
    ja: 'ツールをオフにする：モデルには知らされず、呼び出されもしない',
    es: 'desactiva una herramienta: ningún modelo sabe de ella y no se la llama',
  },
  cli_services_chat: {
    en: 'how conversations use it',
    zh: '对话如何使用它',
    ja: '会話での使い方',
    es: 'cómo lo usan las conversaciones',
  },
  cli_services_chat_on: {
    en: 'messages that fit its tools go to it by themselves',
    zh: '适合其工具的消息自动交给它',
    ja: 'ツールに合うメッセージを自動で渡す',
    es: 'los mensajes que encajan con sus herramientas le llegan solos',
  },
  cli_services_chat_off: {
    en: 'only by its name: @name or /switch name',
    zh: '仅按名称使用：@名称 或 /switch 名称',
    ja: '名前で呼んだときだけ：@名前 または /switch 名前',
    es: 'solo por su nombre: @nombre o /switch nombre',
  },
  cli_services_chat_about: {
    en: 'what it is for, in your words',
    zh: '用您自己的话说明它的用途',
    ja: '何のためのものかを自分の言葉で',
    es: 'para qué sirve, con tus palabras',
  },
  cli_service_chat_on: {
    en: 'Messages that fit the tools of {uri} go to it.',
    zh: '适合 {uri} 工具的消息会交给它。',
    ja: '{uri} のツールに合うメッセージは {uri} に渡されます。',
    es: 'Los mensajes que encajan con las herramientas de {uri} le llegan.',
  },
  cli_service_chat_off: {
    en: '{uri} is used in conversations only by its name.',
    zh: '对话中仅按名称使用 {uri}。',
    ja: '会話では {uri} を名前で呼んだときだけ使います。',
    es: 'Las conversaciones usan {uri} solo por su nombre.',
  },
  cli_service_tool_on: {
    en: '{tool} of {uri} is on.',
    zh: '{uri} 的 {tool} 已打开。',
    ja: '{uri} の {tool} はオンです。',
    es: '{tool} de {uri} está activada.',
  },
  cli_service_tool_off: {
    en: '{tool} of {uri} is off.',
    zh: '{uri} 的 {tool} 已关闭。',
    ja: '{uri} の {tool} はオフです。',
    es: '{tool} de {uri} está desactivada.',
  },
  cli_services_show: {
    en: 'what a service runs or reaches, and its tools, with when each was accepted',
    zh: '显示服务运行或访问的内容及其工具，以及各自的接受时间',
    ja: 'サービスが実行または接続するものとツールを、承認した日時とともに表示する',
    es: 'qué ejecuta o alcanza un servicio, y sus herramientas, con cuándo se aceptó cada una',
  },
  cli_service_fetches: {
    en: 'Before it starts, {program} fetches {packages} from {host} and installs it in a folder of its own; the install scripts of packages run in the sandbox.',
    zh: '启动之前，{program} 会从 {host} 获取 {packages} 并装入单独的文件夹；软件包的安装脚本在沙箱中运行。',
    ja: '起動の前に {program} が {host} から {packages} を取得し、専用フォルダーに入れます。パッケージのインストール処理はサンドボックスの中で動きます。',
    es: 'Antes de iniciarlo, {program} descarga {packages} de {host} y lo instala en una carpeta propia; los scripts de instalación se ejecutan en el aislamiento.',
  },
  cli_service_pinned: {
    en: 'runs {title} (parts: {parts}), accepted {at}, sha256 {sha256}',
    zh: '运行 {title}（组成部分：{parts}），接受于 {at}，哈希 {sha256}',
    ja: '{title} を実行（構成要素: {parts}）、承認 {at}、ハッシュ {sha256}',
    es: 'ejecuta {title} (partes: {parts}), aceptado {at}, sha256 {sha256}',
  },
  cli_service_found: {
    en: 'would run {title} now, found {at}, sha256 {sha256}: not started until you accept it',
    zh: '现在会运行 {title}，发现于 {at}，哈希 {sha256}：在您接受之前不会启动',
    ja: '現在は {title} を実行することになります（発見 {at}、ハッシュ {sha256}）。承認するまで起動しません',
    es: 'ahora ejecutaría {title}, encontrado {at}, sha256 {sha256}: no se inicia hasta que lo aceptes',
  },
  cli_service_unpinned: {
    en: 'not pinned: it cannot be told beforehand what this command runs (an image of a container is pinned where its digest names it)',
    zh: '未固定：无法事先得知此命令会运行什么（容器镜像按摘要指定时会被固定）',
    ja: '固定されていません：このコマンドが何を実行するか事前に分かりません（コンテナーのイメージはダイジェストで指定すると固定されます）',
    es: 'no fijado: no se puede saber de antemano qué ejecuta esta orden (una imagen de contenedor queda fijada si se nombra por su resumen)',
  },
  cli_service_accepted_at: {
    en: 'accepted {at}',
    zh: '接受于 {at}',
    ja: '承認 {at}',
    es: 'aceptada {at}',
  },
  cli_q_service_package: {
    en: 'Let {uri} run {title} from now on?',
    zh: '今后允许 {uri} 运行 {title} 吗？',
    ja: '今後 {uri} に {title} を実行させますか？',
    es: '¿Dejar que {uri} ejecute {title} a partir de ahora?',
  },
})
