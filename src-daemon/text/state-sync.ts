import { defineErrors, definePhrases } from './define.ts'

/** Error texts of change sets. */
export const stateSyncErrors = defineErrors({
  change_set_invalid: {
    message: {
      en: 'This is not a whole, unchanged change set: {problem}.',
      zh: '这不是完整且未被改动的变更集：{problem}。',
      ja: '完全で改変のない変更セットではありません: {problem}。',
      es: 'No es un conjunto de cambios completo y sin alterar: {problem}.',
    },
    action: {
      en: 'Nothing was imported. Export it again on the other device; if a newer Satchel wrote it, update this one.',
      zh: '没有导入任何内容。请在另一台设备上重新导出；如果它由更新版本的 Satchel 写入，请更新此版本。',
      ja: '何も取り込んでいません。もう一方の端末で書き出し直してください。新しい Satchel が書いたものなら、この版を更新してください。',
      es: 'No se importó nada. Expórtalo de nuevo en el otro dispositivo; si lo escribió un Satchel más nuevo, actualiza este.',
    },
  },
  change_set_other_owner: {
    message: {
      en: 'This change set belongs to {owner}, which is not your key.',
      zh: '该变更集属于 {owner}，那不是您的密钥。',
      ja: 'この変更セットは {owner} のもので、あなたの鍵ではありません。',
      es: 'Este conjunto de cambios pertenece a {owner}, que no es tu clave.',
    },
    action: {
      en: 'Nothing was imported. Both devices need the same key, or one that came from it by `satchel keys rotate`: `satchel keys backup` on the one that has the newer key, `satchel keys restore --as-owner` on the other.',
      zh: '没有导入任何内容。两台设备需要相同的密钥，或由它经 `satchel keys rotate` 轮换而来的密钥：在拥有较新密钥的设备上运行 `satchel keys backup`，在另一台上运行 `satchel keys restore --as-owner`。',
      ja: '何も取り込んでいません。両方の端末に、同じ鍵か、それを `satchel keys rotate` で更新した鍵が要ります。新しい鍵がある端末で `satchel keys backup`、もう一方で `satchel keys restore --as-owner` を実行してください。',
      es: 'No se importó nada. Ambos dispositivos necesitan la misma clave, o una que venga de ella por `satchel keys rotate`: `satchel keys backup` en el que tiene la clave más nueva y `satchel keys restore --as-owner` en el otro.',
    },
  },
  change_set_too_large: {
    message: {
      en: 'A part of the change set would have {size} MiB; {limit} MiB is the most it may have.',
      zh: '变更集的一个部分将有 {size} MiB；最多 {limit} MiB。',
      ja: '変更セットの一部が {size} MiB になります。{limit} MiB までです。',
      es: 'Una parte del conjunto de cambios tendría {size} MiB; puede tener {limit} MiB como máximo.',
    },
    action: {
      en: 'One object is too large to travel: make it smaller, or export the other scopes (`--scope`). Nothing was written.',
      zh: '有一个对象太大，无法传输：请缩小它，或导出其他范围（`--scope`）。没有写入任何内容。',
      ja: '大きすぎて運べないオブジェクトがあります。小さくするか、ほかのスコープを（`--scope`）書き出してください。何も書いていません。',
      es: 'Un objeto es demasiado grande para trasladarse: hazlo más pequeño o exporta los demás ámbitos (`--scope`). No se escribió nada.',
    },
  },
  scope_unknown: {
    message: {
      en: 'There is no memory scope {scope} here.',
      zh: '此处没有记忆范围 {scope}。',
      ja: 'ここに記憶スコープ {scope} はありません。',
      es: 'Aquí no hay un ámbito de memoria {scope}.',
    },
    action: {
      en: 'See which there are: `satchel state scopes`.',
      zh: '查看现有范围：`satchel state scopes`。',
      ja: '一覧は `satchel state scopes` で見られます。',
      es: 'Mira cuáles hay: `satchel state scopes`.',
    },
  },
})

