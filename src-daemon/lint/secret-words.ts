import { readingsOf } from './readings.ts'

// What only its owner may know. Word boundaries are those of letters, not of ASCII.
const ENGLISH = [
  'pass ?(?:word|phrase|code)s?|passwd|pwd|pg ?password|(?:user|db|database|login|smtp|ssh) ?pass',
  '(?:seed|recovery|mnemonic|backup|secret|12 word|24 word) ?(?:phrase|words|codes?|key)|mnemonics?',
  '(?:private|secret|encryption|signing|service account) ?keys?|secret access ?key',
  '(?:client|app|application|consumer|shared|webhook|signing|jwt|cookie|session) ?secret',
  '(?:one ?time|verification|confirmation|security|authentication|authenticator|auth|2 ?fa|mfa|two ?factor|sms|login) ?(?:code|password|pin)',
  'code from (?:the|your|our) (?:sms|text|e ?mail|app|authenticator)',
  'otp|totp|cvv2?|cvc2?|pin ?(?:code|number)|(?:card|sim|bank|your|atm) pin',
  '(?<!(?:library|loyalty|membership|gift) )card ?(?:number|no)',
  'api ?(?:key|token|secret)',
  '(?:access|bearer|refresh|auth|session|id|bot|device|github|gitlab|slack|npm|personal) ?token',
  "(?:security|secret) ?answer|answer to (?:the|your) (?:security|secret) question|mother’?'?s maiden name",
  'authorization header|session cookie|connection string',
].join('|')
const ROMANCE = [
  'contrase(?:ñ|n)as?|clave (?:privada|secreta|de acceso|(?:de )?api|del cajero)|frase (?:semilla|secreta|de (?:recuperaci(?:ó|o)n|recupera(?:ç|c)(?:ã|a)o))',
  'palabras de recuperaci(?:ó|o)n|token (?:de (?:acceso|api|sesi(?:ó|o)n)|personal)|secreto (?:del?|de la) (?:cliente|aplicaci(?:ó|o)n)',
  'c(?:ó|o)digos? (?:de (?:verificaci(?:ó|o)n|confirmaci(?:ó|o)n|seguridad|un solo uso|recuperaci(?:ó|o)n|respaldo|verifica(?:ç|c)(?:ã|a)o)|sms|pin)',
  'n(?:ú|u)mero de (?:la |tu |su )?tarjeta|respuesta (?:secreta|de seguridad)',
  'senhas?|chave privada|chiave privata|frase di recupero',
  'mot de passe|phrase (?:secr(?:è|e)te|de r(?:é|e)cup(?:é|e)ration)|cl(?:é|e) priv(?:é|e)e',
].join('|')
const GERMAN = 'passwort|passwörter|kennwort|wiederherstellungs ?(?:phrase|wörter)|privater schlüssel'
const RUSSIAN = 'пароль|пароли|сид ?фраза|приватный ключ|секретный ключ|код подтверждения'
const CHINESE =
  '密码(?!学)|密碼(?!學)|口令|助记词|助記詞|恢复(?:短语|代码)|恢復(?:短語|代碼)|私钥|私鑰|密钥|金鑰|(?:访问|個人|个人|刷新|身份|会话|API) ?令牌|验证码|驗證碼|动态码|安全码|PIN ?码|(?:卡|银行卡|信用卡)[号號]|背面(?:的)?三位|(?:密保|安全)(?:问题|問題)?答案'
const JAPANESE =
  'パスワード|パスフレーズ|パスコード|暗証番号|秘密鍵|(?:シード|リカバリー|復元)フレーズ|ニーモニック|(?:認証|確認|ワンタイム|セキュリティ|SMS|PIN|バックアップ|リカバリー|復旧|復元) ?コード|カード番号|API ?キー|(?:API|アクセス|リフレッシュ|認証|セッション) ?トークン|シークレット ?キー|クライアント ?シークレット|秘密の質問の|合言葉'
