import { definePhrases } from './define.ts'

/** `satchel mcp` and `satchel share`: their lines of `--help`, and what they ask. */
export const cliSharingPhrases = definePhrases({
  cli_mcp: {
    en: 'serve what is shared to the program that started this, over MCP on its standard streams',
    zh: '通过标准流上的 MCP，向启动此命令的程序提供已共享的能力',
    ja: 'このコマンドを起動したプログラムに、標準入出力の MCP で共有中の機能を提供',
    es: 'sirve lo compartido al programa que lo inició, por MCP en su entrada y salida estándar',
  },
  cli_mcp_as: {
    en: 'name the program is known by; without it, what it calls itself',
    zh: '该程序的名称；省略时使用其自报名称',
    ja: 'プログラムの呼び名。省略すると、それ自身の名乗りを使う',
    es: 'nombre con que se conoce el programa; sin él, el que dice tener',
  },
  cli_activity_program: {
    en: 'only calls of this program, as “satchel share list” names it',
    zh: '仅限此程序的调用，名称见“satchel share list”',
    ja: 'このプログラムの呼び出しだけ。名前は「satchel share list」のもの',
    es: 'solo llamadas de este programa, como lo nombra «satchel share list»',
  },
  cli_share: {
    en: 'other programs: what they may see and call',
    zh: '其他程序：它们可以看到和调用什么',
    ja: 'ほかのプログラム: 何を見て呼び出せるか',
    es: 'otros programas: qué pueden ver y llamar',
  },
  cli_share_list: {
    en: 'list the programs, and what each may see',
    zh: '列出各程序及其可见内容',
    ja: 'プログラムと、それぞれに見えるものを一覧',
    es: 'lista los programas y lo que ve cada uno',
  },
  cli_share_tools: {
    en: 'list what can be shared',
    zh: '列出可共享的内容',
    ja: '共有できるものを一覧',
    es: 'lista lo que se puede compartir',
  },
  cli_share_expose: {
    en: 'let a program see and call these as well',
    zh: '让某程序另外可以看到并调用这些能力',
    ja: 'プログラムに、これらを見て呼び出すことも許可',
    es: 'deja que un programa vea y llame también a estas',
  },
  cli_share_ids: {
    en: 'ids, e.g. acp:note/state.create, or acp:note/* for all tools of one',
    zh: 'ID，例如 acp:note/state.create；acp:note/* 表示其全部工具',
    ja: 'ID（例: acp:note/state.create。acp:note/* はその全ツール）',
    es: 'ids, p. ej. acp:note/state.create, o acp:note/* para todas sus herramientas',
  },
  cli_share_surface: {
    en: 'how it sees them: auto, tools (each as a tool) or search (three tools that find and call them)',
    zh: '呈现方式：auto、tools（逐个作为工具）或 search（用三个工具查找并调用）',
    ja: '見せ方: auto、tools（一つずつツールとして）、search（探して呼び出す三つのツール）',
    es: 'cómo las ve: auto, tools (cada una como herramienta) o search (tres herramientas que las buscan y llaman)',
  },
  cli_share_hide: {
    en: 'hide these from a program again, or everything',
    zh: '对某程序重新隐藏这些能力，或全部隐藏',
    ja: 'これらを、またはすべてを、再びプログラムから隠す',
    es: 'oculta de nuevo estas a un programa, o todo',
  },
  cli_share_refuse: {
    en: 'refuse a program: it sees nothing and is asked about no more',
    zh: '拒绝某程序：它什么都看不到，也不再询问',
    ja: 'プログラムを拒否: 何も見えず、以後は尋ねられない',
    es: 'rechaza un programa: no ve nada y no se vuelve a preguntar por él',
  },
  cli_share_token: {
    en: 'make a new token for a program; it is shown once',
    zh: '为某程序生成新令牌；只显示一次',
    ja: 'プログラムの新しいトークンを作成。表示は一度だけ',
    es: 'crea un token nuevo para un programa; se muestra una vez',
  },
  cli_share_token_drop: {
    en: 'take its token back instead',
    zh: '改为收回其令牌',
    ja: '代わりにトークンを取り消す',
    es: 'en su lugar, retira el que tiene',
  },
  cli_share_token_once: {
    en: 'Copy it now: it is kept nowhere and cannot be shown again.',
    zh: '请立即复制：它不会被保存，也无法再次显示。',
    ja: '今すぐコピーしてください。どこにも保存されず、再表示できません。',
    es: 'Cópialo ahora: no se guarda y no se puede volver a mostrar.',
  },
  cli_share_revoke: {
    en: 'forget a program, with its token and everything allowed to it',
    zh: '忘记某程序，连同其令牌及所有许可',
    ja: 'プログラムを、トークンと許可もろとも忘れる',
    es: 'olvida un programa, con su token y todo lo que se le permitió',
  },
  cli_share_http: {
    en: 'open or close HTTP on this machine, or say where it is',
    zh: '开启或关闭本机 HTTP，或显示其地址',
    ja: 'この端末の HTTP を開閉、または場所を表示',
    es: 'abre o cierra HTTP en este equipo, o dice dónde está',
  },
  cli_share_port: {
    en: 'port; 0 takes any free one and keeps it',
    zh: '端口；0 表示任选一个空闲端口并保持不变',
    ja: 'ポート。0 は空きを一つ選んで使い続ける',
    es: 'puerto; 0 toma uno libre y lo conserva',
  },
  cli_share_setup: {
    en: 'print what to put into other programs so that they find this one',
    zh: '输出应填入其他程序的配置，以便它们找到此程序',
    ja: 'ほかのプログラムに入れる設定を表示',
    es: 'muestra qué poner en otros programas para que encuentren este',
  },
  cli_share_for: {
    en: 'only for this one: claude-desktop, claude-code, vscode, cursor, other',
    zh: '仅针对其一：claude-desktop、claude-code、vscode、cursor、other',
    ja: 'これだけ: claude-desktop、claude-code、vscode、cursor、other',
    es: 'solo para este: claude-desktop, claude-code, vscode, cursor, other',
  },
  cli_q_share_expose: {
    en: 'Let “{name}” see and call: {ids}?',
    zh: '允许“{name}”看到并调用：{ids}？',
    ja: '「{name}」に次を見て呼び出すことを許可しますか: {ids}',
    es: '¿Dejar que «{name}» vea y llame a: {ids}?',
  },
  cli_q_share_token: {
    en: 'Make a token with which any program on this machine can call as “{name}”?',
    zh: '生成令牌，让本机上持有它的任何程序都能以“{name}”的身份调用？',
    ja: 'この端末のどのプログラムも「{name}」として呼び出せるトークンを作成しますか?',
    es: '¿Crear un token con el que cualquier programa de este equipo pueda llamar como «{name}»?',
  },
  cli_q_share_http: {
    en: 'Let programs on this machine that have a token call over HTTP?',
    zh: '允许本机上持有令牌的程序通过 HTTP 调用？',
    ja: 'この端末のトークンを持つプログラムに HTTP での呼び出しを許可しますか?',
    es: '¿Dejar que los programas de este equipo que tengan un token llamen por HTTP?',
  },
})