/** What the command line says of change sets. */
export const stateSyncPhrases = definePhrases({
  cli_state_export: {
    en: 'write what changed here into a file for another device',
    zh: '将此处的更改写入文件，供另一台设备使用',
    ja: 'ここでの変更を、別の端末のためのファイルに書き出す',
    es: 'escribe lo que cambió aquí en un archivo para otro dispositivo',
  },
  cli_state_export_scope: {
    en: 'only these memory scopes',
    zh: '仅这些记忆范围',
    ja: 'この記憶スコープだけ',
    es: 'solo estos ámbitos de memoria',
  },
  cli_state_export_since: {
    en: 'only what the other device lacks: the output of `state vectors` there; - reads it from stdin',
    zh: '仅另一台设备缺少的内容：该设备上 `state vectors` 的输出；- 表示从标准输入读取',
    ja: '相手の端末にないものだけ（相手での `state vectors` の出力。- は標準入力）',
    es: 'solo lo que le falta al otro dispositivo: la salida de `state vectors` allí; - la lee de la entrada',
  },
  cli_state_export_out: {
    en: 'the file to write',
    zh: '要写入的文件',
    ja: '書き出すファイル',
    es: 'el archivo que se escribe',
  },
  cli_state_overwrite: {
    en: 'replace the file if it is there',
    zh: '如果文件已存在则替换',
    ja: 'ファイルがあれば置き換える',
    es: 'reemplazar el archivo si ya está',
  },
  cli_state_import: {
    en: 'merge a change set of another device; again, or in another order, makes no difference',
    zh: '合并另一台设备的变更集；重复或以其他顺序导入结果相同',
    ja: '別の端末の変更セットを取り込んで合わせる（繰り返しても順序が違っても同じ）',
    es: 'combina un conjunto de cambios de otro dispositivo; repetirlo o cambiar el orden no importa',
  },
  cli_state_vectors: {
    en: 'say what is here of each log, for `state export --since` on another device',
    zh: '说明此处每个日志已有的内容，供另一台设备的 `state export --since` 使用',
    ja: '各ログのうち、ここにあるもの（別の端末の `state export --since` 用）',
    es: 'dice qué hay aquí de cada registro, para `state export --since` en otro dispositivo',
  },
  cli_state_rebuild: {
    en: 'make every view again from the logs',
    zh: '根据日志重建所有视图',
    ja: 'すべてのビューをログから作り直す',
    es: 'rehace todas las vistas a partir de los registros',
  },
  cli_state_rebuild_check: {
    en: 'only compare, and change nothing',
    zh: '仅比较，不做改动',
    ja: '比べるだけで何も変えない',
    es: 'solo comparar, sin cambiar nada',
  },
  cli_state_exported: {
    en: '{changes} {changes|change|changes} ({bytes} B) {changes|is|are} in {path}.',
    zh: '{path} 中有 {changes} 个更改（{bytes} B）。',
    ja: '{path} に {changes} 件の変更（{bytes} B）を書きました。',
    es: 'Hay {changes} {changes|cambio|cambios} ({bytes} B) en {path}.',
  },
  cli_state_imported: {
    en: '{applied} {applied|change is|changes are} new, {known} {known|was|were} known, {waiting} {waiting|waits|wait} for others. {objects} {objects|object|objects} changed.',
    zh: '{applied} 个新更改，{known} 个已知，{waiting} 个等待其他更改。{objects} 个对象有变化。',
    ja: '新しい変更 {applied} 件、既知 {known} 件、ほかを待つもの {waiting} 件。{objects} 個のオブジェクトが変わりました。',
    es: '{applied} {applied|cambio es nuevo|cambios son nuevos}, {known} ya {known|estaba|estaban} y {waiting} {waiting|espera|esperan} a otros. {objects|Cambió|Cambiaron} {objects} {objects|objeto|objetos}.',
  },
  cli_state_imported_doubts: {
    en: '{conflicts} {conflicts|object has|objects have} concurrent values, {invalid} no longer {invalid|fits its|fit their} schema: `satchel state query` shows them.',
    zh: '{conflicts} 个对象有并发值，{invalid} 个不再符合其模式：可用 `satchel state query` 查看。',
    ja: '同時の値をもつオブジェクト {conflicts} 個、スキーマに合わなくなったもの {invalid} 個。`satchel state query` で見られます。',
    es: '{conflicts} {conflicts|objeto tiene|objetos tienen} valores simultáneos y {invalid} ya no {invalid|encaja|encajan} en su esquema: `satchel state query` los muestra.',
  },
  cli_state_views_ok: {
    en: '{objects} {objects|object|objects} of {schemas} {schemas|schema|schemas} {objects|is|are} what {changes} {changes|change says|changes say}.',
    zh: '{schemas} 个模式的 {objects} 个对象与 {changes} 个更改一致。',
    ja: '{schemas} 個のスキーマの {objects} 個のオブジェクトは、{changes} 件の変更のとおりです。',
    es: '{objects} {objects|objeto|objetos} de {schemas} {schemas|esquema|esquemas} {objects|es|son} lo que {changes|dice|dicen} {changes} {changes|cambio|cambios}.',
  },
  cli_state_views_differ: {
    en: 'The views differ from the logs. `satchel state rebuild` makes them again:',
    zh: '视图与日志不一致。`satchel state rebuild` 可重建：',
    ja: 'ビューがログと違います。`satchel state rebuild` で作り直せます:',
    es: 'Las vistas difieren de los registros. `satchel state rebuild` las rehace:',
  },
})