const KOREAN = '비밀번호|개인 ?키|시드 ?구문|복구 ?구문|인증 ?번호|카드 ?번호'
const SPACED = `${ENGLISH}|${ROMANCE}|${GERMAN}|${RUSSIAN}`
const UNSPACED = `${CHINESE}|${JAPANESE}|${KOREAN}`
const SECRET = new RegExp(`(?<![\\p{L}\\d])(?:${SPACED})(?![\\p{L}\\d])|${UNSPACED}`, 'iu')
/** Words that name a secret only if they are all a label says. */
const ALONE =
  /^(?:pin|tan|puk|nip|secret|secreto|clave|token|code pin|(?:credit|debit) card|tarjeta de (?:crédito|débito)|令牌|トークン|シークレット|(?!(?:\w+ )*(?:page|cursor|continuation|sync|pagination|start|stop|end|special|pad|mask|eos|bos) token$)(?:[a-z]+ )+(?:secret|token|password)) ?[:*?]*$/iu
/** Words that are secrets only in the name of a variable: `NPM_TOKEN`. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_?(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY)$/
/** What a label says of a secret that it doesn't ask for. */
const ABOUT_SECRET = [
  `^(?:(?:min|max|minimum|maximum|number of|show|hide|forgot|requires?|enable|enabled|use|is|has) )+(?:${SPACED})(?: (?:required|protected|enabled|length))*$`,
  `(?:^| )(?:${SPACED}) (?:policy|length|strength|hint|expiry|expires(?: in.*)?|last changed|manager|name|id|type|authentication|device name|(?:reset )?url|of your city|\\(postal\\))$`,
  `^(?:longitud|fortaleza|pista|caducidad|nombre|pol[íi]tica) del? (?:la )?(?:${SPACED})$|^(?:mostrar|ocultar|olvid[ée]|requiere) (?:la )?(?:${SPACED})$`,
  `^(?:是否|忘记|显示|隐藏|需要)+(?:${UNSPACED})$|(?:${UNSPACED})(?:的)?(?:长度|強度|强度|提示|策略|有效期|管理器名称|名称|类型|编号)$`,
  `(?:${UNSPACED})(?:の(?:長さ|強度|ヒント|有効期限|要否|名前|種類|管理)|を(?:表示|隠す|忘れた場合))$`,
].join('|')
const ABOUT = new RegExp(`(?:${ABOUT_SECRET})`, 'iu')
/** Longer texts name nothing. */
const LONGEST = 2000

/**
 * Whether the label or the id of a field names what only its owner may know: a password, a recovery phrase, a key, a code, the number of a
 * card. It knows words, not intentions: a text that avoids them isn't found.
 */
export const namesSecret = (label: string): boolean =>
  VARIABLE.test(label) ||
  readingsOf(wordsOf(label.slice(0, LONGEST))).some(
    (reading) => (SECRET.test(reading) || ALONE.test(reading.trim())) && !ABOUT.test(reading.trim()),
  )

/** Whether a sentence asks for such a thing: it says whose it is. */
export const asksForSecret = (text: string): boolean =>
  readingsOf(wordsOf(text.slice(0, LONGEST))).some((reading) => ASKED.test(reading))

const ASKED = new RegExp(
  `(?<![\\p{L}\\d])(?:your|tus?|su|seu|sua|tua|votre|ton|dein\\p{L}{0,3}|ihr\\p{L}{0,3}|ваш\\p{L}{0,3}) [^.!?\\n]{0,30}?(?<![\\p{L}\\d])(?:${SPACED})(?![\\p{L}\\d])|(?:${UNSPACED})[^。！？\\n]{0,6}(?:入力|输入|輸入|教|입력)|(?:输入|輸入|提供|你的|您的|あなたの)[^。！？\\n]{0,12}(?:${UNSPACED})`,
  'iu',
)

/** `seedPhrase` and `api_key` as words, with single blanks. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
