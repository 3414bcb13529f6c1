import { defineErrors } from './define.ts'

/** Failures of `registry/publish/`. */
export const registryPublishErrors = defineErrors({
  publication_unknown: {
    message: {
      en: 'There is no publication {id}.',
      zh: '没有发布任务 {id}。',
      ja: '公開 {id} はありません。',
      es: 'No hay ninguna publicación {id}.',
    },
    action: {
      en: 'See which there are with `satchel registry publications`.',
      zh: '可用 `satchel registry publications` 查看。',
      ja: '`satchel registry publications` で一覧を確認できます。',
      es: 'Mira cuáles hay con `satchel registry publications`.',
    },
  },
  publication_file_changed: {
    message: {
      en: '{file} is not the file that publishing {name} {version} began with.',
      zh: '{file} 不是开始发布 {name} {version} 时的文件。',
      ja: '{file} は、{name} {version} の公開を始めたときのファイルではありません。',
      es: '{file} no es el archivo con el que empezó la publicación de {name} {version}.',
    },
    action: {
      en: 'Nothing was sent. Put the file back to finish, publish the new one under the next version, or give up what was begun with `satchel registry publications --cancel`, which works until it is sent.',
      zh: '没有发送任何内容。请恢复原文件以完成发布，或以下一个版本发布新文件，或在发送之前用 `satchel registry publications --cancel` 放弃已开始的发布。',
      ja: '何も送信していません。元のファイルに戻して続けるか、新しいファイルを次のバージョンとして公開するか、送信前であれば `satchel registry publications --cancel` で取りやめてください。',
      es: 'No se envió nada. Vuelve a poner el archivo para terminar, publica el nuevo con la versión siguiente o abandona lo empezado con `satchel registry publications --cancel`, que vale hasta que se envíe.',
    },
  },
  publication_registry_changed: {
    message: {
      en: 'The registry “{registry}” is another contract than when publishing began.',
      zh: '注册表“{registry}”现在是另一个合约，与开始发布时不同。',
      ja: '登録簿「{registry}」は、公開を始めたときとは別の契約になっています。',
      es: 'El registro «{registry}» es otro contrato que cuando empezó la publicación.',
    },
    action: {
      en: 'Nothing was sent. Set the registry as it was to finish, or publish the file to the new one.',
      zh: '没有发送任何内容。请恢复注册表的设置以完成发布，或将文件发布到新的注册表。',
      ja: '何も送信していません。登録簿の設定を元に戻して続けるか、新しい登録簿に公開してください。',
      es: 'No se envió nada. Deja el registro como estaba para terminar, o publica el archivo en el nuevo.',
    },
  },
  publication_not_signed: {
    message: {
      en: 'The file of {name} {version} is not signed yet.',
      zh: '{name} {version} 的文件尚未签名。',
      ja: '{name} {version} のファイルはまだ署名されていません。',
      es: 'El archivo de {name} {version} aún no está firmado.',
    },
    action: {
      en: 'Go on with the publication: signing is its first step.',
      zh: '请继续发布：签名是其第一步。',
      ja: '公開を続けてください。最初に署名が行われます。',
      es: 'Continúa la publicación: firmar es su primer paso.',
    },
  },
  publication_submitted: {
    message: {
      en: '{name} {version} was sent to the chain, and cannot be given up any more.',
      zh: '{name} {version} 已发送到链上，无法再放弃。',
      ja: '{name} {version} はチェーンに送信済みで、取りやめられません。',
      es: '{name} {version} ya se envió a la cadena y no se puede abandonar.',
    },
    action: {
      en: 'Go on with it. A version that should not be installed is yanked with `satchel registry yank`.',
      zh: '请继续发布。不应安装的版本可用 `satchel registry yank` 撤回。',
      ja: '公開を続けてください。インストールさせたくないバージョンは `satchel registry yank` で取り下げられます。',
      es: 'Continúa. Una versión que no deba instalarse se retira con `satchel registry yank`.',
    },
  },
  publication_running: {
    message: {
      en: '{name} {version} is being published now.',
      zh: '{name} {version} 正在发布。',
      ja: '{name} {version} は公開中です。',
      es: '{name} {version} se está publicando ahora.',
    },
    action: {
      en: 'Wait until it ends.',
      zh: '请等待其结束。',
      ja: '終わるまでお待ちください。',
      es: 'Espera a que termine.',
    },
  },
})
