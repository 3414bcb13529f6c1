import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `identity/`. */
export const identityErrors = defineErrors({
  keystore_locked: {
    message: {
      en: 'The place where your secret key is kept is locked.',
      zh: '存放您密钥的地方已锁定。',
      ja: '秘密鍵の保管場所がロックされています。',
      es: 'El lugar donde se guarda tu clave secreta está bloqueado.',
    },
    action: {
      en: 'Unlock the system keychain, or give the vault passphrase on the Identity page, and try again. The key is untouched.',
      zh: '请解锁系统钥匙串，或在“身份”页面输入保险库密码后重试。密钥未被改动。',
      ja: 'システムのキーチェーンを解除するか、「アイデンティティ」ページで保管庫のパスフレーズを入力してから、もう一度お試しください。鍵はそのままです。',
      es: 'Desbloquea el llavero del sistema, o escribe la frase de la bóveda en la página Identidad, e inténtalo de nuevo. La clave está intacta.',
    },
  },
  keystore_absent: {
    message: {
      en: 'This system has no keychain that Satchel can use.',
      zh: '此系统没有 Satchel 可用的钥匙串。',
      ja: 'このシステムには Satchel が使えるキーチェーンがありません。',
      es: 'Este sistema no tiene un llavero que Satchel pueda usar.',
    },
    action: {
      en: 'Start the keychain service (on Linux: a Secret Service such as gnome-keyring), or use a vault file with a passphrase. Nothing was changed.',
      zh: '请启动钥匙串服务（Linux 上为 gnome-keyring 等 Secret Service），或使用带密码的保险库文件。没有改动任何内容。',
      ja: 'キーチェーンのサービス（Linux では gnome-keyring などの Secret Service）を起動するか、パスフレーズ付きの保管庫ファイルをお使いください。何も変更していません。',
      es: 'Inicia el servicio de llavero (en Linux, un Secret Service como gnome-keyring), o usa una bóveda con frase de paso. No se cambió nada.',
    },
  },
  keystore_failed: {
    message: {
      en: 'The system keychain did not do what it was asked.',
      zh: '系统钥匙串未能完成请求。',
      ja: 'システムのキーチェーンが要求どおりに動きませんでした。',
      es: 'El llavero del sistema no hizo lo que se le pidió.',
    },
    action: {
      en: 'Check that the keychain works in other programs and try again. No key was deleted or replaced.',
      zh: '请确认钥匙串在其他程序中工作正常后重试。没有删除或替换任何密钥。',
      ja: '他のプログラムでキーチェーンが動くか確かめて、もう一度お試しください。鍵は削除も置き換えもされていません。',
      es: 'Comprueba que el llavero funciona en otros programas e inténtalo de nuevo. No se borró ni reemplazó ninguna clave.',
    },
  },
  key_missing: {
    message: {
      en: 'The secret key of {did} is no longer where it was kept.',
      zh: '{did} 的密钥已不在原来存放的位置。',
      ja: '{did} の秘密鍵が、保管した場所に見つかりません。',
      es: 'La clave secreta de {did} ya no está donde se guardaba.',
    },
    action: {
      en: 'Bring back the keychain or vault file it was kept in. Until then nothing can be signed; everything else works and no new key is made.',
      zh: '请恢复存放它的钥匙串或保险库文件。在此之前无法签名；其他功能照常，也不会生成新密钥。',
      ja: '保管していたキーチェーンか保管庫ファイルを元に戻してください。それまで署名はできませんが、他の機能は使え、新しい鍵は作られません。',
      es: 'Recupera el llavero o la bóveda donde estaba. Hasta entonces no se puede firmar; lo demás funciona y no se crea ninguna clave nueva.',
    },
  },
  key_exists: {
    message: {
      en: 'This key is already here.',
      zh: '此密钥已存在。',
      ja: 'この鍵はすでにあります。',
      es: 'Esta clave ya está aquí.',
    },
    action: {
      en: 'Use the one that is there. Nothing was overwritten.',
      zh: '请使用已有的密钥。没有覆盖任何内容。',
      ja: '既存の鍵をお使いください。何も上書きしていません。',
      es: 'Usa la que ya existe. No se sobrescribió nada.',
    },
  },
  wrong_passphrase: {
    message: {
      en: 'The passphrase is not the right one.',
      zh: '密码不正确。',
      ja: 'パスフレーズが違います。',
      es: 'La frase de paso no es la correcta.',
    },
    action: {
      en: 'Try again; watch for capital letters and the keyboard layout. Nothing was changed.',
      zh: '请重试，并注意大小写和键盘布局。没有改动任何内容。',
      ja: '大文字と小文字、キーボード配列に注意して、もう一度お試しください。何も変更していません。',
      es: 'Inténtalo de nuevo; fíjate en las mayúsculas y el teclado. No se cambió nada.',
    },
  },
  weak_passphrase: {
    message: {
      en: 'The passphrase is too short: at least {minimum} characters are needed.',
      zh: '密码太短：至少需要 {minimum} 个字符。',
      ja: 'パスフレーズが短すぎます。{minimum} 文字以上にしてください。',
      es: 'La frase de paso es demasiado corta: hacen falta al menos {minimum} caracteres.',
    },
    action: {
      en: 'Choose a longer one; four or five random words are good. Nothing was created.',
      zh: '请选择更长的密码，四五个随机单词就很好。没有创建任何内容。',
      ja: 'もっと長いものにしてください。無作為な単語を四つか五つ並べるとよいでしょう。何も作られていません。',
      es: 'Elige una más larga; cuatro o cinco palabras al azar van bien. No se creó nada.',
    },
  },
  vault_corrupt: {
    message: {
      en: 'The vault file {path} is damaged and cannot be read.',
      zh: '保险库文件 {path} 已损坏，无法读取。',
      ja: '保管庫ファイル {path} が壊れていて読めません。',
      es: 'El archivo de bóveda {path} está dañado y no se puede leer.',
    },
    action: {
      en: 'Restore it from a backup. It was left untouched, and no new key is made in its place.',
      zh: '请从备份恢复。文件未被改动，也不会生成新密钥来代替。',
      ja: 'バックアップから戻してください。ファイルには手を加えず、代わりの鍵も作りません。',
      es: 'Restáuralo de una copia. No se tocó, y no se crea ninguna clave en su lugar.',
    },
  },
  vault_missing: {
    message: {
      en: 'The vault file {path} is not there.',
      zh: '找不到保险库文件 {path}。',
      ja: '保管庫ファイル {path} がありません。',
      es: 'El archivo de bóveda {path} no está.',
    },
    action: {
      en: 'Put it back from a backup. Until then nothing can be signed; everything else works.',
      zh: '请从备份放回。在此之前无法签名，其他功能照常。',
      ja: 'バックアップから戻してください。それまで署名はできませんが、他の機能は使えます。',
      es: 'Ponlo de nuevo desde una copia. Hasta entonces no se puede firmar; lo demás funciona.',
    },
  },
  vault_exists: {
    message: {
      en: 'There is already a vault at {path}.',
      zh: '{path} 处已有保险库。',
      ja: '{path} にはすでに保管庫があります。',
      es: 'Ya hay una bóveda en {path}.',
    },
    action: {
      en: 'Open it with its passphrase. It was not overwritten.',
      zh: '请用它的密码打开。它没有被覆盖。',
      ja: 'そのパスフレーズで開いてください。上書きはしていません。',
      es: 'Ábrela con su frase de paso. No se sobrescribió.',
    },
  },
  vault_changed: {
    message: {
      en: 'The vault file {path} is not the one that was opened.',
      zh: '保险库文件 {path} 已不是打开时的那一个。',
      ja: '保管庫ファイル {path} は、開いたときのものではありません。',
      es: 'El archivo de bóveda {path} no es el que se abrió.',
    },
    action: {
      en: 'Lock the vault and open it again with the passphrase of this file. Nothing was written to it.',
      zh: '请锁定保险库，再用此文件的密码重新打开。没有向其中写入任何内容。',
      ja: '保管庫をロックし、このファイルのパスフレーズで開き直してください。何も書き込んでいません。',
      es: 'Bloquea la bóveda y ábrela de nuevo con la frase de este archivo. No se escribió nada en él.',
    },
  },
  identity_file_corrupt: {
    message: {
      en: 'The file {path}, which names your identity, cannot be read.',
      zh: '记录您身份的文件 {path} 无法读取。',
      ja: 'あなたのアイデンティティを示すファイル {path} が読めません。',
      es: 'El archivo {path}, que nombra tu identidad, no se puede leer.',
    },
    action: {
      en: 'Restore it from a backup. It was left untouched, and no new identity is made in its place.',
      zh: '请从备份恢复。文件未被改动，也不会另建新身份。',
      ja: 'バックアップから戻してください。ファイルには手を加えず、新しいアイデンティティも作りません。',
      es: 'Restáuralo de una copia. No se tocó, y no se crea otra identidad en su lugar.',
    },
  },
})

