import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `satchel cap`. */
export const capErrors = defineErrors({
  state_changed_meanwhile: {
    message: {
      en: 'What {name} stored changed while it was being saved to {path}.',
      zh: '在保存到 {path} 期间，{name} 存储的内容发生了变化。',
      ja: '{path} に保存している間に、{name} が保存した内容が変わりました。',
      es: 'Lo que almacenó {name} cambió mientras se guardaba en {path}.',
    },
    action: {
      en: 'The file holds what was there before. Try again with another file name; nothing was removed.',
      zh: '该文件包含变化之前的内容。请换一个文件名重试；没有移除任何内容。',
      ja: 'ファイルには変わる前の内容があります。別のファイル名でやり直してください。何も削除していません。',
      es: 'El archivo contiene lo que había antes. Repite con otro nombre de archivo; no se quitó nada.',
    },
  },
  file_of_other_name: {
    message: {
      en: 'The file holds {found}, not {name}.',
      zh: '该文件是 {found}，不是 {name}。',
      ja: 'このファイルは {name} ではなく {found} です。',
      es: 'El archivo contiene {found}, no {name}.',
    },
    action: {
      en: 'Name the capability the file belongs to. Nothing was changed.',
      zh: '请写明该文件所属的能力。没有改动任何内容。',
      ja: 'ファイルが属する機能の名前を指定してください。何も変更していません。',
      es: 'Indica la capacidad a la que pertenece el archivo. No se cambió nada.',
    },
  },
})

