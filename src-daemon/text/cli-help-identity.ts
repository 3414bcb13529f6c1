import { definePhrases } from './define.ts'

/** The lines of `--help` about DIDs and authorizations; those about keys stand with the rest of their words. */
export const cliIdentityHelpPhrases = definePhrases({
  cli_did: {
    en: 'who others are',
    zh: '他人的身份',
    ja: '相手が誰か',
    es: 'quiénes son los demás',
  },
  cli_did_resolve: {
    en: 'look up the keys of did:key, did:web or did:wba',
    zh: '查找 did:key、did:web 或 did:wba 的密钥',
    ja: 'did:key、did:web、did:wba の鍵を調べる',
    es: 'busca las claves de did:key, did:web o did:wba',
  },
  cli_did_fresh: {
    en: 'ask again, even if it was looked up within the last five minutes',
    zh: '即使在最近五分钟内查过，也重新查询',
    ja: '五分以内に調べていても、もう一度尋ねる',
    es: 'pregunta de nuevo, aunque se buscara en los últimos cinco minutos',
  },
  cli_did_auth: {
    en: 'requests that say who sends them (DIDAuthV1)',
    zh: '标明发送者的请求（DIDAuthV1）',
    ja: '送り主を示す要求（DIDAuthV1）',
    es: 'peticiones que dicen quién las envía (DIDAuthV1)',
  },
  cli_did_auth_create: {
    en: 'sign a request; prints the value of the Authorization header',
    zh: '签署请求；输出 Authorization 标头的值',
    ja: '要求に署名し、Authorization ヘッダーの値を表示',
    es: 'firma una petición; imprime el valor de la cabecera Authorization',
  },
  cli_did_auth_verify: {
    en: 'say who sent a header, and take its nonce: the second time it is refused',
    zh: '说明标头由谁发送，并登记其随机数：第二次会被拒绝',
    ja: 'ヘッダーの送り主を示し、nonce を控える（二度目は拒否）',
    es: 'dice quién envió una cabecera y anota su nonce: la segunda vez se rechaza',
  },
  cli_did_operation: {
    en: 'what is asked, e.g. http_request',
    zh: '请求的操作，例如 http_request',
    ja: '要求の内容。例: http_request',
    es: 'qué se pide, p. ej. http_request',
  },
  cli_did_param: {
    en: 'a parameter as a text; may be given several times',
    zh: '文本参数；可重复给出',
    ja: '文字列の引数。何度でも指定可',
    es: 'un parámetro como texto; puede repetirse',
  },
  cli_did_params: {
    en: 'all parameters as a JSON object, or @file',
    zh: '以 JSON 对象或 @文件 给出全部参数',
    ja: 'すべての引数を JSON オブジェクトか @ファイルで',
    es: 'todos los parámetros como objeto JSON, o @archivo',
  },
  cli_did_audience: {
    en: 'whom it is for, exactly as that party writes itself',
    zh: '接收方，须与对方的写法完全一致',
    ja: '宛先。相手の名乗りどおりに',
    es: 'para quién es, tal como esa parte se escribe',
  },
  cli_did_key: {
    en: 'key id to sign with; your default key unless given',
    zh: '用于签名的密钥 ID；默认使用您的默认密钥',
    ja: '署名に使う鍵の ID。省略時は既定の鍵',
    es: 'id de la clave con la que firmar; si falta, tu clave predeterminada',
  },
  cli_authorizations: {
    en: 'what capabilities and other parties may do with your state',
    zh: '能力和其他方可以对您的状态数据做什么',
    ja: '機能や他の相手が状態データにできること',
    es: 'qué pueden hacer las capacidades y otras partes con tu estado',
  },
  cli_authorizations_list: {
    en: 'list authorizations',
    zh: '列出授权',
    ja: '許可を一覧',
    es: 'lista las autorizaciones',
  },
  cli_authorizations_show: {
    en: 'show one with the signed documents that prove it',
    zh: '显示一项授权及其签名文件',
    ja: '許可と、それを証明する署名済み文書を表示',
    es: 'muestra una con los documentos firmados que la prueban',
  },
  cli_authorizations_revoke: {
    en: 'take one back, and everything passed on from it',
    zh: '收回一项授权及由其转授的一切',
    ja: '許可と、そこから渡されたすべてを取り消す',
    es: 'retira una y todo lo que se pasó desde ella',
  },
  cli_authorizations_delegate: {
    en: 'pass a part of one on to another party',
    zh: '将一项授权的一部分转授给其他方',
    ja: '許可の一部を他の相手に渡す',
    es: 'pasa una parte de una a otra parte',
  },
  cli_authorizations_verify: {
    en: 'check documents another party shows (JSON or @file)',
    zh: '核验其他方出示的文件（JSON 或 @文件）',
    ja: '他の相手が示す文書を検証（JSON または @ファイル）',
    es: 'comprueba documentos que muestra otra parte (JSON o @archivo)',
  },
  cli_authorizations_to: {
    en: 'DID of the other party',
    zh: '对方的 DID',
    ja: '相手の DID',
    es: 'DID de la otra parte',
  },
  cli_authorizations_actions: {
    en: 'actions, separated by commas',
    zh: '操作，以逗号分隔',
    ja: '操作（コンマ区切り）',
    es: 'acciones, separadas por comas',
  },
  cli_authorizations_days: {
    en: 'how many days it counts',
    zh: '有效天数',
    ja: '有効な日数',
    es: 'cuántos días vale',
  },
  cli_authorizations_target: {
    en: 'what it should be for',
    zh: '应针对的目标',
    ja: '対象',
    es: 'para qué debe ser',
  },
  cli_authorizations_action: {
    en: 'the action it should allow',
    zh: '应允许的操作',
    ja: '許可されるべき操作',
    es: 'la acción que debe permitir',
  },
})
