import { defineErrors, definePhrases } from './define.ts'

/** Error texts of how much room there is, and of what is kept compressed. */
export const stateLifecycleErrors = defineErrors({
  quota_exceeded: {
    message: {
      en: '{what} would take {size}; it may take {limit}. Largest: {largest}.',
      zh: '{what} 将占用 {size}，上限为 {limit}。最大的：{largest}。',
      ja: '{what} は {size} になりますが、上限は {limit} です。大きいもの: {largest}。',
      es: '{what} ocuparía {size}; puede ocupar {limit}. Lo más grande: {largest}.',
    },
    action: {
      en: 'Delete something for good, or allow the scope more. Nothing was changed.',
      zh: '请彻底删除一些内容，或提高该作用域的上限。没有改动任何内容。',
      ja: '何かを完全に削除するか、スコープの上限を上げてください。何も変更していません。',
      es: 'Borra algo definitivamente o permite más al ámbito. No se cambió nada.',
    },
  },
  change_content_damaged: {
    message: {
      en: 'What a change said is damaged on the disk.',
      zh: '磁盘上某次更改的内容已损坏。',
      ja: 'ディスク上の変更内容が壊れています。',
      es: 'Lo que decía un cambio está dañado en el disco.',
    },
    action: {
      en: 'Import the scope from another device or a backup. Objects as they are now can be read as before.',
      zh: '请从其他设备或备份导入该作用域。对象的当前内容仍可照常读取。',
      ja: '別の端末かバックアップからスコープを取り込んでください。現在の内容はこれまでどおり読めます。',
      es: 'Importa el ámbito desde otro dispositivo o una copia. Los objetos actuales se leen como antes.',
    },
  },
})

/** What `satchel state usage|expiring|purge|limit` say. */
export const stateLifecyclePhrases = definePhrases({
  cli_state_usage_scope: {
    en: '{scope} of {owner}: {bytes} of {limit} ({percent} %)',
    zh: '{owner} 的 {scope}：{bytes} / {limit}（{percent}%）',
    ja: '{owner} の {scope}: {bytes} / {limit}（{percent}%）',
    es: '{scope} de {owner}: {bytes} de {limit} ({percent} %)',
  },
  cli_state_usage_part: {
    en: '{schema}: {objects} {objects|object|objects} {objectBytes}, {changes} {changes|change|changes} {changeBytes}',
    zh: '{schema}：{objects} 个对象 {objectBytes}，{changes} 次更改 {changeBytes}',
    ja: '{schema}: オブジェクト {objects} 件 {objectBytes}、変更 {changes} 件 {changeBytes}',
    es: '{schema}: {objects} {objects|objeto|objetos} {objectBytes}, {changes} {changes|cambio|cambios} {changeBytes}',
  },
  cli_state_expires: {
    en: '{schema}: next {next}, {soon} within seven days',
    zh: '{schema}：下一个 {next}，七天内 {soon} 个',
    ja: '{schema}: 次は {next}、七日以内に {soon} 件',
    es: '{schema}: próximo {next}, {soon} en siete días',
  },
  cli_state_strategy_unknown: {
    en: 'unknown strategy, nothing leaves by it: {strategy}',
    zh: '未知策略，不会清除任何内容：{strategy}',
    ja: '不明な方針のため何も消えません: {strategy}',
    es: 'estrategia desconocida, nada sale por ella: {strategy}',
  },
  cli_state_purged: {
    en: '{expired} expired, {evicted} evicted, {compressed} {compressed|change|changes} compressed, {bytes} freed',
    zh: '过期 {expired}，淘汰 {evicted}，压缩更改 {compressed}，释放 {bytes}',
    ja: '期限切れ {expired}、追い出し {evicted}、圧縮した変更 {compressed}、解放 {bytes}',
    es: '{expired} {expired|caducado|caducados}, {evicted} {evicted|retirado|retirados}, {compressed} {compressed|cambio comprimido|cambios comprimidos}, {bytes} liberados',
  },
  cli_state_limited: {
    en: '{scope} may take {limit} now.',
    zh: '{scope} 的上限现为 {limit}。',
    ja: '{scope} の上限は {limit} になりました。',
    es: '{scope} puede ocupar ahora {limit}.',
  },
  cli_state_scope_of_many: {
    en: 'more than one capability has {scope}: add --owner, one of {owners}',
    zh: '多个能力拥有 {scope}：请用 --owner 指定其一：{owners}',
    ja: '{scope} は複数の機能にあります。--owner で指定してください: {owners}',
    es: 'más de una capacidad tiene {scope}: añade --owner, uno de {owners}',
  },
})
