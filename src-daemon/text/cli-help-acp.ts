import { definePhrases } from './define.ts'

/** The lines of `--help` about package files. */
export const cliAcpHelpPhrases = definePhrases({
  cli_acp: {
    en: 'package files: write, check, sign and pack them',
    zh: '软件包文件：编写、检查、签名、打包',
    ja: 'パッケージファイルの作成、検査、署名、梱包',
    es: 'archivos de paquete: escribirlos, comprobarlos, firmarlos y empaquetarlos',
  },
  cli_acp_validate: {
    en: 'check structure, schema, tools and bindings',
    zh: '检查结构、模式、工具和绑定',
    ja: '構造、スキーマ、ツール、結び付けを検査',
    es: 'comprueba estructura, esquema, herramientas y enlaces',
  },
  cli_acp_lint: {
    en: 'look for what a model should not be told',
    zh: '查找不应告诉模型的内容',
    ja: 'モデルに伝えてはならない内容を探す',
    es: 'busca lo que no se le debe decir a un modelo',
  },
  cli_acp_strict: {
    en: 'fail on warnings too',
    zh: '有警告也算失败',
    ja: '警告でも失敗とする',
    es: 'falla también con avisos',
  },
  cli_acp_verify: {
    en: 'run the whole chain of an installer: structure, schema, lint, signature',
    zh: '运行安装程序的完整检查：结构、模式、审查、签名',
    ja: 'インストール時の検査をすべて行う: 構造、スキーマ、lint、署名',
    es: 'ejecuta toda la cadena del instalador: estructura, esquema, lint, firma',
  },
  cli_acp_init: {
    en: 'write a new package; asks for what is not given',
    zh: '编写新的软件包；未给出的内容会询问',
    ja: '新しいパッケージを書く。足りないことは尋ねる',
    es: 'escribe un paquete nuevo; pregunta lo que falte',
  },
  cli_acp_init_name: {
    en: 'name of the capability, such as books',
    zh: '能力的名称，如 books',
    ja: '機能の名前（例: books）',
    es: 'nombre de la capacidad, como books',
  },
  cli_acp_init_title: {
    en: 'what people read',
    zh: '给人看的标题',
    ja: '人が読む題名',
    es: 'lo que lee la gente',
  },
  cli_acp_init_description: {
    en: 'what it does, in a sentence',
    zh: '一句话说明用途',
    ja: '何をするか、一文で',
    es: 'qué hace, en una frase',
  },
  cli_acp_init_record: {
    en: 'what one record is called, such as book',
    zh: '一条记录的叫法，如 book',
    ja: '一件の呼び名（例: book）',
    es: 'cómo se llama un registro, como book',
  },
  cli_acp_init_field: {
    en: 'fields of a record, such as title:text due:date done:yes/no',
    zh: '记录的字段，如 title:text due:date done:yes/no',
    ja: '項目（例: title:text due:date done:yes/no）',
    es: 'campos de un registro, como title:text due:date done:yes/no',
  },
  cli_acp_sign: {
    en: 'sign a package with your key, in place',
    zh: '用您的密钥就地签名软件包',
    ja: '自分の鍵でパッケージにその場で署名する',
    es: 'firma un paquete con tu clave, en el propio archivo',
  },
  cli_acp_sign_key: {
    en: 'DID, key id or label of the key; the default key otherwise',
    zh: '密钥的 DID、编号或标签；否则用默认密钥',
    ja: '鍵の DID・ID・ラベル。なければ既定の鍵',
    es: 'DID, id o etiqueta de la clave; si no, la predeterminada',
  },
  cli_acp_sign_take: {
    en: 'replace another author’s name by yours',
    zh: '将他人的作者名换成您的',
    ja: '他の作者の名を自分のものに置き換える',
    es: 'sustituye al autor anterior por ti',
  },
  cli_acp_pack: {
    en: 'verify a package and write it with its registry record',
    zh: '验证软件包，并与其登记记录一起写出',
    ja: 'パッケージを検証し、登録記録とともに書き出す',
    es: 'verifica un paquete y lo escribe con su ficha de registro',
  },
  cli_acp_pack_out: {
    en: 'folder to write to',
    zh: '写入的文件夹',
    ja: '書き出すフォルダー',
    es: 'carpeta de destino',
  },
  cli_acp_import: {
    en: 'make a draft package of another format (Nuwa Cap)',
    zh: '将其他格式（Nuwa Cap）转换为软件包草稿',
    ja: '別の形式（Nuwa Cap）からパッケージの下書きを作る',
    es: 'hace un borrador de paquete a partir de otro formato (Cap de Nuwa)',
  },
  cli_acp_import_out: {
    en: 'file to write',
    zh: '写入的文件',
    ja: '書き出すファイル',
    es: 'archivo de destino',
  },
})
