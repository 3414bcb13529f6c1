import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `storage/`. */
export const storageErrors = defineErrors({
  database_newer: {
    message: {
      en: 'Your data in {path} was written by a newer Satchel (format {found}; this one knows {supported}).',
      zh: '{path} 中的数据由更新版本的 Satchel 写入（格式 {found}，当前版本只支持 {supported}）。',
      ja: '{path} のデータは新しい Satchel が書いたものです（形式 {found}、この版は {supported} まで対応）。',
      es: 'Tus datos en {path} los escribió un Satchel más nuevo (formato {found}; este conoce hasta {supported}).',
    },
    action: {
      en: 'Update Satchel and start it again. The data was left untouched.',
      zh: '请更新 Satchel 后重新启动。数据未被改动。',
      ja: 'Satchel を更新して起動し直してください。データには手を加えていません。',
      es: 'Actualiza Satchel y vuelve a iniciarlo. Los datos no se tocaron.',
    },
  },
  database_read_only: {
    message: {
      en: 'A newer Satchel wrote your data (format {found}; this one knows {supported}), so it is open for reading only.',
      zh: '您的数据由更新版本的 Satchel 写入（格式 {found}，当前版本只支持 {supported}），因此以只读方式打开。',
      ja: 'データは新しい Satchel が書いたものなので（形式 {found}、この版は {supported} まで対応）、読み取り専用で開いています。',
      es: 'Un Satchel más nuevo escribió tus datos (formato {found}; este conoce hasta {supported}), así que solo se pueden leer.',
    },
    action: {
      en: 'You can look at everything this Satchel understands; nothing was changed, and nothing can be. Update Satchel to go on.',
      zh: '您可以查看此版本能理解的全部内容；没有改动任何内容，也无法改动。请更新 Satchel 后继续。',
      ja: 'この版が理解できるものはすべて見られます。何も変更しておらず、変更もできません。続けるには Satchel を更新してください。',
      es: 'Puedes ver todo lo que este Satchel entiende; no se cambió nada ni se puede cambiar. Actualiza Satchel para seguir.',
    },
  },
  database_corrupt: {
    message: {
      en: 'The database {path} is damaged: {problem}.',
      zh: '数据库 {path} 已损坏：{problem}。',
      ja: 'データベース {path} が壊れています: {problem}。',
      es: 'La base de datos {path} está dañada: {problem}.',
    },
    action: {
      en: 'It was left exactly as it is. Restore a backup, or set it aside: it is kept under another name and Satchel starts with an empty one.',
      zh: '文件保持原样。请恢复备份，或将其移到一旁：文件会以其他名称保留，Satchel 将使用空数据库启动。',
      ja: 'ファイルはそのまま残しています。バックアップから戻すか、脇によけてください。別名で保管し、Satchel は空のデータベースで始まります。',
      es: 'Se dejó tal como está. Restaura una copia, o apártala: se guarda con otro nombre y Satchel empieza con una vacía.',
    },
  },
  database_unreadable: {
    message: {
      en: 'The database {path} cannot be opened: {problem}.',
      zh: '无法打开数据库 {path}：{problem}。',
      ja: 'データベース {path} を開けません: {problem}。',
      es: 'No se puede abrir la base de datos {path}: {problem}.',
    },
    action: {
      en: 'Make sure your user may read and write that file and its folder, then start Satchel again. Nothing was changed.',
      zh: '请确认当前用户可读写该文件及其目录，然后重新启动 Satchel。没有改动任何内容。',
      ja: 'そのファイルとフォルダーを読み書きできることを確かめてから、起動し直してください。何も変更していません。',
      es: 'Comprueba que tu usuario puede leer y escribir ese archivo y su carpeta, y reinicia Satchel. No se cambió nada.',
    },
  },
  migration_failed: {
    message: {
      en: 'Your data could not be brought to the format of this Satchel: {problem}.',
      zh: '无法将您的数据转换为此版本 Satchel 的格式：{problem}。',
      ja: 'データをこの版の Satchel の形式に変換できませんでした: {problem}。',
      es: 'No se pudieron pasar tus datos al formato de este Satchel: {problem}.',
    },
    action: {
      en: 'The data is as it was before: the change was tried on a copy. Use the previous Satchel until this is fixed.',
      zh: '数据保持之前的状态：转换是在副本上尝试的。在修复之前请使用旧版 Satchel。',
      ja: 'データは元のままです。変換はコピーの上で試しました。直るまで前の版の Satchel をお使いください。',
      es: 'Los datos están como antes: el cambio se probó en una copia. Usa el Satchel anterior hasta que se corrija.',
    },
  },
})

/** Sentences of `storage/`. */
export const storagePhrases = definePhrases({})
