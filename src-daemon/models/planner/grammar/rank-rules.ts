import type { Rule } from './types.ts'

const EN_RANK = '(?:high|low|normal|top|medium|urgent|important)(?:est)?'
const ES_RANK = '(?:alta|baja|normal|media|máxima|mínima|urgente)'

/** How the priority of something kept is said behind what is told of it, and what has to be done with one, which so is new. */
export const rankRules: Readonly<Record<'en' | 'es' | 'zh', readonly Rule[]>> = {
  en: [
    {
      act: 'change',
      field: 'priority',
      undivided: true,
      form: `^{a}(?<target>[^,;.!?]+?) (?:is|are|['’]s|isn['’]?t|aren['’]?t|can)(?! done)[^,;.!?]{0,30}[,;.–-]+ ?(?:so |and |please |you can |can you )*(?:put|make|set|mark|drop|move|bump|change|give) (?:it|them)(?: (?:down|up|back))?(?: (?:on|to|at|as))?(?: an?)? (?<value>${EN_RANK})(?:[ -]priority)?$`,
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: `^(?:(?:i|we)(?:['’]ve| have)? )?(?:really |also |still )?(?:need to|have to|got to|gotta|must) (?<what>[^?,;–]+?[,;–-] ?(?:it['’]?s |that['’]?s |as )?(?:${EN_RANK}[ -]priority|urgent))$`,
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: "^(?:(?:i|we)(?:['’]ve| have)? )?(?:really |also |still )?(?:need to|have to|got to|gotta|must) (?<what>[^?,;]+?[,;] ?(?:and )?(?:tag|label) it(?: as| with)? [#\\p{L}\\p{N}_-]+)$",
    },
  ],
  es: [
    {
      act: 'change',
      field: 'priority',
      undivided: true,
      form: `^{a}(?<target>[^,;.]+?) (?:ya no |no )?(?:corre|es|urge|está)[^,;.]{0,25}[,;.] (?:así que )?(?:ponl[oa]|márcal[oa]|déjal[oa]|súbel[oa]|bájal[oa]) (?:como|en|con|a|de) (?:prioridad )?(?<value>${ES_RANK})$`,
    },
    {
      act: 'change',
      field: 'priority',
      value: 'high',
      undivided: true,
      form: '^al? {a}(?<target>.+?),? s[uú]bele {a}prioridad$',
    },
    {
      act: 'change',
      field: 'priority',
      value: 'low',
      undivided: true,
      form: '^al? {a}(?<target>.+?),? b[aá]jale {a}prioridad$',
    },
    {
      act: 'change',
      field: 'priority',
      undivided: true,
      form: `^al? {a}(?<target>.+?),? (?:qu[ií]tale|b[aá]jale|s[uú]bele|p[oó]nle|dale|c[aá]mbiale) {a}prioridad(?: ${ES_RANK})?,? (?:y )?(?:a |(?:d[eé]jal[oa]|p[oó]nl[oa]) (?:en|como|a|con) (?:prioridad )?)(?<value>${ES_RANK})$`,
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: `^(?:tengo que|hay que|debo|necesito|tenemos que) (?<what>[^?¿,;]+)[,;](?: ?sin prisas?(?: ninguna)?,?)? (?:ponl[oa] )?(?:con |de |es )?(?:prioridad )?(?<value>(?<=prioridad )${ES_RANK}|urgente)$`,
    },
  ],
  zh: [
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: '^(?<what>(?!把|给|.*(?:改|设|调|推|挪|删|吗|那[个条]))[^，,]*{date}[^，,]*[，,]\\s*标签[:：是]?\\s*[\\p{L}\\p{N}]{1,8})$',
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: '^(?<what>(?!把|给|.*(?:改|设|调|推|挪|删|吗|那[个条]))[^，,]*{date}[^，,]*[，,]\\s*(?:[高低]优先级|(?:普通|中)优先级|优先级(?:是|为)?(?:高|中|低|普通)))(?:就行|就好|即可|吧)?$',
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: '^(?:我们?)?(?:得|要|必须|需要|有空的?时候?|有时间的?话?)(?<what>(?!.*(?:吗|删|改))[^，,。]{2,})[,，。\\s]+(?:优先级(?:是|为|设为|设)?(?<value>高|中|低)(?:一点)?(?:就行|就好|即可|吧)?)$',
    },
    {
      act: 'make',
      kind: 'task',
      undivided: true,
      form: '^(?:我们?)?(?:得|要|必须|需要)(?<what>(?!.*(?:吗|删|改))[^，,。]{2,}[,，]?)(?<more>[,，](?:加上|打上|加|贴上)[“"「]?[\\p{L}\\p{N}]{1,8}[”"」]?(?:这个|的)标签)$',
    },
  ],
}
