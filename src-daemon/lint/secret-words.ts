import { readingsOf } from './readings.ts'

// What only its owner may know. Word boundaries are those of letters, not of ASCII.
const ENGLISH =
  'pass ?(?:word|phrase|code)s?|passwd|pwd|(?:seed|recovery|mnemonic|backup|secret) ?(?:phrase|words|codes?|key)|mnemonics?|(?:private|secret|encryption|signing) ?keys?|client ?secret|(?:one ?time|verification|security|authentication|authenticator|auth|2fa|sms|login) ?(?:code|password|pin)|otp|totp|cvv2?|cvc2?|pin ?(?:code|number)|card ?(?:number|no)|api ?(?:key|token|secret)|(?:access|bearer|refresh) ?token'
const ROMANCE =
  'contrase(?:ñ|n)as?|clave (?:privada|secreta|de acceso)|frase (?:semilla|secreta|de (?:recuperaci(?:ó|o)n|recupera(?:ç|c)(?:ã|a)o))|c(?:ó|o)digo de (?:verificaci(?:ó|o)n|seguridad|verifica(?:ç|c)(?:ã|a)o)|n(?:ú|u)mero de (?:la )?tarjeta|senhas?|chave privada|chiave privata|frase di recupero|mot de passe|phrase (?:secr(?:è|e)te|de r(?:é|e)cup(?:é|e)ration)|cl(?:é|e) priv(?:é|e)e'
const GERMAN = 'passwort|passwörter|kennwort|wiederherstellungs ?(?:phrase|wörter)|privater schlüssel'
const RUSSIAN = 'пароль|пароли|сид ?фраза|приватный ключ|секретный ключ|код подтверждения'
const CHINESE = '密码|密碼|口令|助记词|助記詞|恢复短语|恢復短語|私钥|私鑰|验证码|驗證碼|安全码|卡号'
const JAPANESE =
  'パスワード|パスフレーズ|暗証番号|秘密鍵|シードフレーズ|リカバリーフレーズ|復元フレーズ|認証コード|確認コード|カード番号'
const KOREAN = '비밀번호|개인 ?키|시드 ?구문|복구 ?구문|인증 ?번호|카드 ?번호'
const SECRET = new RegExp(
  `(?<![\\p{L}\\d])(?:${ENGLISH}|${ROMANCE}|${GERMAN}|${RUSSIAN})(?![\\p{L}\\d])|${CHINESE}|${JAPANESE}|${KOREAN}`,
  'iu',
)
/** Words that name a secret only if they are all a label says. */
const ALONE = /^(?:pin|tan|puk|secret|clave|token|code pin)\s*[:*?]*$/iu
/** Longer texts name nothing. */
const LONGEST = 2000

/**
 * Whether the label or the id of a field names what only its owner may know: a password, a recovery phrase, a key, a code, the number of a
 * card. It knows words, not intentions: a text that avoids them isn't found.
 */
export const namesSecret = (label: string): boolean =>
  readingsOf(wordsOf(label.slice(0, LONGEST))).some(
    (reading) => SECRET.test(reading) || ALONE.test(reading.trim()),
  )

/** Whether a sentence asks for such a thing: it says whose it is. */
export const asksForSecret = (text: string): boolean =>
  readingsOf(wordsOf(text.slice(0, LONGEST))).some((reading) => ASKED.test(reading))

const ASKED = new RegExp(
  `(?<![\\p{L}\\d])(?:your|tus?|su|seu|sua|tua|votre|ton|dein\\p{L}{0,3}|ihr\\p{L}{0,3}|ваш\\p{L}{0,3}) [^.!?\\n]{0,30}?(?<![\\p{L}\\d])(?:${ENGLISH}|${ROMANCE}|${GERMAN}|${RUSSIAN})(?![\\p{L}\\d])|(?:${CHINESE}|${JAPANESE}|${KOREAN})[^。！？\\n]{0,6}(?:入力|输入|輸入|教|입력)|(?:输入|輸入|提供|你的|您的|あなたの)[^。！？\\n]{0,12}(?:${CHINESE}|${JAPANESE}|${KOREAN})`,
  'iu',
)

/** `seedPhrase` and `api_key` as words, with single blanks. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
