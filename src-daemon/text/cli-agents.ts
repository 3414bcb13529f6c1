import { definePhrases } from './define.ts'

/** `satchel agents`: its lines of `--help`, and what it asks. */
export const cliAgentsPhrases = definePhrases({
  cli_agents: {
    en: 'other agents: who may call this one, and where',
    zh: '其他代理：谁可以调用此代理，以及在哪里',
    ja: 'ほかのエージェント: 誰がどこから呼び出せるか',
    es: 'otros agentes: quién puede llamar a este y dónde',
  },
  cli_agents_list: {
    en: 'list who called, who waits for an answer, and what they may call',
    zh: '列出曾调用者、等待答复者及其可调用的工具',
    ja: '呼び出した相手、返事待ちの相手、呼び出せるツールを一覧',
    es: 'lista quién llamó, quién espera respuesta y qué puede llamar',
  },
  cli_agents_tools: {
    en: 'list the tools you could open to other agents',
    zh: '列出可向其他代理开放的工具',
    ja: 'ほかのエージェントに開けるツールを一覧',
    es: 'lista las herramientas que podrías abrir a otros agentes',
  },
  cli_agents_allow: {
    en: 'let an agent call these tools and no others',
    zh: '允许某代理调用这些工具，仅此而已',
    ja: 'エージェントにこれらのツールだけを許可',
    es: 'deja que un agente llame a estas herramientas y a ninguna más',
  },
  cli_agents_tool: {
    en: 'id of a tool, e.g. acp:units/convert',
    zh: '工具的 id，例如 acp:units/convert',
    ja: 'ツールの id（例: acp:units/convert）',
    es: 'id de una herramienta, p. ej. acp:units/convert',
  },
  cli_agents_label: {
    en: 'your name for it',
    zh: '您对它的称呼',
    ja: 'あなたが付ける名前',
    es: 'tu nombre para él',
  },
  cli_agents_refuse: {
    en: 'let an agent call nothing, and hear no more of it',
    zh: '拒绝某代理，不再提示',
    ja: 'エージェントを拒否し、以後は知らせない',
    es: 'no dejes que un agente llame a nada ni vuelva a avisar',
  },
  cli_agents_forget: {
    en: 'treat an agent as a stranger again',
    zh: '重新将某代理视为陌生者',
    ja: 'エージェントを再び未知の相手として扱う',
    es: 'vuelve a tratar a un agente como desconocido',
  },
  cli_agents_endpoint: {
    en: 'show, open (on) or close (off) the endpoint for other agents',
    zh: '显示、开放（on）或关闭（off）供其他代理使用的端点',
    ja: 'ほかのエージェント向けの窓口を表示・開く（on）・閉じる（off）',
    es: 'muestra, abre (on) o cierra (off) el punto de acceso para otros agentes',
  },
  cli_agents_host: {
    en: 'address of this machine to listen on',
    zh: '监听的本机地址',
    ja: '待ち受けるこのマシンのアドレス',
    es: 'dirección de este equipo donde escuchar',
  },
  cli_agents_port: {
    en: 'port to listen on',
    zh: '监听端口',
    ja: '待ち受けるポート',
    es: 'puerto donde escuchar',
  },
  cli_agents_public: {
    en: 'https address of a server with TLS in front of it',
    zh: '其前置 TLS 服务器的 https 地址',
    ja: '手前に置いた TLS サーバーの https アドレス',
    es: 'dirección https de un servidor con TLS delante',
  },
  cli_agents_development: {
    en: 'show or set the hosts for which http and private addresses are accepted',
    zh: '显示或设置允许 http 和私有地址的主机',
    ja: 'http と私設アドレスを認めるホストを表示・設定',
    es: 'muestra o fija los hosts con los que se aceptan http y direcciones privadas',
  },
  cli_agents_none: {
    en: 'allow none',
    zh: '全部取消',
    ja: 'すべて取り消す',
    es: 'no permitir ninguno',
  },
  cli_q_agents_allow: {
    en: 'Let {did} call {tools} whenever it likes?',
    zh: '允许 {did} 随时调用 {tools} 吗？',
    ja: '{did} がいつでも {tools} を呼び出せるようにしますか？',
    es: '¿Dejar que {did} llame a {tools} cuando quiera?',
  },
  cli_q_agents_endpoint: {
    en: 'Let other programs reach Satchel at {host}:{port}? Only agents you allow get an answer.',
    zh: '允许其他程序在 {host}:{port} 访问 Satchel 吗？只有您允许的代理会得到应答。',
    ja: 'ほかのプログラムが {host}:{port} で Satchel に届くようにしますか？ 応答するのは許可したエージェントだけです。',
    es: '¿Dejar que otros programas lleguen a Satchel en {host}:{port}? Solo responde a los agentes que permitas.',
  },
  cli_q_agents_development: {
    en: 'Accept http and private addresses for {hosts}? What goes there is not encrypted.',
    zh: '允许 {hosts} 使用 http 和私有地址吗？发往那里的内容不加密。',
    ja: '{hosts} で http と私設アドレスを認めますか？ 通信は暗号化されません。',
    es: '¿Aceptar http y direcciones privadas para {hosts}? Lo que va allí no se cifra.',
  },
})