/** Sentences of `identity/`: why there is no OS keychain, said before a passphrase is asked for. */
export const identityPhrases = definePhrases({
  keychain_problem_absent: {
    en: 'This system has no keychain that Satchel can use, so your secret key goes into a file protected by a passphrase.',
    zh: '此系统没有 Satchel 可用的钥匙串，因此您的密钥将存入一个受密码保护的文件。',
    ja: 'このシステムには Satchel が使えるキーチェーンがないため、秘密鍵はパスフレーズで守られたファイルに保管します。',
    es: 'Este sistema no tiene un llavero que Satchel pueda usar; tu clave secreta irá a un archivo protegido por una frase de paso.',
  },
  keychain_problem_locked: {
    en: 'The system keychain is locked. Unlock it and start again, or keep your secret key in a file protected by a passphrase.',
    zh: '系统钥匙串已锁定。请解锁后重新启动，或将密钥保存在受密码保护的文件中。',
    ja: 'システムのキーチェーンがロックされています。解除して起動し直すか、秘密鍵をパスフレーズで守られたファイルに保管してください。',
    es: 'El llavero del sistema está bloqueado. Desbloquéalo y vuelve a empezar, o guarda tu clave secreta en un archivo con frase de paso.',
  },
  keychain_problem_changed: {
    en: 'Your secret key is in a vault file of this data directory, not in the system keychain. Its passphrase opens it.',
    zh: '您的密钥在此数据目录的保险库文件中，而不在系统钥匙串中。用它的密码即可打开。',
    ja: '秘密鍵はシステムのキーチェーンではなく、このデータディレクトリの保管庫ファイルにあります。そのパスフレーズで開けます。',
    es: 'Tu clave secreta está en un archivo de bóveda de este directorio de datos, no en el llavero del sistema. Su frase de paso la abre.',
  },
  keychain_problem_failed: {
    en: 'The system keychain does not keep what it is given, so your secret key goes into a file protected by a passphrase.',
    zh: '系统钥匙串无法保存内容，因此您的密钥将存入一个受密码保护的文件。',
    ja: 'システムのキーチェーンが預けたものを保持しないため、秘密鍵はパスフレーズで守られたファイルに保管します。',
    es: 'El llavero del sistema no conserva lo que se le da; tu clave secreta irá a un archivo protegido por una frase de paso.',
  },
  keychain_problem_chosen: {
    en: 'You moved your secret keys from the system keychain to a vault file. Its passphrase opens it.',
    zh: '您已将密钥从系统钥匙串移到保险库文件。用它的密码即可打开。',
    ja: '秘密鍵をシステムのキーチェーンから保管庫ファイルへ移しました。そのパスフレーズで開けます。',
    es: 'Trasladaste tus claves secretas del llavero del sistema a una bóveda. Su frase de paso la abre.',
  },
})
