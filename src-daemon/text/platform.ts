import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `platform/`, `client/` and `api/`: processes, sockets, the data directory. */
export const platformErrors = defineErrors({
  internal: {
    message: {
      en: 'Something in Satchel failed that should not have.',
      zh: 'Satchel 内部出现了不该出现的错误。',
      ja: 'Satchel の内部で想定外のエラーが起きました。',
      es: 'Algo falló dentro de Satchel que no debería haber fallado.',
    },
    action: {
      en: 'Your data is unchanged. The daemon log has the details: `satchel daemon logs`.',
      zh: '您的数据没有改变。详情见守护进程日志：`satchel daemon logs`。',
      ja: 'データは変わっていません。詳細はデーモンのログにあります: `satchel daemon logs`。',
      es: 'Tus datos no han cambiado. El registro tiene los detalles: `satchel daemon logs`.',
    },
  },
  invalid_request: {
    message: {
      en: 'The request does not have the expected shape: {problem}.',
      zh: '请求的格式不正确：{problem}。',
      ja: 'リクエストの形式が正しくありません: {problem}。',
      es: 'La petición no tiene la forma esperada: {problem}.',
    },
    action: {
      en: 'Correct the named field and try again.',
      zh: '请更正所指的字段后重试。',
      ja: '示された項目を直してもう一度お試しください。',
      es: 'Corrige el campo indicado e inténtalo de nuevo.',
    },
  },
  data_dir_unusable: {
    message: {
      en: 'The data directory {path} cannot be used: {problem}.',
      zh: '无法使用数据目录 {path}：{problem}。',
      ja: 'データディレクトリ {path} を使えません: {problem}。',
      es: 'No se puede usar el directorio de datos {path}: {problem}.',
    },
    action: {
      en: 'Give your user read and write access to it, or set SATCHEL_HOME to another directory. Nothing was changed.',
      zh: '请为当前用户授予读写权限，或将 SATCHEL_HOME 设为其他目录。没有改动任何内容。',
      ja: '読み書きの権限を与えるか、SATCHEL_HOME に別のディレクトリを指定してください。何も変更していません。',
      es: 'Da a tu usuario permiso de lectura y escritura, o pon otro directorio en SATCHEL_HOME. No se cambió nada.',
    },
  },
  disk_full: {
    message: {
      en: 'The disk is full, so the last change was not saved.',
      zh: '磁盘已满，上一次更改没有保存。',
      ja: 'ディスクがいっぱいで、直前の変更は保存されませんでした。',
      es: 'El disco está lleno; el último cambio no se guardó.',
    },
    action: {
      en: 'Free some space and repeat it. Everything saved before is intact.',
      zh: '请释放一些空间后重试。之前保存的内容完好无损。',
      ja: '空きを作ってからやり直してください。それまでに保存したものは無事です。',
      es: 'Libera espacio y repítelo. Todo lo guardado antes está intacto.',
    },
  },
  disk_failed: {
    message: {
      en: 'The disk failed while Satchel was reading or writing: {problem}.',
      zh: 'Satchel 读写时磁盘出错：{problem}。',
      ja: 'Satchel の読み書き中にディスクのエラーが起きました: {problem}。',
      es: 'El disco falló mientras Satchel leía o escribía: {problem}.',
    },
    action: {
      en: 'The last change was not saved; what was saved before is untouched. Make a copy of your data, then check the disk.',
      zh: '上一次更改没有保存，之前保存的内容没有改动。请先备份数据，再检查磁盘。',
      ja: '直前の変更は保存されませんでした。それまでに保存したものはそのままです。データを複製してからディスクを確かめてください。',
      es: 'El último cambio no se guardó; lo guardado antes no se tocó. Haz una copia de tus datos y revisa el disco.',
    },
  },
  access_denied: {
    message: {
      en: 'The system does not let Satchel do this: {problem}.',
      zh: '系统不允许 Satchel 执行此操作：{problem}。',
      ja: 'システムが Satchel にこの操作を許していません: {problem}。',
      es: 'El sistema no permite a Satchel hacer esto: {problem}.',
    },
    action: {
      en: 'Nothing was changed. Give your user permission to read and write there, or use a disk that can be written to.',
      zh: '没有改动任何内容。请为当前用户授予读写权限，或使用可写的磁盘。',
      ja: '何も変更していません。読み書きの権限を与えるか、書き込めるディスクを使ってください。',
      es: 'No se cambió nada. Da a tu usuario permiso para leer y escribir ahí, o usa un disco en el que se pueda escribir.',
    },
  },
  daemon_already_running: {
    message: {
      en: 'A Satchel daemon (process {pid}) already owns {path}.',
      zh: '已有一个 Satchel 守护进程（进程 {pid}）占用 {path}。',
      ja: 'Satchel デーモン（プロセス {pid}）がすでに {path} を使用しています。',
      es: 'Un daemon de Satchel (proceso {pid}) ya es dueño de {path}.',
    },
    action: {
      en: 'Use that one, or stop it with `satchel daemon stop`.',
      zh: '请使用该进程，或用 `satchel daemon stop` 停止它。',
      ja: 'それを使うか、`satchel daemon stop` で止めてください。',
      es: 'Usa ese, o detenlo con `satchel daemon stop`.',
    },
  },
  socket_unusable: {
    message: {
      en: 'The socket {path} cannot be opened: {problem}.',
      zh: '无法打开套接字 {path}：{problem}。',
      ja: 'ソケット {path} を開けません: {problem}。',
      es: 'No se puede abrir el socket {path}: {problem}.',
    },
    action: {
      en: 'Move what stands at that path away, or set SATCHEL_HOME to a directory with a shorter name.',
      zh: '请移走该路径上的文件，或将 SATCHEL_HOME 设为名称更短的目录。',
      ja: 'そのパスにあるものを移動するか、SATCHEL_HOME に短い名前のディレクトリを指定してください。',
      es: 'Aparta lo que hay en esa ruta, o pon en SATCHEL_HOME un directorio de nombre más corto.',
    },
  },
  port_taken: {
    message: {
      en: 'Port {port} on this computer is taken.',
      zh: '本机端口 {port} 已被占用。',
      ja: 'このコンピューターのポート {port} は使用中です。',
      es: 'El puerto {port} de este equipo está ocupado.',
    },
    action: {
      en: 'Leave --port out to use a free one.',
      zh: '不指定 --port 即可使用空闲端口。',
      ja: '--port を省くと空いているポートを使います。',
      es: 'Omite --port para usar uno libre.',
    },
  },
  daemon_unreachable: {
    message: {
      en: 'The Satchel daemon does not answer: {problem}.',
      zh: 'Satchel 守护进程没有响应：{problem}。',
      ja: 'Satchel デーモンが応答しません: {problem}。',
      es: 'El daemon de Satchel no responde: {problem}.',
    },
    action: {
      en: 'Start it with `satchel daemon start`; `satchel daemon logs` says why it stopped.',
      zh: '用 `satchel daemon start` 启动；`satchel daemon logs` 说明停止原因。',
      ja: '`satchel daemon start` で起動してください。止まった理由は `satchel daemon logs` にあります。',
      es: 'Inícialo con `satchel daemon start`; `satchel daemon logs` dice por qué se detuvo.',
    },
  },
  version_mismatch: {
    message: {
      en: 'This Satchel ({client}) and the running daemon ({daemon}) speak different versions.',
      zh: '此 Satchel（{client}）与正在运行的守护进程（{daemon}）版本不同。',
      ja: 'この Satchel（{client}）と動作中のデーモン（{daemon}）のバージョンが違います。',
      es: 'Este Satchel ({client}) y el daemon en marcha ({daemon}) hablan versiones distintas.',
    },
    action: {
      en: 'Run `satchel daemon stop`, then start Satchel again. Nothing was changed.',
      zh: '请运行 `satchel daemon stop`，然后重新启动 Satchel。没有改动任何内容。',
      ja: '`satchel daemon stop` を実行してから Satchel を起動し直してください。何も変更していません。',
      es: 'Ejecuta `satchel daemon stop` y vuelve a iniciar Satchel. No se cambió nada.',
    },
  },
  wrong_token: {
    message: {
      en: 'This link has been used, has expired, or is not from this daemon.',
      zh: '此链接已使用、已过期，或不属于此守护进程。',
      ja: 'このリンクは使用済みか、期限切れか、このデーモンのものではありません。',
      es: 'Este enlace ya se usó, caducó o no es de este daemon.',
    },
    action: {
      en: 'Ask for a new one with `satchel web`.',
      zh: '请用 `satchel web` 获取新链接。',
      ja: '`satchel web` で新しいリンクを取得してください。',
      es: 'Pide uno nuevo con `satchel web`.',
    },
  },
  caller_not_allowed: {
    message: {
      en: 'A {caller} connection may not do this.',
      zh: '{caller} 连接不能执行此操作。',
      ja: '{caller} 接続ではこの操作はできません。',
      es: 'Una conexión {caller} no puede hacer esto.',
    },
    action: {
      en: 'Do it in the Satchel window or in a terminal.',
      zh: '请在 Satchel 窗口或终端中操作。',
      ja: 'Satchel のウィンドウかターミナルで行ってください。',
      es: 'Hazlo en la ventana de Satchel o en un terminal.',
    },
  },
  shutting_down: {
    message: {
      en: 'Satchel is stopping.',
      zh: 'Satchel 正在停止。',
      ja: 'Satchel は停止処理中です。',
      es: 'Satchel se está deteniendo.',
    },
    action: {
      en: 'Start it again and repeat what you were doing.',
      zh: '请重新启动后再试。',
      ja: '起動し直してからもう一度お試しください。',
      es: 'Inícialo de nuevo y repite lo que hacías.',
    },
  },
  config_corrupt: {
    message: {
      en: 'The settings file {path} cannot be read: {problem}.',
      zh: '无法读取设置文件 {path}：{problem}。',
      ja: '設定ファイル {path} を読めません: {problem}。',
      es: 'No se puede leer el archivo de ajustes {path}: {problem}.',
    },
    action: {
      en: 'It was left as it is. Correct it, or set it aside to start from the defaults.',
      zh: '文件保持原样。请更正它，或将其移到一旁以使用默认设置。',
      ja: 'ファイルはそのままです。直すか、脇によけて既定値で始めてください。',
      es: 'Se dejó como está. Corrígelo, o apártalo para empezar con los valores por defecto.',
    },
  },
  not_ready: {
    message: {
      en: 'Satchel is not ready yet.',
      zh: 'Satchel 尚未就绪。',
      ja: 'Satchel の準備がまだできていません。',
      es: 'Satchel aún no está listo.',
    },
    action: {
      en: 'Finish the set-up it asks for, then try again.',
      zh: '请完成所要求的设置后重试。',
      ja: '求められている設定を終えてから、もう一度お試しください。',
      es: 'Termina la configuración que pide e inténtalo de nuevo.',
    },
  },
  file_unreadable: {
    message: {
      en: '{path} cannot be read: {problem}.',
      zh: '无法读取 {path}：{problem}。',
      ja: '{path} を読めません: {problem}。',
      es: 'No se puede leer {path}: {problem}.',
    },
    action: {
      en: 'Check the name and its permissions, then try again.',
      zh: '请检查名称和权限后重试。',
      ja: '名前と権限を確かめて、もう一度お試しください。',
      es: 'Comprueba el nombre y sus permisos e inténtalo de nuevo.',
    },
  },
  vault_needs_passphrase: {
    message: {
      en: 'Your key waits for a passphrase, and there is no terminal to ask on.',
      zh: '您的密钥需要口令，但没有可供询问的终端。',
      ja: '鍵にはパスフレーズが必要ですが、尋ねられるターミナルがありません。',
      es: 'Tu clave espera una frase de contraseña y no hay un terminal donde pedirla.',
    },
    action: {
      en: 'Run this in a terminal, or put the passphrase in SATCHEL_VAULT_PASSPHRASE.',
      zh: '请在终端中运行，或将口令放入 SATCHEL_VAULT_PASSPHRASE。',
      ja: 'ターミナルで実行するか、SATCHEL_VAULT_PASSPHRASE にパスフレーズを入れてください。',
      es: 'Ejecútalo en un terminal, o pon la frase en SATCHEL_VAULT_PASSPHRASE.',
    },
  },
  needs_consent: {
    message: {
      en: 'This needs your consent, and there is no terminal to ask on: {question}',
      zh: '此操作需要您的同意，但没有可供询问的终端：{question}',
      ja: 'これには同意が必要ですが、確認できるターミナルがありません：{question}',
      es: 'Esto necesita tu consentimiento y no hay un terminal donde pedirlo: {question}',
    },
    action: {
      en: 'Run it in a terminal, or add --yes to give consent for this one command.',
      zh: '请在终端中运行，或加上 --yes 仅对此命令表示同意。',
      ja: 'ターミナルで実行するか、--yes を付けてこのコマンドだけに同意してください。',
      es: 'Ejecútalo en un terminal, o añade --yes para consentir solo este comando.',
    },
  },
})

/** Sentences of `platform/`. */
export const platformPhrases = definePhrases({})
