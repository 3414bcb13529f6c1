/**
 * Sentences of poisoned texts in the languages they are mostly written in. The gaps are short and end with the sentence, so
 * that matching stays linear and two honest sentences aren't taken for one.
 */

/** `sentences` begin with a word; `anywhere` is for scripts without blanks and for non-words. Word boundaries are found once. */
const any = (sentences: readonly string[], anywhere: readonly string[] = []): RegExp =>
  new RegExp(
    [...(sentences.length === 0 ? [] : [`${START}(?:${sentences.join('|')})`]), ...anywhere].join('|'),
    'iu',
  )
/** `\b` knows ASCII alone. */
const START = '(?<![\\p{L}\\d])'
/** Whole words. */
const word = (words: string): string => `(?:${words})(?![\\p{L}\\d])`
/** Words with any ending. */
const stem = (words: string): string => `(?:${words})\\p{L}*`
/** What may be between two words of a sentence. */
const gap = (most: number): string => `[^.!?。！？\\n]{0,${String(most)}}${START}`

/** Overriding other instructions of the model. */
export const OVERRIDE = any(
  [
    word('ignore|disregard|forget|override|bypass|overrule') +
      gap(40) +
      word('previous|prior|above|earlier|system|other|all|preceding|existing|initial|original') +
      gap(20) +
      word('instructions?|rules?|prompts?|messages?|guidelines?|directives?'),
    word(
      "(?:never|do not|don't|stop|no longer|instead of) (?:follow|obey|heed|adhere to|following|obeying)",
    ) +
      gap(20) +
      word(
        'system (?:prompts?|messages?|instructions?)|(?:previous|prior|earlier|original|other|safety) (?:instructions?|rules?|guidelines?|prompts?)',
      ),
    word('you are now (?:in )?(?:developer|dan|jailbreak|unrestricted|god)'),
    '(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt) ?[:：]' +
      gap(40) +
      word('ignore|must|always|never'),
    // Spanish, Portuguese, Italian, French.
    stem('ignor|olvid|omit|desobede|desestim|esque[cç]|desconsider|dimentic|trascur|oubli|néglig|outrepass') +
      gap(40) +
      stem(
        'instruc[ct]|istruzion|instruç|reglas?|regras?|regole|règles?|indicaciones|consignes?|directives?|órdenes|directrices',
      ) +
      gap(25) +
      stem('anterior|previ|precedent|précédent|antérieur|sistema|système|systeme|originale?s?|dessus'),
    // German: the verb comes first or last.
    stem('ignorier|missacht|vergiss|vergesst|vergessen sie|überschreib|umgeh') +
      gap(40) +
      stem('anweisung|instruktion|regeln|vorgaben|systemprompt|system-prompt|systemanweisung'),
    stem('anweisung|instruktion|regeln|vorgaben|systemprompt') +
      gap(20) +
      stem('ignorier|missacht|vergiss|vergessen'),
    // Russian, Ukrainian.
    stem('игнорир|проигнорир|забудь|не следуй|не выполняй|пренебре|отмени|ігнору') +
      gap(40) +
      stem('инструкц|указани|правил|промпт|команд|інструкц|вказівк'),
  ],
  [
    // Without blanks, as joined letters are.
    '(?:ignore|disregard|forget|override)(?:all|any|the|your|my|of|these)*(?:previous|prior|above|earlier|system|other)(?:instructions|rules|prompts?|messages)',
    // Chinese; Japanese and Korean, where the verb comes last.
    '(?:忽略|无视|無視|忘记|忘掉|忘記|不要遵守|不要遵循|不要理会|不再遵守|绕过|繞過|覆盖|覆蓋)[^。！？\\n]{0,20}(?:指令|指示|规则|規則|提示词|提示詞|系统提示|系統提示|命令|ルール)',
    '(?:指示|命令|指令|ルール|規則|プロンプト)[^。！？\\n]{0,15}(?:無視|忘れ|破棄|上書きし|従わない|従うな)',
    '(?:이전|기존|위의|앞의|시스템|모든)[^.!?\\n]{0,15}(?:지시|지침|명령|규칙|프롬프트)[^.!?\\n]{0,10}(?:무시|잊)',
  ],
)

