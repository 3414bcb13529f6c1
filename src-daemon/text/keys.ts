import { defineErrors } from './define.ts'

/** Error texts of `identity/keys/`. */
export const keysErrors = defineErrors({
  label_invalid: {
    message: {
      en: 'A key’s name has 1 to {maximum} characters on one line.',
      zh: '密钥名称须为一行，1 到 {maximum} 个字符。',
      ja: '鍵の名前は 1 行で、1～{maximum} 文字です。',
      es: 'El nombre de una clave tiene de 1 a {maximum} caracteres en una línea.',
    },
    action: {
      en: 'Choose another name. Nothing was changed.',
      zh: '请换一个名称。没有改动任何内容。',
      ja: '別の名前にしてください。何も変更していません。',
      es: 'Elige otro nombre. No se cambió nada.',
    },
  },
  key_unknown: {
    message: {
      en: 'There is no key {key} here.',
      zh: '这里没有密钥 {key}。',
      ja: '鍵 {key} はここにありません。',
      es: 'Aquí no hay ninguna clave {key}.',
    },
    action: {
      en: 'Look at your keys on the Identity page or with `satchel keys list`.',
      zh: '请在“身份”页面或用 `satchel keys list` 查看您的密钥。',
      ja: '「アイデンティティ」ページか `satchel keys list` で鍵を確かめてください。',
      es: 'Mira tus claves en la página Identidad o con `satchel keys list`.',
    },
  },
  key_ambiguous: {
    message: {
      en: '{key} can mean {count} of your keys.',
      zh: '{key} 可以指您的 {count} 个密钥。',
      ja: '{key} に当てはまる鍵が {count} 個あります。',
      es: '{key} puede ser {count} de tus claves.',
    },
    action: {
      en: 'Name it by its whole DID, as `satchel keys list` shows it. Nothing was changed.',
      zh: '请使用 `satchel keys list` 显示的完整 DID。没有改动任何内容。',
      ja: '`satchel keys list` に表示される DID 全体で指定してください。何も変更していません。',
      es: 'Nómbrala con su DID entero, como lo muestra `satchel keys list`. No se cambió nada.',
    },
  },
  key_of_chain: {
    message: {
      en: 'The key {key} signs transactions only: it is your chain account.',
      zh: '密钥 {key} 是您的链上账户，只用于签署交易。',
      ja: '鍵 {key} はチェーンのアカウント用で、取引だけに署名します。',
      es: 'La clave {key} es tu cuenta en la cadena: solo firma transacciones.',
    },
    action: {
      en: 'Use another key for this. Names in a registry pass to another account with `satchel registry transfer`.',
      zh: '请为此使用其他密钥。注册表中的名称可用 `satchel registry transfer` 转给其他账户。',
      ja: 'これには別の鍵をお使いください。登録簿の名前は `satchel registry transfer` で別のアカウントに渡せます。',
      es: 'Usa otra clave para esto. Los nombres de un registro pasan a otra cuenta con `satchel registry transfer`.',
    },
  },
  chain_account_missing: {
    message: {
      en: 'There is no chain account yet.',
      zh: '还没有链上账户。',
      ja: 'チェーンのアカウントがまだありません。',
      es: 'Todavía no hay una cuenta en la cadena.',
    },
    action: {
      en: 'Make one with `satchel registry account --create`, and send it what transactions cost.',
      zh: '请用 `satchel registry account --create` 创建，并向其转入交易所需的费用。',
      ja: '`satchel registry account --create` で作成し、取引の費用を送ってください。',
      es: 'Crea una con `satchel registry account --create` y envíale lo que cuestan las transacciones.',
    },
  },
  transaction_invalid: {
    message: {
      en: 'This is not a transaction that Satchel signs.',
      zh: '这不是 Satchel 可以签署的交易。',
      ja: 'これは Satchel が署名できる取引ではありません。',
      es: 'Esta no es una transacción que Satchel firme.',
    },
    action: {
      en: 'Only unsigned transactions of type 2 (EIP-1559) are signed. Nothing was signed.',
      zh: '只签署未签名的类型 2（EIP-1559）交易。没有签署任何内容。',
      ja: '未署名のタイプ 2（EIP-1559）の取引だけに署名します。何も署名していません。',
      es: 'Solo se firman transacciones sin firmar de tipo 2 (EIP-1559). No se firmó nada.',
    },
  },
  key_retired: {
    message: {
      en: 'The key {key} is retired and signs no more.',
      zh: '密钥 {key} 已停用，不再签名。',
      ja: '鍵 {key} は引退していて、もう署名しません。',
      es: 'La clave {key} está retirada y ya no firma.',
    },
    action: {
      en: 'Use another key. What it signed before can still be verified.',
      zh: '请使用其他密钥。它以前的签名仍可验证。',
      ja: '別の鍵をお使いください。以前の署名は今も検証できます。',
      es: 'Usa otra clave. Lo que firmó antes aún se puede verificar.',
    },
  },
  key_in_use: {
    message: {
      en: 'The key {key} is your identity, or signs when no key is named, so it cannot be retired.',
      zh: '密钥 {key} 是您的身份，或是默认签名密钥，因此不能停用。',
      ja: '鍵 {key} はあなたのアイデンティティか既定の署名鍵なので、引退させられません。',
      es: 'La clave {key} es tu identidad o la que firma por defecto, así que no se puede retirar.',
    },
    action: {
      en: 'Rotate it, or make another key the default first. Nothing was changed.',
      zh: '请轮换它，或先将另一个密钥设为默认。没有改动任何内容。',
      ja: '鍵を更新するか、先に別の鍵を既定にしてください。何も変更していません。',
      es: 'Rótala, o haz antes que otra clave sea la predeterminada. No se cambió nada.',
    },
  },
  rotation_invalid: {
    message: {
      en: 'It does not hold that one key took the place of another: {problem}.',
      zh: '“一个密钥取代另一个密钥”的声明不成立：{problem}。',
      ja: 'ある鍵が別の鍵に代わったという証明が成り立ちません: {problem}。',
      es: 'No se sostiene que una clave ocupara el lugar de otra: {problem}.',
    },
    action: {
      en: 'Nothing was taken over. Export it again on the device where the key was rotated.',
      zh: '没有采用任何内容。请在轮换密钥的设备上重新导出。',
      ja: '何も取り込んでいません。鍵を更新した端末で書き出し直してください。',
      es: 'No se tomó nada. Expórtalo de nuevo en el dispositivo donde se rotó la clave.',
    },
  },
  rotation_forked: {
    message: {
      en: 'Two keys say that they stand beside {did} in the line of your keys: {known}, which is known here, and {other}.',
      zh: '有两个密钥都声称在您的密钥序列中与 {did} 相邻：此处已知的 {known}，以及 {other}。',
      ja: 'あなたの鍵の並びで {did} の隣だとする鍵が二つあります。ここで知られている {known} と {other} です。',
      es: 'Dos claves dicen estar junto a {did} en la línea de tus claves: {known}, que se conoce aquí, y {other}.',
    },
    action: {
      en: 'Nothing was taken over. If you rotated it on two devices, choose one: `satchel keys backup` there, `satchel keys restore --as-owner` on the other. If not, somebody has your old key.',
      zh: '没有采用任何内容。如果您在两台设备上都轮换过，请选定一台：在该设备运行 `satchel keys backup`，在另一台运行 `satchel keys restore --as-owner`。否则，有人持有您的旧密钥。',
      ja: '何も取り込んでいません。二台で更新したのなら、一方を選んで `satchel keys backup`、もう一方で `satchel keys restore --as-owner` を実行してください。覚えがなければ、古い鍵を誰かが持っています。',
      es: 'No se tomó nada. Si la rotaste en dos dispositivos, elige uno: `satchel keys backup` en él y `satchel keys restore --as-owner` en el otro. Si no, alguien tiene tu clave antigua.',
    },
  },
  owner_change_not_confirmed: {
    message: {
      en: 'This would change your identity {did}, and that was not confirmed.',
      zh: '这会更改您的身份 {did}，但未得到确认。',
      ja: 'この操作はアイデンティティ {did} を変えますが、確認されていません。',
      es: 'Esto cambiaría tu identidad {did}, y no se confirmó.',
    },
    action: {
      en: 'Confirm it by giving your present DID. Nothing was changed.',
      zh: '请提供您当前的 DID 以确认。没有改动任何内容。',
      ja: '現在の DID を示して確認してください。何も変更していません。',
      es: 'Confírmalo dando tu DID actual. No se cambió nada.',
    },
  },
  owner_kind: {
    message: {
      en: 'The key {key} cannot be your identity: that is always an Ed25519 key.',
      zh: '密钥 {key} 不能作为您的身份：身份密钥只能是 Ed25519。',
      ja: '鍵 {key} はアイデンティティにできません。アイデンティティは常に Ed25519 の鍵です。',
      es: 'La clave {key} no puede ser tu identidad: esta es siempre una clave Ed25519.',
    },
    action: {
      en: 'Restore it as an ordinary key. Nothing was changed.',
      zh: '请将它作为普通密钥恢复。没有改动任何内容。',
      ja: '通常の鍵として復元してください。何も変更していません。',
      es: 'Restáurala como clave corriente. No se cambió nada.',
    },
  },
  default_key_changed: {
    message: {
      en: 'The key that signs by default is no longer the one you were shown.',
      zh: '默认签名密钥已不是您之前看到的那个。',
      ja: '既定の署名鍵が、表示されたものから変わっています。',
      es: 'La clave que firma por defecto ya no es la que se te mostró.',
    },
    action: {
      en: 'Look at your keys and decide again. Nothing was changed.',
      zh: '请查看您的密钥后重新决定。没有改动任何内容。',
      ja: '鍵を確かめて、もう一度決めてください。何も変更していません。',
      es: 'Mira tus claves y decide de nuevo. No se cambió nada.',
    },
  },
  key_import_invalid: {
    message: {
      en: 'This is not a secret key that can be read here.',
      zh: '这不是可以读取的密钥。',
      ja: 'これは読み取れる秘密鍵ではありません。',
      es: 'Esto no es una clave secreta que se pueda leer aquí.',
    },
    action: {
      en: 'Give one key as PEM (PKCS #8 or SEC 1), JWK, multibase or 64 hexadecimal digits. Nothing was stored.',
      zh: '请提供一个密钥：PEM（PKCS #8 或 SEC 1）、JWK、multibase 或 64 位十六进制。没有保存任何内容。',
      ja: 'PEM（PKCS #8 または SEC 1）、JWK、multibase、16 進 64 桁のいずれかで鍵を一つ渡してください。何も保存していません。',
      es: 'Da una clave como PEM (PKCS #8 o SEC 1), JWK, multibase o 64 dígitos hexadecimales. No se guardó nada.',
    },
  },
  key_import_public: {
    message: {
      en: 'This is a public key: nothing can be signed with it.',
      zh: '这是公钥：无法用它签名。',
      ja: 'これは公開鍵で、署名はできません。',
      es: 'Esto es una clave pública: con ella no se puede firmar.',
    },
    action: {
      en: 'Give the secret key that belongs to it. Nothing was stored.',
      zh: '请提供与之对应的私钥。没有保存任何内容。',
      ja: '対になる秘密鍵を渡してください。何も保存していません。',
      es: 'Da la clave secreta que le corresponde. No se guardó nada.',
    },
  },
  key_import_curve: {
    message: {
      en: 'This is a key of the kind {found}, which cannot be used here.',
      zh: '这是 {found} 类型的密钥，无法在此使用。',
      ja: 'これは {found} の鍵で、ここでは使えません。',
      es: 'Esta clave es del tipo {found}, que aquí no se puede usar.',
    },
    action: {
      en: 'Use an Ed25519, secp256k1 or P-256 key. Nothing was stored.',
      zh: '请使用 Ed25519、secp256k1 或 P-256 密钥。没有保存任何内容。',
      ja: 'Ed25519、secp256k1、P-256 の鍵をお使いください。何も保存していません。',
      es: 'Usa una clave Ed25519, secp256k1 o P-256. No se guardó nada.',
    },
  },
  key_import_other_kind: {
    message: {
      en: 'This is a {found} key, not a {expected} key.',
      zh: '这是 {found} 密钥，不是 {expected} 密钥。',
      ja: 'これは {expected} ではなく {found} の鍵です。',
      es: 'Esta es una clave {found}, no {expected}.',
    },
    action: {
      en: 'Choose the kind it says, or none. Nothing was stored.',
      zh: '请选择它所声明的类型，或不指定。没有保存任何内容。',
      ja: '鍵に書かれた種類を選ぶか、種類を指定しないでください。何も保存していません。',
      es: 'Elige el tipo que indica, o ninguno. No se guardó nada.',
    },
  },
  key_import_kind_needed: {
    message: {
      en: 'Digits alone do not say which kind of key they are.',
      zh: '仅凭数字无法得知密钥的类型。',
      ja: '数字だけでは、鍵の種類がわかりません。',
      es: 'Los dígitos por sí solos no dicen de qué tipo es la clave.',
    },
    action: {
      en: 'Say whether it is Ed25519, secp256k1 or P-256. Nothing was stored.',
      zh: '请说明它是 Ed25519、secp256k1 还是 P-256。没有保存任何内容。',
      ja: 'Ed25519、secp256k1、P-256 のどれかを指定してください。何も保存していません。',
      es: 'Indica si es Ed25519, secp256k1 o P-256. No se guardó nada.',
    },
  },
  key_import_passphrase_needed: {
    message: {
      en: 'This key is encrypted, and no passphrase was given.',
      zh: '此密钥已加密，但未提供密码。',
      ja: 'この鍵は暗号化されていますが、パスフレーズがありません。',
      es: 'Esta clave está cifrada y no se dio ninguna frase de paso.',
    },
    action: {
      en: 'Give the passphrase it was encrypted with. Nothing was stored.',
      zh: '请提供加密时使用的密码。没有保存任何内容。',
      ja: '暗号化したときのパスフレーズを入力してください。何も保存していません。',
      es: 'Da la frase de paso con la que se cifró. No se guardó nada.',
    },
  },
  key_import_out_of_range: {
    message: {
      en: 'This number is no secret of a {kind} key: it is zero, or too large.',
      zh: '此数不能作为 {kind} 私钥：它为零或过大。',
      ja: 'この数は {kind} の秘密鍵になりません。ゼロか、大きすぎます。',
      es: 'Este número no es un secreto {kind}: es cero o demasiado grande.',
    },
    action: {
      en: 'Check that the key was copied whole. Nothing was stored.',
      zh: '请确认密钥复制完整。没有保存任何内容。',
      ja: '鍵が正しく写されているか確かめてください。何も保存していません。',
      es: 'Comprueba que la clave se copió entera. No se guardó nada.',
    },
  },
  key_import_mismatch: {
    message: {
      en: 'The public part of this key does not belong to its secret part.',
      zh: '此密钥的公开部分与私密部分不匹配。',
      ja: 'この鍵の公開部分と秘密部分が対になっていません。',
      es: 'La parte pública de esta clave no corresponde a la secreta.',
    },
    action: {
      en: 'Get the key anew from where it comes from: it is damaged or was changed. Nothing was stored.',
      zh: '请从来源重新获取：它已损坏或被改动。没有保存任何内容。',
      ja: '壊れているか変更されています。元の場所から取り直してください。何も保存していません。',
      es: 'Vuelve a obtenerla de su origen: está dañada o fue modificada. No se guardó nada.',
    },
  },
  backup_invalid: {
    message: {
      en: 'This is not a whole backup of Satchel keys.',
      zh: '这不是完整的 Satchel 密钥备份。',
      ja: 'これは完全な Satchel の鍵のバックアップではありません。',
      es: 'Esto no es una copia completa de claves de Satchel.',
    },
    action: {
      en: 'Choose another file; this one is damaged or is something else. Nothing was changed.',
      zh: '请选择其他文件；此文件已损坏或不是备份。没有改动任何内容。',
      ja: '壊れているか別のものです。他のファイルを選んでください。何も変更していません。',
      es: 'Elige otro archivo; este está dañado o es otra cosa. No se cambió nada.',
    },
  },
  backup_rehearsal_failed: {
    message: {
      en: 'The backup was made, but could not be opened and used again, so it is not handed out.',
      zh: '备份已生成，但无法重新打开并使用，因此未交付。',
      ja: 'バックアップを作りましたが、開いて使うことができなかったため、お渡ししません。',
      es: 'La copia se hizo, pero no se pudo abrir y usar de nuevo, así que no se entrega.',
    },
    action: {
      en: 'Try again. If it happens again, the memory or disk of this machine may be failing. Your keys are untouched.',
      zh: '请重试。若再次发生，可能是本机内存或磁盘故障。您的密钥未被改动。',
      ja: 'もう一度お試しください。繰り返す場合は、メモリやディスクの故障が考えられます。鍵はそのままです。',
      es: 'Inténtalo de nuevo. Si se repite, puede fallar la memoria o el disco. Tus claves están intactas.',
    },
  },
  backup_owner_missing: {
    message: {
      en: 'The identity {did} is not in this backup.',
      zh: '此备份中没有身份 {did}。',
      ja: 'このバックアップにアイデンティティ {did} は入っていません。',
      es: 'La identidad {did} no está en esta copia.',
    },
    action: {
      en: 'Restore its keys as ordinary ones, or use a backup of all keys. Nothing was changed.',
      zh: '请将其中密钥作为普通密钥恢复，或使用包含全部密钥的备份。没有改动任何内容。',
      ja: '通常の鍵として復元するか、すべての鍵のバックアップをお使いください。何も変更していません。',
      es: 'Restaura sus claves como corrientes, o usa una copia de todas las claves. No se cambió nada.',
    },
  },
  file_exists: {
    message: {
      en: 'There is already a file {path}.',
      zh: '已存在文件 {path}。',
      ja: 'ファイル {path} はすでにあります。',
      es: 'Ya existe el archivo {path}.',
    },
    action: {
      en: 'Choose another name. It was not overwritten.',
      zh: '请换一个文件名。它没有被覆盖。',
      ja: '別の名前にしてください。上書きはしていません。',
      es: 'Elige otro nombre. No se sobrescribió.',
    },
  },
  file_unwritable: {
    message: {
      en: 'The file {path} could not be written: {problem}',
      zh: '无法写入文件 {path}：{problem}',
      ja: 'ファイル {path} を書き込めませんでした: {problem}',
      es: 'No se pudo escribir el archivo {path}: {problem}',
    },
    action: {
      en: 'Check the folder, its permissions and the free space, and try again.',
      zh: '请检查文件夹、权限和可用空间后重试。',
      ja: 'フォルダー、権限、空き容量を確かめて、もう一度お試しください。',
      es: 'Comprueba la carpeta, sus permisos y el espacio libre, e inténtalo de nuevo.',
    },
  },
  already_there: {
    message: {
      en: 'Your secret keys are already kept there.',
      zh: '您的密钥已经存放在那里。',
      ja: '秘密鍵はすでにそこに保管されています。',
      es: 'Tus claves secretas ya se guardan allí.',
    },
    action: {
      en: 'Nothing needs to be done, and nothing was changed.',
      zh: '无需任何操作，也没有改动任何内容。',
      ja: '何もする必要はなく、何も変更していません。',
      es: 'No hay que hacer nada, y no se cambió nada.',
    },
  },
  passphrase_needed: {
    message: {
      en: 'A passphrase is needed, and there is no terminal to ask on.',
      zh: '需要密码，但没有可供询问的终端。',
      ja: 'パスフレーズが必要ですが、尋ねられるターミナルがありません。',
      es: 'Hace falta una frase de paso, y no hay un terminal donde pedirla.',
    },
    action: {
      en: 'Run this in a terminal, or put the passphrase in {variable}. Nothing was changed.',
      zh: '请在终端中运行，或将密码放入 {variable}。没有改动任何内容。',
      ja: 'ターミナルで実行するか、{variable} にパスフレーズを入れてください。何も変更していません。',
      es: 'Ejecútalo en un terminal, o pon la frase en {variable}. No se cambió nada.',
    },
  },
})