/** What `satchel cap` says while it works, and the lines of its `--help`. */
export const capPhrases = definePhrases({
  cli_cap_update: {
    en: 'bring capabilities up to date from the catalogue, all unless named; or one from a file',
    zh: '从目录更新能力（未指定则全部），或从文件更新一个',
    ja: 'カタログから機能を更新（指定がなければすべて）、またはファイルから一つを更新',
    es: 'actualiza capacidades desde el catálogo, todas si no se nombran; o una desde un archivo',
  },
  cli_cap_diff: {
    en: 'show what a file, or the catalogue, would change about an installed capability',
    zh: '显示某个文件或目录会对已安装的能力作何改变',
    ja: 'ファイルまたはカタログが、入っている機能をどう変えるかを表示',
    es: 'muestra qué cambiaría un archivo, o el catálogo, en una capacidad instalada',
  },
  cli_cap_diff_previous: {
    en: 'show what a rollback would change',
    zh: '显示退回旧版本会作何改变',
    ja: '前の版に戻すと何が変わるかを表示',
    es: 'muestra qué cambiaría al volver a la versión anterior',
  },
  cli_cap_rollback: {
    en: 'return to the version that was installed before',
    zh: '退回之前安装的版本',
    ja: '前に入っていた版に戻す',
    es: 'vuelve a la versión instalada antes',
  },
  cli_cap_enable: {
    en: 'switch a capability on',
    zh: '启用能力',
    ja: '機能を使えるようにする',
    es: 'activa una capacidad',
  },
  cli_cap_disable: {
    en: 'switch a capability off; it and its state stay',
    zh: '停用能力；能力与其状态都会保留',
    ja: '機能を止める（機能も状態も残る）',
    es: 'desactiva una capacidad; ella y su estado se conservan',
  },
  cli_cap_authors: {
    en: 'list the authors whose packages were installed',
    zh: '列出曾安装其能力包的作者',
    ja: 'パッケージを入れたことのある作者を一覧',
    es: 'lista los autores cuyos paquetes se instalaron',
  },
  cli_cap_authors_refresh: {
    en: 'ask first whether they still list their keys',
    zh: '先查询他们是否仍列有其密钥',
    ja: '先に、鍵が今も載っているかを尋ねる',
    es: 'pregunta antes si aún incluyen sus claves',
  },
  cli_cap_export: {
    en: 'save everything a capability stored, installed or not, to a new file',
    zh: '将能力存储的一切（无论是否已安装）保存到新文件',
    ja: '機能が保存したすべてを新しいファイルに書き出す（削除済みでも可）',
    es: 'guarda en un archivo nuevo todo lo que almacenó una capacidad, esté instalada o no',
  },
  cli_cap_keep: {
    en: 'keep its state readable (this is the default)',
    zh: '保留其状态可读（默认）',
    ja: '状態を読めるまま残す（既定）',
    es: 'conserva su estado legible (por defecto)',
  },
  cli_cap_export_to: {
    en: 'save its state to this new file, then delete it here',
    zh: '先将其状态保存到此新文件，再从这里删除',
    ja: '状態をこの新しいファイルに保存してから、ここからは消す',
    es: 'guarda su estado en este archivo nuevo y después lo borra aquí',
  },
  cli_cap_downgrade: {
    en: 'allow a version older than the installed one',
    zh: '允许比已安装版本更旧的版本',
    ja: '入っている版より古い版を許す',
    es: 'permite una versión anterior a la instalada',
  },
  cli_cap_accept_key: {
    en: 'accept a key not seen before of a known author',
    zh: '接受已知作者首次出现的密钥',
    ja: '既知の作者の初めて見る鍵を承認する',
    es: 'acepta una clave nunca vista de un autor conocido',
  },
  cli_q_update: {
    en: 'Update {title} from {from} to {version}?',
    zh: '将 {title} 从 {from} 更新到 {version}？',
    ja: '{title} を {from} から {version} に更新しますか？',
    es: '¿Actualizar {title} de {from} a {version}?',
  },
  cli_q_rollback: {
    en: 'Return {title} from {from} to {version}?',
    zh: '将 {title} 从 {from} 退回到 {version}？',
    ja: '{title} を {from} から {version} に戻しますか？',
    es: '¿Volver con {title} de {from} a {version}?',
  },
  cli_q_downgrade: {
    en: '{version} is older than {from}, which is installed. Go back to it all the same?',
    zh: '{version} 比已安装的 {from} 旧。仍要退回吗？',
    ja: '{version} は入っている {from} より古い版です。それでも入れますか？',
    es: '{version} es anterior a {from}, que está instalada. ¿Volver a ella de todos modos?',
  },
  cli_q_author_key: {
    en: '{did} signs with a key not seen before: {key}. Accept it?',
    zh: '{did} 使用首次出现的密钥签名：{key}。接受吗？',
    ja: '{did} が初めて見る鍵で署名しています: {key}。承認しますか？',
    es: '{did} firma con una clave nunca vista: {key}. ¿Aceptarla?',
  },
  cli_q_export_purge: {
    en: 'Save what {name} stored to {path}, then remove it and delete it here?',
    zh: '将 {name} 存储的内容保存到 {path}，然后移除并在此删除？',
    ja: '{name} が保存したものを {path} に書き出してから、ここからはすべて消しますか？',
    es: '¿Guardar en {path} lo que almacenó {name} y después quitarla y borrarlo aquí?',
  },
  cli_review_first_seen: {
    en: 'An author you know since {since}.',
    zh: '您自 {since} 起认识的作者。',
    ja: '{since} から知っている作者です。',
    es: 'Un autor que conoces desde el {since}.',
  },
  cli_review_key_changed: {
    en: 'WARNING: this author signs with a key not seen before: {key}',
    zh: '警告：此作者使用首次出现的密钥签名：{key}',
    ja: '警告: この作者は初めて見る鍵で署名しています: {key}',
    es: 'AVISO: este autor firma con una clave nunca vista: {key}',
  },
  cli_difference_of: {
    en: 'Changes from {from} to {version}:',
    zh: '从 {from} 到 {version} 的变化：',
    ja: '{from} から {version} への変更:',
    es: 'Cambios de {from} a {version}:',
  },
  cli_difference_widens: {
    en: 'It asks for more than before:',
    zh: '它请求的比以前更多：',
    ja: '前より多くを求めています:',
    es: 'Pide más que antes:',
  },
  cli_difference_narrow: {
    en: 'It may do nothing it could not do before.',
    zh: '它不能做以前不能做的事。',
    ja: '前にできなかったことは、できるようになりません。',
    es: 'No puede hacer nada que no pudiera antes.',
  },
  cli_difference_none: {
    en: 'It is the version that is installed.',
    zh: '这就是已安装的版本。',
    ja: '入っている版と同じです。',
    es: 'Es la versión instalada.',
  },
  cli_difference_permissions: { en: 'Permissions:', zh: '权限：', ja: '権限:', es: 'Permisos:' },
  cli_difference_hosts: { en: 'Reaches:', zh: '访问：', ja: '接続先:', es: 'Se conecta con:' },
  cli_difference_prompt: { en: 'Prompt:', zh: '提示词：', ja: 'プロンプト:', es: 'Instrucciones:' },
  cli_difference_schema: { en: 'Schema:', zh: '结构：', ja: 'スキーマ:', es: 'Esquema:' },
  cli_difference_other: { en: 'Other:', zh: '其他：', ja: 'その他:', es: 'Otros:' },
  cli_updated: {
    en: 'Updated {title} from {from} to {version}.',
    zh: '已将 {title} 从 {from} 更新到 {version}。',
    ja: '{title} を {from} から {version} に更新しました。',
    es: 'Se actualizó {title} de {from} a {version}.',
  },
  cli_update_none: {
    en: '{name} {version} is up to date.',
    zh: '{name} {version} 已是最新。',
    ja: '{name} {version} は最新です。',
    es: '{name} {version} está al día.',
  },
  cli_update_no_source: {
    en: '{name} is not in the catalogue: update it from a file with `satchel cap update {name} FILE`.',
    zh: '目录中没有 {name}：请用 `satchel cap update {name} FILE` 从文件更新。',
    ja: '{name} はカタログにありません。`satchel cap update {name} FILE` でファイルから更新してください。',
    es: '{name} no está en el catálogo: actualízala desde un archivo con `satchel cap update {name} FILE`.',
  },
  cli_rolled_back: {
    en: '{title} is {version} again.',
    zh: '{title} 已退回 {version}。',
    ja: '{title} は {version} に戻りました。',
    es: '{title} vuelve a ser {version}.',
  },
  cli_enabled: {
    en: '{name} is on.',
    zh: '{name} 已启用。',
    ja: '{name} を使えます。',
    es: '{name} está activada.',
  },
  cli_disabled: {
    en: '{name} is off. Its state is kept.',
    zh: '{name} 已停用。其状态会保留。',
    ja: '{name} を止めました。状態は残ります。',
    es: '{name} está desactivada. Su estado se conserva.',
  },
  cli_exported: {
    en: 'Saved to {path} (objects: {objects}, changes: {changes}).',
    zh: '已将 {objects} 个对象和 {changes} 次更改保存到 {path}。',
    ja: '{objects} 個のオブジェクトと {changes} 件の変更を {path} に保存しました。',
    es: 'Guardado en {path} (objetos: {objects}, cambios: {changes}).',
  },
  cli_status_ready: { en: 'on', zh: '已启用', ja: '使用中', es: 'activada' },
  cli_status_user: { en: 'off', zh: '已停用', ja: '停止中', es: 'desactivada' },
  cli_status_damaged: { en: 'DAMAGED', zh: '已损坏', ja: '破損', es: 'DAÑADA' },
  cli_status_offered: { en: 'not installed', zh: '未安装', ja: '未導入', es: 'no instalada' },
  cli_list_update: {
    en: 'update: {version}',
    zh: '可更新：{version}',
    ja: '更新: {version}',
    es: 'actualización: {version}',
  },
  cli_list_key_revoked: {
    en: 'author key revoked',
    zh: '作者密钥已撤销',
    ja: '作者の鍵は失効',
    es: 'clave del autor revocada',
  },
})
