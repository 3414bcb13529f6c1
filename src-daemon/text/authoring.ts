import { defineErrors } from './define.ts'

/** Error texts of `packages/authoring/`: what keeps a package of one's own from being written. */
export const authoringErrors = defineErrors({
  draft_invalid: {
    message: {
      en: 'A package cannot be made of this: {problem}',
      zh: '无法据此生成能力包：{problem}',
      ja: 'これではパッケージを作れません: {problem}',
      es: 'Con esto no se puede hacer un paquete: {problem}',
    },
    action: {
      en: 'Names are small Latin letters, digits, - and _; fields are name:kind, each once. Nothing was written.',
      zh: '名称用小写拉丁字母、数字、- 和 _；字段写成 名称:类型，每个一次。没有写入任何内容。',
      ja: '名前は英小文字・数字・- と _、項目は 名前:種類 を一度ずつ書きます。何も書き込んでいません。',
      es: 'Los nombres llevan minúsculas latinas, cifras, - y _; los campos, nombre:tipo, cada uno una vez. No se escribió nada.',
    },
  },
  not_importable: {
    message: {
      en: '{file} is not a format that can be turned into a package ({found}).',
      zh: '{file} 不是可以转换为能力包的格式（{found}）。',
      ja: '{file} はパッケージに変えられる形式ではありません（{found}）。',
      es: '{file} no es un formato que pueda convertirse en paquete ({found}).',
    },
    action: {
      en: 'A Nuwa Cap (YAML or JSON) can be imported. Nothing was written.',
      zh: '可以导入 Nuwa Cap（YAML 或 JSON）。没有写入任何内容。',
      ja: '取り込めるのは Nuwa Cap（YAML か JSON）です。何も書き込んでいません。',
      es: 'Se puede importar un Cap de Nuwa (YAML o JSON). No se escribió nada.',
    },
  },
  file_exists: {
    message: {
      en: '{path} is already there with other contents.',
      zh: '{path} 已存在，且内容不同。',
      ja: '{path} は別の内容ですでにあります。',
      es: '{path} ya existe con otro contenido.',
    },
    action: {
      en: 'Name another file, or move that one away first. It was not changed.',
      zh: '请换一个文件名，或先将其移走。该文件没有改变。',
      ja: '別の名前にするか、先にそのファイルを移してください。変えていません。',
      es: 'Indica otro archivo o mueve antes ese. No se cambió.',
    },
  },
  author_is_other: {
    message: {
      en: '{file} names another author: {author}.',
      zh: '{file} 写明的作者是他人：{author}。',
      ja: '{file} には別の作者が書かれています: {author}。',
      es: '{file} nombra a otro autor: {author}.',
    },
    action: {
      en: 'Sign with the key of that author, or take over the authorship explicitly. The file was not changed.',
      zh: '请用该作者的密钥签名，或明确接管作者身份。文件没有改变。',
      ja: 'その作者の鍵で署名するか、作者を引き継ぐことを明示してください。ファイルは変えていません。',
      es: 'Firma con la clave de ese autor o asume la autoría de forma explícita. El archivo no cambió.',
    },
  },
})
