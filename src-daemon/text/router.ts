import { defineErrors, definePhrases } from './define.ts'

/** Error texts of `router/`. */
export const routerErrors = defineErrors({
  capability_not_installed: {
    message: {
      en: 'No capability named “{name}” is installed.',
      zh: '没有安装名为“{name}”的能力。',
      ja: '「{name}」という機能はインストールされていません。',
      es: 'No hay instalada ninguna capacidad llamada «{name}».',
    },
    action: {
      en: 'Choose an installed one, or install it on the Capabilities page. Nothing was changed.',
      zh: '请选择已安装的能力，或在“能力”页面安装它。没有改动任何内容。',
      ja: 'インストール済みのものを選ぶか、機能ページからインストールしてください。何も変更していません。',
      es: 'Elige una instalada, o instálala en la página Capacidades. No se cambió nada.',
    },
  },
})

/** Sentences of `router/`. */
export const routerPhrases = definePhrases({})
