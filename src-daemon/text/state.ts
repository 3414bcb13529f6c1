import { defineErrors, definePhrases, type Phrase } from './define.ts'

const unchanged: Phrase = {
  en: 'Nothing was changed.',
  zh: '没有改动任何内容。',
  ja: '何も変更していません。',
  es: 'No se cambió nada.',
}

const correctQuery: Phrase = {
  en: 'Correct that part of the query and send it again.',
  zh: '请更正查询中的该部分后重试。',
  ja: 'クエリのその部分を直して、もう一度送ってください。',
  es: 'Corrige esa parte de la consulta y envíala de nuevo.',
}

/** Error texts of `state/`. */
export const stateErrors = defineErrors({
  schema_invalid: {
    message: {
      en: 'The schema {uri} cannot be used: {problem}.',
      zh: '无法使用模式 {uri}：{problem}。',
      ja: 'スキーマ {uri} は使えません: {problem}。',
      es: 'No se puede usar el esquema {uri}: {problem}.',
    },
    action: {
      en: 'Its author has to correct it. Nothing was changed.',
      zh: '需要由其作者更正。没有改动任何内容。',
      ja: '作者による修正が必要です。何も変更していません。',
      es: 'Su autor debe corregirlo. No se cambió nada.',
    },
  },
  schema_changed_without_version: {
    message: {
      en: 'The schema {uri} differs from the one your data was written with, under the same version.',
      zh: '模式 {uri} 与写入数据时的版本号相同，但内容不同。',
      ja: 'スキーマ {uri} は、同じバージョンのままデータの作成時と内容が違っています。',
      es: 'El esquema {uri} difiere del que usaron tus datos, con la misma versión.',
    },
    action: {
      en: 'Its author has to give it a new version. Your data is unchanged.',
      zh: '需要由其作者发布新版本号。您的数据没有改变。',
      ja: '作者が新しいバージョンを付ける必要があります。データは変わっていません。',
      es: 'Su autor debe darle una versión nueva. Tus datos no han cambiado.',
    },
  },
  schema_id_conflict: {
    message: {
      en: 'The schema {uri} already belongs to {owner}.',
      zh: '模式 {uri} 已属于 {owner}。',
      ja: 'スキーマ {uri} はすでに {owner} のものです。',
      es: 'El esquema {uri} ya pertenece a {owner}.',
    },
    action: unchanged,
  },
  schema_unknown: {
    message: {
      en: 'There is no schema {uri} here.',
      zh: '这里没有模式 {uri}。',
      ja: 'スキーマ {uri} はここにありません。',
      es: 'Aquí no hay un esquema {uri}.',
    },
    action: {
      en: 'Install the capability it belongs to, or correct the name.',
      zh: '请安装它所属的能力，或更正名称。',
      ja: 'それを持つ機能をインストールするか、名前を直してください。',
      es: 'Instala la capacidad a la que pertenece, o corrige el nombre.',
    },
  },
  validation_failed: {
    message: {
      en: 'The object does not fit its schema: {problem}.',
      zh: '对象不符合其模式：{problem}。',
      ja: 'オブジェクトがスキーマに合いません: {problem}。',
      es: 'El objeto no cumple su esquema: {problem}.',
    },
    action: {
      en: 'Correct the named fields and try again. Nothing was changed.',
      zh: '请更正所指的字段后重试。没有改动任何内容。',
      ja: '示された項目を直してもう一度お試しください。何も変更していません。',
      es: 'Corrige los campos indicados e inténtalo de nuevo. No se cambió nada.',
    },
  },
  not_found: {
    message: {
      en: 'There is no object {id} in {uri}.',
      zh: '{uri} 中没有对象 {id}。',
      ja: '{uri} にオブジェクト {id} はありません。',
      es: 'No hay un objeto {id} en {uri}.',
    },
    action: {
      en: 'It may have been deleted. Search for it again.',
      zh: '它可能已被删除。请重新查找。',
      ja: '削除された可能性があります。もう一度探してください。',
      es: 'Quizá se eliminó. Búscalo de nuevo.',
    },
  },
  permission_denied: {
    message: {
      en: 'This is not allowed: {problem}.',
      zh: '不允许此操作：{problem}。',
      ja: 'この操作は許可されていません: {problem}。',
      es: 'Esto no está permitido: {problem}.',
    },
    action: unchanged,
  },
  version_conflict: {
    message: {
      en: 'The object {id} is no longer what this change expected.',
      zh: '对象 {id} 已不是此更改所预期的内容。',
      ja: 'オブジェクト {id} は、この変更が想定していた内容ではなくなっています。',
      es: 'El objeto {id} ya no es lo que este cambio esperaba.',
    },
    action: {
      en: 'Read it again and repeat the change. Nothing was changed.',
      zh: '请重新读取后再次更改。没有改动任何内容。',
      ja: '読み直してから変更をやり直してください。何も変更していません。',
      es: 'Léelo de nuevo y repite el cambio. No se cambió nada.',
    },
  },
  crdt_violation: {
    message: {
      en: 'The field {path} merges as {policy} and does not allow this change: {problem}.',
      zh: '字段 {path} 的合并方式为 {policy}，不允许此更改：{problem}。',
      ja: '項目 {path} は {policy} として統合されるため、この変更はできません: {problem}。',
      es: 'El campo {path} se fusiona como {policy} y no permite este cambio: {problem}.',
    },
    action: unchanged,
  },
  asmql_unknown_operator: {
    message: {
      en: 'The query uses an unknown operator at {path}.',
      zh: '查询在 {path} 处使用了未知的运算符。',
      ja: 'クエリの {path} に未知の演算子があります。',
      es: 'La consulta usa un operador desconocido en {path}.',
    },
    action: correctQuery,
  },
  asmql_unknown_field: {
    message: {
      en: 'The query names a field the schema does not have: {path}.',
      zh: '查询使用了模式中没有的字段：{path}。',
      ja: 'クエリにスキーマにない項目があります: {path}。',
      es: 'La consulta nombra un campo que el esquema no tiene: {path}.',
    },
    action: correctQuery,
  },
  asmql_invalid: {
    message: {
      en: 'The query is wrong at {path}: {problem}.',
      zh: '查询在 {path} 处有误：{problem}。',
      ja: 'クエリの {path} に誤りがあります: {problem}。',
      es: 'La consulta tiene un error en {path}: {problem}.',
    },
    action: correctQuery,
  },
  asmql_cursor_invalid: {
    message: {
      en: 'The cursor does not belong to this query.',
      zh: '该游标不属于此查询。',
      ja: 'カーソルがこのクエリのものではありません。',
      es: 'El cursor no pertenece a esta consulta.',
    },
    action: {
      en: 'Start again from the first page.',
      zh: '请从第一页重新开始。',
      ja: '最初のページからやり直してください。',
      es: 'Empieza de nuevo desde la primera página.',
    },
  },
  asmql_cost_exceeded: {
    message: {
      en: 'The query would take too long: {problem}.',
      zh: '查询耗时过长：{problem}。',
      ja: 'クエリに時間がかかりすぎます: {problem}。',
      es: 'La consulta tardaría demasiado: {problem}.',
    },
    action: {
      en: 'Narrow it down, for example by another field or a simpler pattern.',
      zh: '请缩小范围，例如增加条件或使用更简单的模式。',
      ja: '別の項目や簡単なパターンで絞り込んでください。',
      es: 'Acótala, por ejemplo con otro campo o un patrón más simple.',
    },
  },
})

/** Sentences of `state/`. */
export const statePhrases = definePhrases({})
