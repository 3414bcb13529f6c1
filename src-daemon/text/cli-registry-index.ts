import { definePhrases } from './define.ts'

/** `satchel registry serve`: its lines of `--help`, and what it says. */
export const cliRegistryIndexPhrases = definePhrases({
  cli_registry_serve: {
    en: 'answer searches over MCP from an index, on the standard streams or over HTTP; reads only',
    zh: '通过 MCP 从索引回答搜索，使用标准流或 HTTP；只读取',
    ja: '索引から MCP で検索に応答（標準入出力または HTTP）。読み取りのみ',
    es: 'responde búsquedas por MCP desde un índice, por la entrada y salida estándar o por HTTP; solo lee',
  },
  cli_registry_serve_index: {
    en: 'a file, or the address of a PostgreSQL database; the index of this data directory unless told',
    zh: '文件，或 PostgreSQL 数据库地址；默认为此数据目录的索引',
    ja: 'ファイル、または PostgreSQL データベースのアドレス。省略時はこのデータフォルダーの索引',
    es: 'un archivo o la dirección de una base de datos PostgreSQL; si no, el índice de este directorio de datos',
  },
  cli_registry_serve_http: {
    en: 'over HTTP at this port of this machine instead; 0 takes a free one',
    zh: '改为在本机此端口使用 HTTP；0 表示任选空闲端口',
    ja: '代わりにこの端末のこのポートで HTTP を使用。0 は空きポート',
    es: 'por HTTP en este puerto de este equipo; 0 toma uno libre',
  },
  cli_registry_serving: {
    en: 'Answering at {url} until Ctrl+C.',
    zh: '正在 {url} 提供服务，按 Ctrl+C 结束。',
    ja: '{url} で応答しています。Ctrl+C で終了します。',
    es: 'Respondiendo en {url} hasta Ctrl+C.',
  },
})
