import { definePhrases } from './define.ts'

/** What `satchel services` says of what servers offer beside tools. */
export const cliServicesOffersPhrases = definePhrases({
  cli_services_resources: {
    en: 'list what a service can be asked to read out',
    zh: '列出服务可供读取的资源',
    ja: 'サービスから読み取れるリソースの一覧',
    es: 'lista lo que se puede leer de un servicio',
  },
  cli_services_resource_read: {
    en: 'read a resource of a service; a template takes its variables with --var',
    zh: '读取服务的资源；模板的变量用 --var 给出',
    ja: 'サービスのリソースを読む。テンプレートの変数は --var で指定',
    es: 'lee un recurso de un servicio; una plantilla toma sus variables con --var',
  },
  cli_services_resource: {
    en: 'address of the resource, or a template',
    zh: '资源地址或模板',
    ja: 'リソースのアドレスまたはテンプレート',
    es: 'dirección del recurso, o una plantilla',
  },
  cli_services_var: {
    en: 'a variable of the template: name=value',
    zh: '模板变量：name=value',
    ja: 'テンプレートの変数: name=value',
    es: 'una variable de la plantilla: name=value',
  },
  cli_services_save: {
    en: 'write what it holds into this new file (with several parts, the first)',
    zh: '将内容写入这个新文件（有多个部分时写第一个）',
    ja: '内容をこの新しいファイルに書く（複数あれば最初の部分）',
    es: 'escribe lo que contiene en este archivo nuevo (si hay varias partes, la primera)',
  },
  cli_services_watch: {
    en: 'go on, and say each time it has changed',
    zh: '持续监视，每次变化时提示',
    ja: '続けて、変わるたびに知らせる',
    es: 'sigue, y avisa cada vez que cambie',
  },
  cli_services_prompts: {
    en: 'list the prompts a service offers',
    zh: '列出服务提供的提示词',
    ja: 'サービスが提供するプロンプトの一覧',
    es: 'lista las plantillas de mensaje que ofrece un servicio',
  },
  cli_services_prompt: {
    en: 'show a prompt of a service with these arguments',
    zh: '以给定参数显示服务的提示词',
    ja: '指定した引数でサービスのプロンプトを表示する',
    es: 'muestra una plantilla de un servicio con estos argumentos',
  },
  cli_services_arg: {
    en: 'an argument of the prompt: name=value',
    zh: '提示词参数：name=value',
    ja: 'プロンプトの引数: name=value',
    es: 'un argumento de la plantilla: name=value',
  },
  cli_services_complete: {
    en: 'values a service proposes for an argument of a prompt, or a variable of a template',
    zh: '服务为提示词参数或模板变量建议的值',
    ja: 'プロンプトの引数またはテンプレートの変数についてサービスが提案する値',
    es: 'valores que un servicio propone para un argumento o una variable',
  },
  cli_services_complete_of: {
    en: 'name of the prompt, or the template',
    zh: '提示词名称或模板',
    ja: 'プロンプト名またはテンプレート',
    es: 'nombre de la plantilla de mensaje, o plantilla de recursos',
  },
  cli_service_more: {
    en: 'There are more.',
    zh: '还有更多。',
    ja: 'ほかにもあります。',
    es: 'Hay más.',
  },
  cli_service_omitted: {
    en: '{count} more parts did not fit.',
    zh: '另有 {count} 个部分放不下。',
    ja: 'ほかの {count} 個の部分は入りきりませんでした。',
    es: 'No cupieron {count} partes más.',
  },
  cli_service_bytes: {
    en: '({bytes} bytes, {type}; --save FILE keeps them)',
    zh: '（{bytes} 字节，{type}；用 --save FILE 保存）',
    ja: '（{bytes} バイト、{type}。--save FILE で保存）',
    es: '({bytes} bytes, {type}; --save FILE los guarda)',
  },
  cli_service_content: {
    en: '({type}, {bytes} bytes)',
    zh: '（{type}，{bytes} 字节）',
    ja: '（{type}、{bytes} バイト）',
    es: '({type}, {bytes} bytes)',
  },
  cli_service_saved: {
    en: 'Written to {path}.',
    zh: '已写入 {path}。',
    ja: '{path} に書き込みました。',
    es: 'Escrito en {path}.',
  },
  cli_service_watching: {
    en: 'Watching {resource}. Ctrl+C ends it.',
    zh: '正在监视 {resource}。按 Ctrl+C 结束。',
    ja: '{resource} を監視しています。Ctrl+C で終了します。',
    es: 'Vigilando {resource}. Ctrl+C lo termina.',
  },
  cli_service_changed: {
    en: 'Changed.',
    zh: '已变化。',
    ja: '変わりました。',
    es: 'Cambió.',
  },
})
