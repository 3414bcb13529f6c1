import { defineErrors } from './define.ts'

/** Failures of the registry's index: `registry/indexer/`. */
export const registryIndexErrors = defineErrors({
  index_gap: {
    message: {
      en: 'The next events begin at block {from}, but the index ends at block {last}.',
      zh: '下一批事件从区块 {from} 开始，但索引只到区块 {last}。',
      ja: '次のイベントはブロック {from} から始まりますが、索引はブロック {last} までです。',
      es: 'Los siguientes eventos empiezan en el bloque {from}, pero el índice acaba en el bloque {last}.',
    },
    action: {
      en: 'Nothing was changed. Start the indexer again: it goes on where the index ends.',
      zh: '未作任何更改。请重新启动索引器，它会从索引末尾继续。',
      ja: '何も変更していません。索引の作成をもう一度始めると、続きから再開します。',
      es: 'No se cambió nada. Inicia el indexador de nuevo: sigue donde acaba el índice.',
    },
  },
  index_verifier_failed: {
    message: {
      en: 'The helper that verifies published files stopped: {problem}.',
      zh: '负责验证已发布文件的辅助线程已停止：{problem}。',
      ja: '公開されたファイルを検証する補助処理が停止しました: {problem}。',
      es: 'El proceso auxiliar que verifica los archivos publicados se detuvo: {problem}.',
    },
    action: {
      en: 'The index is whole. The files are verified again, with a new helper.',
      zh: '索引完好。将用新的辅助线程重新验证这些文件。',
      ja: '索引は無事です。新しい補助処理でファイルをもう一度検証します。',
      es: 'El índice está intacto. Los archivos se verifican de nuevo, con otro proceso auxiliar.',
    },
  },
  index_query_too_long: {
    message: {
      en: 'A search may have at most {limit} characters.',
      zh: '搜索内容最多 {limit} 个字符。',
      ja: '検索できるのは最大 {limit} 文字です。',
      es: 'Una búsqueda puede tener como máximo {limit} caracteres.',
    },
    action: {
      en: 'Search for the words that matter.',
      zh: '请只搜索关键的词语。',
      ja: '大切な言葉だけで検索してください。',
      es: 'Busca las palabras que importan.',
    },
  },
  index_cursor_invalid: {
    message: {
      en: 'The mark of the next page does not belong to this search.',
      zh: '下一页的标记不属于此次搜索。',
      ja: '次のページの目印がこの検索のものではありません。',
      es: 'La marca de la página siguiente no es de esta búsqueda.',
    },
    action: {
      en: 'Search again without it.',
      zh: '请去掉该标记后重新搜索。',
      ja: '目印なしで検索し直してください。',
      es: 'Busca de nuevo sin ella.',
    },
  },
  index_unknown_filter: {
    message: {
      en: 'There is no filter “{name}”.',
      zh: '没有名为“{name}”的筛选条件。',
      ja: '「{name}」という絞り込みはありません。',
      es: 'No hay ningún filtro «{name}».',
    },
    action: {
      en: 'There are: {known}.',
      zh: '可用的有：{known}。',
      ja: '使えるもの：{known}。',
      es: 'Hay estos: {known}.',
    },
  },
  index_not_found: {
    message: {
      en: 'The index has no {uri}.',
      zh: '索引中没有 {uri}。',
      ja: '索引に {uri} はありません。',
      es: 'El índice no tiene {uri}.',
    },
    action: {
      en: 'Check the name, or search for it. What was refused or yanked is not offered as the latest version.',
      zh: '请检查名称或搜索。被拒绝或撤回的版本不会作为最新版本提供。',
      ja: '名前を確かめるか、検索してください。拒否または取り下げられたものは最新版として出ません。',
      es: 'Comprueba el nombre o búscalo. Lo rechazado o retirado no se ofrece como última versión.',
    },
  },
  index_busy: {
    message: {
      en: 'Too many requests: {limit} in a minute.',
      zh: '请求过多：每分钟最多 {limit} 次。',
      ja: '要求が多すぎます（1 分間に {limit} 回まで）。',
      es: 'Demasiadas peticiones: {limit} por minuto.',
    },
    action: {
      en: 'Try again in {seconds} seconds.',
      zh: '请在 {seconds} 秒后重试。',
      ja: '{seconds} 秒後にもう一度試してください。',
      es: 'Inténtalo de nuevo en {seconds} segundos.',
    },
  },
  index_empty: {
    message: {
      en: 'There is no index at {path}.',
      zh: '{path} 处没有索引。',
      ja: '{path} に索引がありません。',
      es: 'No hay ningún índice en {path}.',
    },
    action: {
      en: 'Make one with “satchel registry index”, or name another with --db.',
      zh: '请用“satchel registry index”创建，或用 --db 指定其他索引。',
      ja: '「satchel registry index」で作るか、--db で別の索引を指定してください。',
      es: 'Crea uno con «satchel registry index» o indica otro con --db.',
    },
  },
  index_unreachable: {
    message: {
      en: 'The database of the index does not answer: {problem}',
      zh: '索引数据库没有响应：{problem}',
      ja: '索引のデータベースが応答しません：{problem}',
      es: 'La base de datos del índice no responde: {problem}',
    },
    action: {
      en: 'Check its address, and whether the server runs.',
      zh: '请检查其地址以及服务器是否在运行。',
      ja: 'アドレスと、サーバーが動いているかを確かめてください。',
      es: 'Comprueba su dirección y si el servidor está en marcha.',
    },
  },
  index_other_registry: {
    message: {
      en: 'This index is of another registry: {found}, not {wanted}.',
      zh: '此索引属于另一个注册表：{found}，而不是 {wanted}。',
      ja: 'この索引は別のレジストリのものです（{wanted} ではなく {found}）。',
      es: 'Este índice es de otro registro: {found}, no {wanted}.',
    },
    action: {
      en: 'Nothing was changed. Name another file or database with --db.',
      zh: '未作任何更改。请用 --db 指定其他文件或数据库。',
      ja: '何も変更していません。--db で別のファイルかデータベースを指定してください。',
      es: 'No se cambió nada. Indica otro archivo o base de datos con --db.',
    },
  },
  index_other_writer: {
    message: {
      en: 'Another process writes this index now.',
      zh: '另一个进程正在写入此索引。',
      ja: '別のプロセスがこの索引に書き込んでいます。',
      es: 'Otro proceso escribe ahora este índice.',
    },
    action: {
      en: 'Nothing was changed. One process may write an index: end the other one first, or name another with --db.',
      zh: '未作任何更改。一个索引只能由一个进程写入：请先结束另一个，或用 --db 指定其他索引。',
      ja: '何も変更していません。索引に書き込めるのは 1 つのプロセスだけです。先にもう一方を終えるか、--db で別の索引を指定してください。',
      es: 'No se cambió nada. Solo un proceso puede escribir un índice: termina antes el otro o indica otro con --db.',
    },
  },
})
