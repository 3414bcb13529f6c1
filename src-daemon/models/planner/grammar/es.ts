import { esCues } from './es-cues.ts'
import { esLedger } from './es-ledger.ts'
import { esRules } from './es-rules.ts'
import type { Grammar } from './types.ts'

export const es: Grammar = {
  hesitations: /(?<!\p{L})(?:e+h+|e+m+|mmm+|a ver|o sea(?! que))(?!\p{L})[\s,.…]*/giu,
  verbs:
    'recuérdame recuerdame añade agrega apunta anota borra elimina quita marca mueve cambia renombra retrasa aplaza convierte'.split(
      ' ',
    ),
  orders:
    /(?<!\p{L})(?:recu[eé]rda(?:me|mel[oa])|no (?:se me|me dejes) olvid\p{L}+|a mi lista|en mi lista|nueva (?:tarea|nota)|(?:tarea|nota) nueva|añadir|agregar|apuntar|anotar)(?!\p{L})|^tengo que(?!\p{L})/iu,
  plainly: (text) =>
    text
      .replace(/(?:^|\s+)sin falta(?=\s|$)/iu, '')
      .trim()
      .replace(
        /^(?:(?:yo )?(?:tengo|tenemos|hay|toca|tocaba) (?:que )?|debo |necesito )(?=\p{L}+(?:[aei]r|ír)(?:[lmst]\p{L}{1,3})?(?!\p{L}))/iu,
        '',
      ),
  opening:
    /^[¡¿\s]*(?:(?:hola|buenos días|buenas(?: tardes| noches)?|hij[oa](?=,)|oye|vale|ok|bueno|gracias|perfecto|genial|ahora|también|y también|y|luego|después|por favor|porfa|xfa|porfi|si (?:me )?(?:puedes|podrías)|(?:me )?(?:puedes|podrías|puede|podría|podemos|podríamos|quieres)(?! hacer\??$)|quiero(?: que)?|quisiera|me gustaría|necesito que|a ver|espera|no, espera|perdona|perdón|oh|pues|entonces|che|mira)(?:[\s,!.…:¿¡]+|$))+[¿¡]*/iu,
  closing:
    /(?:[\s,]+(?:por favor|porfa|porfi|porfis|xfa|pf|gracias|vale|muchas gracias|haz(?:me)? el favor|haga el favor|anda))+[\s.!]*$/iu,
  fillers: /(?<=^\p{L}+ )(?:también|además|mejor|luego) /iu,
  reasons:
    /[,;.]?\s+(?:porque(?!\p{L})|así (?:no|me|ya|lo|la)(?!\p{L})|(?<=,\s)que (?:\uE000|al final|se me|no|me|se|si|ya|siempre|hoy|mañana|luego|hay|está)(?!\p{L})|ya que(?!\p{L})|así que(?!\p{L})|(?<=,\s)al final no(?!\p{L})|(?:que )?ya no (?:la|lo|las|los|me|nos|hace|hacen|sirve|necesito)(?!\p{L})|ya (?:no )?(?:está|estaba) (?:vieja|viejo|anticuad[oa])|no (?:la|lo) necesito).*$/iu,
  doing: /^(?:y |e |también )*(?:\p{L}{2,}(?:ar|er|ir|ír)(?:l[oae]s?|me|se|te|nos)?)(?!\p{L})/iu,
  nouns: {
    note: 'notas?|apuntes?|anotaci(?:ón|ones)',
    task: 'tareas?|pendientes?|quehaceres|recordatorios?|lista de tareas|cosas? por hacer',
  },
  articles:
    '(?:(?:un|una|unas|unos|el|la|los|las|mi|mis|este|esta|ese|esa|otro|otra|todas?|todos?|lo|de|del|alg[uú]n|alguna)\\s+)*',
  rules: esRules,
  cues: esCues,
  ledger: esLedger,
  fields: {
    title: 'título|nombre',
    body: 'texto|contenido|cuerpo',
    date: 'fecha(?: límite| de entrega)?|plazo|vencimiento',
    priority: 'prioridad|prio',
    status: 'estado',
    tags: 'etiquetas?',
  },
  values: {
    high: 'alta|alto|urgent[ií]simo|urgente|importante|máxima',
    normal: 'normal|media',
    low: 'baja|bajo|mínima',
    done: 'hech[oa]|completad[oa]|terminad[oa]',
    open: 'abiert[oa]|pendiente',
  },
  question: /^[¿]|^(?:qué|cuál|cuáles|cuándo|cuánt[oa]s?|dónde|quién|cómo|por qué)(?!\p{L})|[?？]\s*$/iu,
  collection: /^(?:la|las|mi|mis|esa|esta|toda la|toda mi)? ?(?:listas?|cosas|libreta)$/iu,
  pointing:
    /^(?:es[oae]|est[oae]|l[oa]|ell[oa]|(?:(?:es[ae]|est[ae]|la|el) )?(?:tarea|nota|recordatorio|pendiente)|la última|el último|)$/iu,
  ordinals: [
    [/(?<!\p{L})(?:primer[oa]?)(?!\p{L})/iu, 1],
    [/(?<!\p{L})segund[oa](?!\p{L})/iu, 2],
    [/(?<!\p{L})tercer[oa]?(?!\p{L})/iu, 3],
    [/(?<!\p{L})(?:la última|el último)(?!\p{L})/iu, -1],
  ],
  between:
    /\s*(?:,?\s+y,? (?:aparte|además|también),?\s+|,\s*(?:y\s+)?|;\s*|\s+[ye](?! medi[oa](?!\p{L}))\s+|\n)\s*/iu,
  named:
    /^["“«](?<title>[^"”»]{1,40})["”»]\s*[:：]\s*(?<text>.+)$|^(?:llamad[oa]|titulad[oa]|(?:con )?(?:el )?(?:t[íi]tulo|nombre)|con (?:el )?título|que se llame|que se titule|(?:que|q) ponga(?=[^:]{1,40}:)|de nombre)\s+(?<title>.+?)(?:\s*(?:,\s*)?(?:con (?:el |este |el siguiente )?(?:texto|contenido)|y?(?:\s*y\s+)?que (?:diga|dice|ponga)|con(?: esto| lo siguiente)?)[:\s]\s*(?<body>.+)|(?:\s*,?\s*(?:y )?(?:luego )?(?:pon|escribe|apunta|añade|agrega|mete|incluye)(?:me|le)?(?: dentro| ahí| en ella| esto)*)?\s*:\s+(?<text>.+))?$/isu,
  labels:
    /(?<!\p{L})t[íi]tulo\s*(?:[:=]\s*|(?=[«"“]))(?<title>.+?)[\s.,;]*(?:(?:y|con|e) )*(?:(?:el|de) )?(?<!\p{L})(?:texto|contenido|cuerpo)\s*(?:[:=]\s*|(?=[«"“]))(?<body>.+)$/isu,
  orderBehind: String.raw`(?:[.,;:!–-]+\s+(?:y |así que |por favor |porfa |entonces )*¿?(?:me )?(?:(?:cr[eé]a|ap[uú]nta|an[oó]ta|a[ñn]áde|a[ñn]ade|agr[eé]ga|p[oó]n|m[eé]te|gu[aá]rda|h[aá]z)s?(?:me|te)?(?:l[oae]s?)?(?: (?:como|en|a|de))* (?:(?:una?|la|el|mi|mis|las|los|nuev[oa]|lista de) )*{kind}(?: nuev[oa])?|(?:una? )?(?:nueva )?{kind})|, como (?:una? )?(?:nueva )?{kind})`,
  tells: /^(?:no|si|yo|ya|he|hemos|ha|está)(?!\p{L})/iu,
  corrected:
    /^(?:[\s,.;…–-]|(?:ay|uy|ah|eh|no|perdón|perdona|espera|mejor|digo|quiero decir|quise decir|o sea|más bien|bueno|que sea|al?|el|la|para|en)(?!\p{L}))*(?<=(?<!\p{L})(?:no|perdón|perdona|mejor|digo|decir|más bien)(?!\p{L}).*)$/isu,
  rankBehind:
    /[\s,;.–-]+(?:y )?(?:(?:ponl[oae]|pónl[oae]|déjal[oa]|dale|súbel[oae]|márcal[oa]|que sea|es|con|de)(?: (?:la|como|en|a|con|de))* )?(?:prioridad (?<rank>alta|baja|normal|media)|(?<rank>urgente|importante))$/iu,
  tagged: [
    /^(?:etiquetad[oa](?: como| con)?|con (?:la )?etiqueta|etiqueta)[\s:]+(?<tags>[#\p{L}\p{N}_-]+)\s*[:–—-]+\s+/iu,
    /(?:[\s,;.]+(?:y )?(?:etiquetad[oa](?: como| con)?|con (?:la )?etiqueta|etiqu[eé]tal[oa](?: como| con)?|etiqueta:?)|[,;.]\s*(?:y )?(?:la )?etiqueta(?: es)?) ["“«']?(?<tags>[#\p{L}\p{N}_-]+)["”»']?[.!]?$/iu,
  ],
  joints:
    /^(?:[\s:–—,.-]+|(?:(?:dos|tres|cuatro|cinco|estas|unas|varias) )?cosas(?: que son|:)?\s+|(?:para|que diga|que dice|diciendo|que|q|sobre|acerca de|de que|de|con el texto|con|a|en)(?:\s+|:\s*|$))+/iu,
  dateEdges: {
    before: '(?:(?:,\\s*)?(?<!\\p{L})(?:para|antes de|antes del|hasta|el|en|del|de|a|al|próximo|este)\\s+)*',
    behind: '(?:,?\\s+(?:como (?:muy tarde|máximo)|a más tardar))?',
  },
  askWords:
    /(?<![\p{L}\p{N}])(?:guardad[oa]s?|en total|q|ya|iba|ibas?|hablo|escrito|puse|enseña|muestra|muéstrame|mostrar|enseña|enséñame|ver|lista|listar|busca|buscar|encuentra|dime|dame|abre|lee|léeme|plan|planes|que|qué|cuáles|cuales|cuál|cual|cuándo|cuando|cuántos|cuántas|cuantos|cuantas|cuánto|dónde|donde|quién|tengo|tienes|hay|está|están|es|son|algo|alguien|alguna|algunas|algún|algunos|mis|mi|antes|venzan?|vencen?|algo|lleva|todas|todos|todo|toda|las|los|la|el|lo|un|una|de|del|en|a|al|para|por|con|y|o|hacer|hago|sobre|acerca|hablan|habla|mencionan|menciona|contienen|contiene|dicen|dice|escribí|anoté|apunté|guardé|guardadas?|pendientes?|abiert[oa]s?|hech[oa]s?|completad[oa]s?|terminad[oa]s?|vencid[oa]s?|urgentes?|prioridad|alta|baja|etiquetad[oa]s?|etiqueta|semana|me|quedan?|faltan?|debo|cosas|existe|llamad[oa]|se|he|ha|han|hoy|mañana|esta|este|relacionad[oa]s?)(?![\p{L}\p{N}])|[¿¡]/giu,
  ask: {
    open: /(?<!\p{L})no (?:he|hemos) (?:hecho|terminado|acabado|completado)|(?<!\p{L})(?:pendientes?|abiert[oa]s?|sin (?:hacer|terminar)|quedan?|faltan?|por hacer)(?!\p{L})/iu,
    done: /(?<!\p{L})(?:hech[oa]s?|completad[oa]s?|terminad[oa]s?|acabad[oa]s?)(?!\p{L})/iu,
    overdue:
      /(?<!\p{L})se (?:me|nos) (?:ha|han) pasado(?!\p{L})|(?<!\p{L})(?:vencid[oa]s?|atrasad[oa]s?)(?!\p{L})/iu,
    today: /(?<!\p{L})hoy(?!\p{L})/iu,
    thisWeek: /(?<!\p{L})esta semana(?!\p{L})/iu,
    nextWeek: /(?<!\p{L})(?:la )?(?:próxima semana|semana que viene)(?!\p{L})/iu,
    undated: /sin (?:fecha|plazo|día)|no tienen? (?:fecha|plazo)/iu,
    tag: /(?<!\p{L})etiquetad[oa]s?(?: con| como)? ["«#]?(?<tag>[\p{L}\p{N}_-]+)|con la etiqueta ["«#]?(?<tag>[\p{L}\p{N}_-]+)|#(?<tag>[\p{L}\p{N}_-]+)/iu,
    toDo: /(?<!\p{L})(?:venza|vence|tengo que|hay que|debo|por hacer|pendientes?|vencid[oa]s?)(?!\p{L})/iu,
    own: /(?<!\p{L})(?:mis?|mí[oa]s?|nuestr[oa]s?|tengo|tenemos|tenía(?:mos)?|he|hemos|puse|dejé|guardé|anoté|apunté|escribí|dije|pusimos|dejamos|guardamos)(?!\p{L})/iu,
    count: /(?<!\p{L})cu[áa]nt[oa]s(?!\p{L})/iu,
    whether: /^[¿\s]*(?:está|están|he|ya|cuándo|cuando)(?!\p{L})/iu,
  },
  dates: {
    day: /^[¿\s]*(?:qué|que|cuál|cual) (?:es la )?(?:fecha|día)(?: es| será| fue| era| cae)?(?<when>.*)$/iu,
    weekday:
      /^[¿\s]*(?:dime )?(?:en )?(?:qué|que) día de la semana (?:es|será|fue|cae)(?: el)?(?: próximo)? (?<when>.+)$/iu,
    age: /^[¿\s]*(?:cu[áa]ntos años (?:tiene|tengo|tendr[íi]a)(?: alguien| una persona)?(?: que)?|(?:qué|que) edad (?:tiene|tengo)(?: alguien| una persona)?(?: que)?)(?: si)? (?:naci[óo]|nac[íi]|nacid[oa])(?: el)? (?<when>.+)$/iu,
    tail: /,? y (?:en )?(?:qué|que) d[íi]a (?:de la semana )?(?:es|cae|será)$/iu,
    time: /^[¿\s]*(?:qué|que) hora es$/iu,
    until:
      /(?:cu[áa]ntos d[ií]as (?:faltan|quedan|hay)|cu[áa]nto (?:falta|queda))(?: para| pa| hasta)(?: el| la)? (?<when>.+)$/iu,
    between:
      /cu[áa]ntos días (?:hay|van|pasan|faltan) (?:entre|desde|del?)(?: el)? (?<from>.+?) (?:y|al?|hasta)(?: el)? (?<to>.+)$/iu,
  },
  root: (word) => {
    const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
    if (plain.length <= 3) return plain
    const stem = plain.replace(
      /(?:iendo|ando|amos|emos|imos|ados?|adas?|idos?|idas?|ares|aron|ar|er|ir|es|as|os|en|an|e|a|o|i|s)$/u,
      '',
    )
    // The same sound is written in two ways: regar, regué.
    return stem.length < 3
      ? plain
      : stem.replace(/([gq])u$/u, (_end, letter: string) => (letter === 'g' ? 'g' : 'c'))
  },
}
