import { defineErrors } from './define.ts'

/** Error texts of `identity/secrets/`. */
export const secretsErrors = defineErrors({
  secret_invalid: {
    message: {
      en: 'A secret has 1 to {maximum} characters on one line.',
      zh: '机密须为一行，1 到 {maximum} 个字符。',
      ja: 'シークレットは 1 行で、1～{maximum} 文字です。',
      es: 'Un secreto tiene de 1 a {maximum} caracteres en una línea.',
    },
    action: {
      en: 'Copy it again, without line breaks. Nothing was changed.',
      zh: '请重新复制，不要包含换行。没有改动任何内容。',
      ja: '改行を含めずにコピーし直してください。何も変更していません。',
      es: 'Cópialo otra vez, sin saltos de línea. No se cambió nada.',
    },
  },
  secret_missing: {
    message: {
      en: 'The secret {name} is not kept here.',
      zh: '这里没有保存机密 {name}。',
      ja: 'シークレット {name} はここに保存されていません。',
      es: 'El secreto {name} no está guardado aquí.',
    },
    action: {
      en: 'Enter it again where it is needed.',
      zh: '请在需要的地方重新输入。',
      ja: '必要な場所でもう一度入力してください。',
      es: 'Introdúcelo de nuevo donde haga falta.',
    },
  },
  secret_damaged: {
    message: {
      en: 'The secret {name} cannot be opened: what is kept was changed, or its key is not here any more.',
      zh: '无法打开机密 {name}：保存的内容已被更改，或其密钥已不在此处。',
      ja: 'シークレット {name} を開けません。保存内容が変わったか、その鍵がもうありません。',
      es: 'No se puede abrir el secreto {name}: lo guardado cambió o su clave ya no está aquí.',
    },
    action: {
      en: 'Enter it again where it is needed; that replaces what is kept.',
      zh: '请在需要的地方重新输入，以替换已保存的内容。',
      ja: '必要な場所で入力し直すと、保存内容が置き換わります。',
      es: 'Introdúcelo de nuevo donde haga falta; eso reemplaza lo guardado.',
    },
  },
  secret_gone: {
    message: {
      en: 'The secret {name} is not in the keychain or vault any more.',
      zh: '机密 {name} 已不在钥匙串或保险库中。',
      ja: 'シークレット {name} はキーチェーンにも保管庫にもありません。',
      es: 'El secreto {name} ya no está en el llavero ni en la bóveda.',
    },
    action: {
      en: 'Enter it again where it is needed, or remove what it was for. A backup of keys does not hold it.',
      zh: '请在需要的地方重新输入，或移除使用它的项目。密钥备份中没有它。',
      ja: '必要な場所で入力し直すか、それを使うものを削除してください。鍵のバックアップには入っていません。',
      es: 'Introdúcelo de nuevo donde haga falta, o quita aquello para lo que era. No está en la copia de las claves.',
    },
  },
})
