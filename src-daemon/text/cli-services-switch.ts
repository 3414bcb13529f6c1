import { definePhrases } from './define.ts'

/** What `satchel services enable|disable|chat` say. */
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
})
