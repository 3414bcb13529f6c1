import { definePhrases } from './define.ts'

/**
 * Why something failed, as part of a sentence: what stands where a template says `{reason:why}`. A parameter that is none of these codes is
 * shown as it is, for it is the word of a program or of somebody else.
 */
export const reasons = definePhrases({
  // Addresses
  invalid_url: {
    en: 'not an address that can be asked',
    zh: '不是可请求的地址',
    ja: '要求できるアドレスではありません',
    es: 'no es una dirección a la que se pueda preguntar',
  },
  credentials_in_url: {
    en: 'a name or password stands in the address',
    zh: '地址中含有用户名或密码',
    ja: 'アドレスに名前かパスワードが含まれています',
    es: 'la dirección lleva un nombre o una contraseña',
  },
  other_origin: {
    en: 'another server than the one that was set',
    zh: '不是所设置的服务器',
    ja: '設定したものとは別のサーバーです',
    es: 'otro servidor que el configurado',
  },
  host_not_allowed: {
    en: 'not among the hosts that were allowed',
    zh: '不在允许的主机之列',
    ja: '許可されたホストではありません',
    es: 'no está entre los hosts permitidos',
  },
  not_https: {
    en: 'not encrypted: no https',
    zh: '未加密：不是 https',
    ja: '暗号化されていません（https ではない）',
    es: 'sin cifrar: no es https',
  },
  private_address: {
    en: 'an address of a private network or of this machine',
    zh: '私有网络或本机的地址',
    ja: '私設ネットワークかこのコンピューターのアドレスです',
    es: 'una dirección de una red privada o de este equipo',
  },
  too_many_redirects: {
    en: 'redirected too often',
    zh: '重定向过多',
    ja: 'リダイレクトが多すぎます',
    es: 'demasiadas redirecciones',
  },
  bad_port: {
    en: 'a port that is never asked',
    zh: '不允许请求的端口',
    ja: '要求してはならないポートです',
    es: 'un puerto al que nunca se pregunta',
  },
  did_changed: {
    en: 'its DID names another address now',
    zh: '其 DID 现在指向另一地址',
    ja: 'DID が別のアドレスを示しています',
    es: 'su DID nombra ahora otra dirección',
  },
  did_names_none: {
    en: 'its DID names no address of a server',
    zh: '其 DID 未指明服务器地址',
    ja: 'DID がサーバーのアドレスを示していません',
    es: 'su DID no nombra ninguna dirección de servidor',
  },
  // Grants and values that were given
  relative: {
    en: 'not a whole path',
    zh: '不是完整路径',
    ja: '完全なパスではありません',
    es: 'no es una ruta completa',
  },
  missing: { en: 'not there', zh: '不存在', ja: '存在しません', es: 'no existe' },
  system: {
    en: 'the system’s own',
    zh: '属于系统',
    ja: 'システムのものです',
    es: 'es del sistema',
  },
  own_data: {
    en: 'Satchel’s own data',
    zh: 'Satchel 自身的数据',
    ja: 'Satchel 自身のデータです',
    es: 'datos del propio Satchel',
  },
  host: {
    en: 'not the name of a host',
    zh: '不是主机名',
    ja: 'ホスト名ではありません',
    es: 'no es el nombre de un host',
  },
  cwd: {
    en: 'the working folder is not among the folders that were granted',
    zh: '工作文件夹不在已授予的文件夹之内',
    ja: '作業フォルダーが許可されたフォルダーの中にありません',
    es: 'la carpeta de trabajo no está entre las concedidas',
  },
  unknown_field: {
    en: 'nothing of that name is asked for',
    zh: '没有此名称的项目',
    ja: 'その名前の項目はありません',
    es: 'no se pide nada con ese nombre',
  },
  several_values: {
    en: 'it takes one value',
    zh: '只接受一个值',
    ja: '値は一つだけです',
    es: 'admite un solo valor',
  },
  line_break: {
    en: 'it has a line break',
    zh: '含有换行',
    ja: '改行があります',
    es: 'tiene un salto de línea',
  },
  not_a_number: { en: 'not a number', zh: '不是数字', ja: '数ではありません', es: 'no es un número' },
  // Archives
  unreadable: {
    en: 'not a zip that can be read',
    zh: '不是可读取的 zip',
    ja: '読み取れる zip ではありません',
    es: 'no es un zip legible',
  },
  path: {
    en: 'a name in it leads elsewhere or cannot be used',
    zh: '其中的名称指向别处或不可用',
    ja: '中の名前が外を指すか、使えません',
    es: 'un nombre lleva a otro lugar o no se puede usar',
  },
  link: {
    en: 'there is a link in it',
    zh: '其中有链接',
    ja: 'リンクが含まれています',
    es: 'contiene un enlace',
  },
  encrypted: { en: 'encrypted', zh: '已加密', ja: '暗号化されています', es: 'está cifrado' },
  too_many: { en: 'too many files', zh: '文件过多', ja: 'ファイルが多すぎます', es: 'demasiados archivos' },
  too_large: { en: 'too large', zh: '过大', ja: '大きすぎます', es: 'demasiado grande' },
  twice: {
    en: 'two files of the same name',
    zh: '有两个同名文件',
    ja: '同じ名前のファイルが二つあります',
    es: 'dos archivos con el mismo nombre',
  },
  bomb: {
    en: 'far larger unpacked than it says',
    zh: '解压后远大于声明的大小',
    ja: '展開すると申告よりはるかに大きくなります',
    es: 'descomprimido es mucho mayor de lo que dice',
  },
  // Signing in
  other_resource: {
    en: 'its description is for another server',
    zh: '其说明属于另一服务器',
    ja: '説明が別のサーバーのものです',
    es: 'su descripción es de otro servidor',
  },
  issuer_mismatch: {
    en: 'another issuer answered than the one that was named',
    zh: '应答的颁发者与指明的不同',
    ja: '示された発行者とは別の発行者が答えました',
    es: 'respondió otro emisor que el nombrado',
  },
  no_pkce: {
    en: 'it does not offer PKCE with S256',
    zh: '未提供 S256 的 PKCE',
    ja: 'S256 の PKCE に対応していません',
    es: 'no ofrece PKCE con S256',
  },
  insecure_endpoint: {
    en: 'tokens would be sent without encryption',
    zh: '令牌会以未加密方式发送',
    ja: 'トークンが暗号化されずに送られます',
    es: 'los tokens se enviarían sin cifrar',
  },
  token_type: {
    en: 'tokens of a kind that is not asked for',
    zh: '令牌类型不符',
    ja: 'トークンの種類が違います',
    es: 'tokens de un tipo que no se pidió',
  },
  no_metadata: {
    en: 'nothing says where to sign in',
    zh: '没有说明在哪里登录',
    ja: 'サインイン先が示されていません',
    es: 'nada dice dónde iniciar sesión',
  },
  bad_metadata: {
    en: 'what says where to sign in cannot be read',
    zh: '无法读取登录位置的说明',
    ja: 'サインイン先の説明を読み取れません',
    es: 'no se puede leer lo que dice dónde iniciar sesión',
  },
  bad_answer: {
    en: 'its answer does not hold',
    zh: '其应答不成立',
    ja: '応答が正しくありません',
    es: 'su respuesta no se sostiene',
  },
  denied: {
    en: 'it was denied in the browser',
    zh: '在浏览器中被拒绝',
    ja: 'ブラウザーで拒否されました',
    es: 'se denegó en el navegador',
  },
  refused: {
    en: 'its sign-in server refused',
    zh: '登录服务器拒绝了',
    ja: 'サインイン用サーバーが拒否しました',
    es: 'su servidor de sesión se negó',
  },
  bad_token: {
    en: 'the token cannot be used',
    zh: '令牌无法使用',
    ja: 'トークンを使えません',
    es: 'el token no se puede usar',
  },
  // How a program ended, and what it did wrong
  exit_code: {
    en: 'exit code {exitCode}',
    zh: '退出代码 {exitCode}',
    ja: '終了コード {exitCode}',
    es: 'código de salida {exitCode}',
  },
  signal: { en: 'signal {signal}', zh: '信号 {signal}', ja: 'シグナル {signal}', es: 'señal {signal}' },
  // What its end leaves behind: a sentence of its own
  call_cut_off: {
    en: 'What it was doing may be half done.',
    zh: '它正在做的事可能只完成了一部分。',
    ja: '実行中の処理は途中かもしれません。',
    es: 'Lo que estaba haciendo puede haber quedado a medias.',
  },
  no_call: {
    en: 'No call was running.',
    zh: '当时没有正在进行的调用。',
    ja: '実行中の呼び出しはありませんでした。',
    es: 'No había ninguna llamada en curso.',
  },
  stopped: { en: 'it was stopped', zh: '已被停止', ja: '停止されました', es: 'se detuvo' },
  noise: {
    en: 'it writes what is no message',
    zh: '其输出不是消息',
    ja: 'メッセージでないものを書いています',
    es: 'escribe lo que no es un mensaje',
  },
  endless: {
    en: 'it writes without end',
    zh: '它不停地输出',
    ja: '際限なく書き続けています',
    es: 'escribe sin fin',
  },
  message_too_long: {
    en: 'a message of more than 8 MiB',
    zh: '有超过 8 MiB 的消息',
    ja: '8 MiB を超えるメッセージがあります',
    es: 'un mensaje de más de 8 MiB',
  },
  unreadable_tool: {
    en: 'a tool is described in a way that cannot be read',
    zh: '某个工具的描述无法读取',
    ja: '読み取れない説明のツールがあります',
    es: 'una herramienta está descrita de forma ilegible',
  },
  // What was read
  json_comma: { en: 'a comma is missing', zh: '缺少逗号', ja: 'コンマがありません', es: 'falta una coma' },
  json_value: { en: 'a value is missing', zh: '缺少值', ja: '値がありません', es: 'falta un valor' },
  json_close: {
    en: 'a bracket is not closed',
    zh: '括号未闭合',
    ja: '括弧が閉じられていません',
    es: 'falta cerrar un corchete o una llave',
  },
  not_json: { en: 'not JSON', zh: '不是 JSON', ja: 'JSON ではありません', es: 'no es JSON' },
  no_servers: {
    en: 'no list of servers came',
    zh: '没有返回服务器列表',
    ja: 'サーバーの一覧がありません',
    es: 'no llegó una lista de servidores',
  },
  other_server: {
    en: 'another server came than the one asked for',
    zh: '返回的不是所请求的服务器',
    ja: '求めたものとは別のサーバーが返りました',
    es: 'llegó otro servidor que el pedido',
  },
  // Packages that are fetched
  lock_changed: {
    en: 'what was kept of it is no longer what it was',
    zh: '保存的内容已不是原来的内容',
    ja: '保存した内容が元のものではありません',
    es: 'lo que se guardó ya no es lo que era',
  },
})
