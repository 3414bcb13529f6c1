import { definePhrases } from './define.ts'

/** What the built-in planner says. */
export const plannerPhrases = definePhrases({
  planner_name: {
    en: 'Built-in planner',
    zh: '内置规划器',
    ja: '内蔵プランナー',
    es: 'Planificador integrado',
  },
  planner_no_tools: {
    en: 'I am Satchel’s built-in planner, not a language model: I cannot hold a conversation, but I can run your capabilities. Start a message with what one of them is for, for example “add note about …”, or choose a model in Settings.',
    zh: '我是 Satchel 的内置规划器，不是语言模型：我不能聊天，但可以运行您的能力。请以某个能力的用途开头，例如“记…笔记”，或在设置中选择模型。',
    ja: '私は Satchel の内蔵プランナーで、言語モデルではありません。会話はできませんが、ケイパビリティを実行できます。「add note about …」のように用途から書き始めるか、設定でモデルを選んでください。',
    es: 'Soy el planificador integrado de Satchel, no un modelo de lenguaje: no puedo conversar, pero puedo ejecutar tus capacidades. Empieza con aquello para lo que sirve una, por ejemplo “add note about …”, o elige un modelo en Ajustes.',
  },
  planner_no_fitting_tool: {
    en: 'I am the built-in planner, and none of this capability’s tools does that. It can: {tools}',
    zh: '我是内置规划器，此能力没有能做到这一点的工具。它可以：{tools}',
    ja: '私は内蔵プランナーです。このケイパビリティにはそれを行うツールがありません。できること: {tools}',
    es: 'Soy el planificador integrado y ninguna herramienta de esta capacidad hace eso. Puede: {tools}',
  },
  planner_created: {
    en: 'Added to {kind}: “{title}”.',
    zh: '已添加到 {kind}：“{title}”。',
    ja: '{kind} に追加しました:「{title}」。',
    es: 'Añadido a {kind}: «{title}».',
  },
  planner_created_untitled: {
    en: 'Added to {kind}.',
    zh: '已添加到 {kind}。',
    ja: '{kind} に追加しました。',
    es: 'Añadido a {kind}.',
  },
  planner_updated: {
    en: 'Changed in {kind}: “{title}”.',
    zh: '已在 {kind} 中更改：“{title}”。',
    ja: '{kind} で変更しました:「{title}」。',
    es: 'Cambiado en {kind}: «{title}».',
  },
  planner_updated_untitled: {
    en: 'Changed in {kind}.',
    zh: '已在 {kind} 中更改。',
    ja: '{kind} で変更しました。',
    es: 'Cambiado en {kind}.',
  },
  planner_deleted: {
    en: 'Deleted from {kind}.',
    zh: '已从 {kind} 中删除。',
    ja: '{kind} から削除しました。',
    es: 'Eliminado de {kind}.',
  },
  planner_found_none: {
    en: 'Nothing in {kind} matches.',
    zh: '{kind} 中没有符合的内容。',
    ja: '{kind} に該当するものはありません。',
    es: 'No hay nada en {kind} que coincida.',
  },
  planner_found_one: {
    en: '1 entry in {kind}:{titles}',
    zh: '{kind} 中有 1 条：{titles}',
    ja: '{kind} に 1 件あります:{titles}',
    es: '1 entrada en {kind}:{titles}',
  },
  planner_found: {
    en: '{count} entries in {kind}:{titles}',
    zh: '{kind} 中有 {count} 条：{titles}',
    ja: '{kind} に {count} 件あります:{titles}',
    es: '{count} entradas en {kind}:{titles}',
  },
  planner_which: {
    en: 'More than one matches, so I changed nothing. Which one?{titles}',
    zh: '有多条符合，我没有更改任何内容。是哪一条？{titles}',
    ja: '複数が該当するため、何も変更していません。どれですか？{titles}',
    es: 'Hay más de una coincidencia, así que no cambié nada. ¿Cuál?{titles}',
  },
  planner_failed: {
    en: 'That did not work: {problem}',
    zh: '没有成功：{problem}',
    ja: 'うまくいきませんでした: {problem}',
    es: 'No funcionó: {problem}',
  },
  planner_result: {
    en: '{tool} answered: {result}',
    zh: '{tool} 的结果：{result}',
    ja: '{tool} の結果: {result}',
    es: '{tool} respondió: {result}',
  },
})