/** Keeping something from the person. */
export const CONCEALMENT = any(
  [
    word("do not|don't|never|must not|should not|without") +
      ' ' +
      word('tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|let') +
      gap(15) +
      word('user|human|person|operator|customer'),
    word("do not|don't|never|must not|without") +
      ' ' +
      word('mention|mentioning|show|showing|reveal|revealing|disclose|disclosing|say|display') +
      gap(40) +
      '(?:to|from) ' +
      word('the user|users?|the human|anyone'),
    word('hide|hidden|conceal|keep') + gap(25) + 'from ' + word('the user|the human|users'),
    word('keep') + gap(20) + word('secret') + gap(20) + word('user|human'),
    // Spanish, Portuguese, Italian.
    'no (?:(?:se )?l[eo]s? )?' +
      stem('dig|inform|mencion|muestr|revel|cuent|avis') +
      gap(40) +
      stem('usuari|utilizador'),
    'não ' + stem('dig|inform|mencion|mostr|revel|cont|avis') + gap(40) + stem('usuári|utilizador'),
    'non ' + stem('dire|dica|inform|menzion|mostra|rivel|avvis') + gap(40) + stem('utent'),
    // French.
    "n[e'’] ?" +
      stem('di[st]|parl|mentionn|montr|révél|inform|averti|préven|signal|divulg') +
      gap(20) +
      word('pas|rien|jamais|aucun|aucune') +
      gap(25) +
      stem('utilisat'),
    "n[e'’] ?" +
      word('pas|jamais') +
      gap(20) +
      stem('di[rt]|inform|mentionn|révél|montr') +
      gap(25) +
      stem('utilisat'),
    // German.
    stem('sag|teil|erzähl|verrat|erwähn|informier|zeig|benachrichtig') +
      gap(30) +
      stem('nutzer|benutzer|anwender') +
      gap(25) +
      word('nicht|nichts|nie|niemals'),
    stem('nutzer|benutzer|anwender') +
      gap(20) +
      word('nicht|nichts|nie|niemals') +
      gap(12) +
      stem('informier|sag|mitteil|mitgeteilt|erfahr|verrat|gezeigt'),
    // Russian, Ukrainian.
    'не ' +
      stem('говори|сообщай|рассказыва|показыва|упомина|уведомля|информиру|раскрыва|кажи') +
      gap(40) +
      stem('пользовател|користувач'),
    'не ' + stem('пользовател') + gap(20) + stem('говори|сообщай'),
  ],
  [
    '(?:donot|never)tell(?:the)?user',
    '(?:不要|别|別|请勿|請勿|切勿|不得|不能)[^。！？\\n]{0,6}(?:告诉|告訴|告知|通知|提醒|透露给|透露給|让|讓)[^。！？\\n]{0,4}(?:用户|用戶|使用者)',
    '(?:不要|别|別|请勿|請勿|切勿|不得)[^。！？\\n]{0,4}(?:向|对|對)(?:用户|用戶|使用者)[^。！？\\n]{0,8}(?:透露|提及|提到|说明|說明|显示|顯示)',
    '(?:ユーザー?|利用者)[^。！？\\n]{0,15}(?:言わない|伝えない|知らせない|教えない|話さない|見せない|言うな|伝えるな|秘密に|隠し|内緒)',
    '사용자[^.!?\\n]{0,15}(?:알리지|말하지|숨기|보여주지)',
  ],
)

/** Putting itself before every other tool. */
export const PRIORITY = any(
  [
    'before ' +
      word('using|calling|invoking|running') +
      ' ' +
      word('any other|all other|every other|another') +
      ' ' +
      word('tools?|functions?'),
    'instead of ' + word('any|all|every') + ' other ' + word('tools?|functions?'),
    'other tools?' +
      gap(20) +
      word('must not|are (?:broken|deprecated|unsafe|disabled)|should (?:never|not) be (?:used|called)'),
    'antes de ' +
      stem('us|utiliz|llam|invoc|cham') +
      gap(12) +
      word('otra|outra|otras') +
      gap(5) +
      stem('herramient|ferrament'),
    word('bevor|vor') + gap(25) + stem('ander') + ' ' + stem('werkzeug|tool'),
    "avant d['’e] ?" + stem('utilis|appel|invoqu') + gap(15) + word('autre|autres') + ' ' + word('outils?'),
    word('прежде чем|перед тем как|перед|до') + gap(30) + stem('друг') + ' ' + stem('инструмент'),
  ],
  [
    '(?:使用|调用|調用|呼叫)(?:任何|所有)?(?:其他|其它|别的)(?:任何)?(?:工具|函数)(?:之)?前',
    '(?:他|ほか)の(?:どの|すべての|あらゆる)?ツールを(?:使う|使用する|呼び出す|実行する)前',
  ],
)

/** Files where programs keep keys and passwords. */
export const SECRET_PLACES = any(
  [word('id_rsa|id_ed25519|id_ecdsa')],
  [
    '(?<![\\w.])(?:~|\\$HOME|%USERPROFILE%|/home/[\\w.-]+|/root|/Users/[\\w.-]+)?[/\\\\]?\\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials)(?![\\w-])(?:[/\\\\][\\w*.-]+)?',
    '/etc/(?:passwd|shadow|sudoers)(?!\\w)',
    '(?:~|%APPDATA%|\\$HOME)[/\\\\][\\w ./\\\\-]{0,60}(?:mcp\\.json|claude_desktop_config\\.json|Login Data|wallet\\.dat|keychain)',
  ],
)

/** Sending the conversation or secrets away, as an argument or to an address. */
export const CARRY_OFF = any([
  word('send|pass|include|append|embed|put|copy|forward|upload|post|attach|exfiltrate|leak') +
    gap(40) +
    word(
      "system prompt|(?:whole |entire |full |complete )?(?:conversation|chat)(?: history)?|previous messages|api keys?|access tokens?|passwords?|private keys?|user's (?:secrets?|credentials|emails?|files)|its contents?|file contents?",
    ) +
    gap(30) +
    word('as|in|into|to|via') +
    gap(25) +
    `(?:${word('parameter|argument|field|sidenote|side note|webhook|server')}|https?:)`,
])

/** Marks by which models recognize the speaker. */
export const MARKS = any(
  [],
  [
    '<\\s*/?\\s*(?:important|system|instructions?|secret|hidden|admin|assistant|override|critical|s(?:ystem)?[-_ ]?prompt)\\s*>',
    '\\[/?(?:INST|SYSTEM|SYS)\\]',
    '<</?SYS>>',
    '<\\|[a-z_]{2,20}\\|>',
    '<!--',
    '(?:^|\\n)[ \\t]*#{2,} *(?:system|assistant|instruction)s? *:',
  ],
)

/** An encoded text for the model to read. */
export const DECODE = any([
  word('decode|decoding|unbase64|decrypt|deobfuscate') +
    gap(60) +
    word('follow|execute|obey|perform|carry out') +
    gap(20) +
    word('it|them|that|this|result|instructions?|commands?|steps'),
])
