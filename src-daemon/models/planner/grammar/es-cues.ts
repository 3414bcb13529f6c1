import { whole, type Cues } from './cues.ts'
import { patternFrom } from './pattern.ts'

/** The order of a verb by its stems, with what may hang on it: "bórramela". */
const order = (stems: string): string =>
  `(?:${stems})(?:ar|er|ir|ad|en|a|á|e|é)?(?:me|te|le|nos|les)?(?:l[oae]s?)?`

const REMOVE = order(
  'b[oó]rr|elim[ií]n|qu[ií]t|s[aá]c|t[aá]ch|canc[eé]l|an[uú]l|supr[ií]m|desc[aá]rt|t[ií]r|r[eé]t[ií]r|desh[aá]zte de|desech|l[ií]mpi',
)
const MOVE = `(?:${order('p[aá]s|mu[eé]v|mov|posp[oó]n|pospon|apl[aá]z|retr[aá]s|atr[aá]s|adel[aá]nt|c[aá]mbi|p[oó]n|pon|d[eé]j|ll[eé]v|corr|c[oó]rr|reprogr[aá]m|reagend|agend|traslad|trasl[aá]d|haz|marc|f[ií]j|desplaz')}|dalo|d[aá]le)`
const SET = `(?:${order('p[oó]n|pon|m[aá]rc|c[aá]mbi|s[uú]b|b[aá]j|haz|d[aá]|asigna?|d[eé]j|pas|c[oó]nsider|convi[eé]rt')})`
const DONE =
  '(?:hech|complet(?:ad)?|terminad|acabad|list|finalizad|resuelt|solucionad|realizad|cumplid)[oa]s?'

/** An order in the forms that it has behind "would you" and "I want you to". */
const wanted = (order: string, forms: string): [RegExp, string] => [
  patternFrom(`^(?:me )?(?:${forms})(?!\\p{L})`, 'iu'),
  order,
]

/** An order said to somebody who is addressed as *usted*, which is otherwise said as to a friend: "póngale", "anote". */
const formal = (forms: string, order: string): [RegExp, string] => [
  patternFrom(`^(?:${forms})(?=(?:me|le|nos|les)?(?:l[oae]s?)?(?!\\p{L}))`, 'iu'),
  order,
]

/** How Spanish says what to do with something kept. */
export const esCues: Cues = {
  cues: [
    {
      act: 'change',
      field: 'date',
      value: 'none',
      form: `^${REMOVE}(?= )(?=.*(?:fecha|plazo|vencimiento))`,
      also: `(?:la |el )?(?:fecha(?: límite| de entrega)?|plazo|vencimiento)`,
    },
    {
      act: 'change',
      field: 'date',
      needs: 'length',
      shift: 'earlier',
      form: `^(?:${order('adel[aá]nt')}|${order('mu[eé]v|p[aá]s')}(?=.*antes))(?= )`,
      also: `antes`,
    },
    {
      act: 'change',
      field: 'date',
      needs: 'length',
      shift: 'later',
      form: `^${MOVE}(?= )`,
      also: whole('más tarde|más|después|otr[oa]s?|por'),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: `^${MOVE}(?= )`,
      also: whole('fecha(?: límite| de entrega)?|plazo|vencimiento'),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: whole(
        'se (?:pasa|mueve|cambia|retrasa|aplaza|pospone|adelanta|ha (?:pasado|movido|cambiado|retrasado|aplazado|pospuesto|adelantado)|pasó|movió|cambió|retrasó|aplazó|pospuso|adelantó)|(?:queda|quedó|fue|está|ha quedado) (?:aplazad|pospuest|movid|cambiad|retrasad|adelantad)[oa]s?',
      ),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      isStatement: true,
      form: whole('mejor|es|son|será|queda|quedó|que sea|cae'),
    },
    {
      act: 'tick',
      value: 'open',
      form: `^(?:${order('re[aá]br|desm[aá]rc|react[ií]v|m[aá]rc|p[oó]n|pon|d[eé]j|c[aá]mbi|p[aá]s')}|vuelve a (?:abrir|poner)(?:l[oae]s?)?)(?= |$)(?=re[aá]br|desm|react|vuelve|.*${whole('no hech[oa]s?|pendientes?|abiert[oa]s?|sin hacer|por hacer|sin terminar|incomplet[oa]s?')})`,
      also: whole(
        '(?:como |a |en |otra vez |de nuevo )*(?:no hech[oa]s?|pendientes?|abiert[oa]s?|sin hacer|por hacer|sin terminar|incomplet[oa]s?)',
      ),
    },
    {
      act: 'change',
      field: 'priority',
      value: 'high',
      form: `^${order('s[uú]b|a[uú]m[eé]nt|el[eé]v')}(?= )(?=.*prioridad)`,
      also: '(?:la |de )?prioridad',
    },
    {
      act: 'change',
      field: 'priority',
      value: 'low',
      form: `^${order('b[aá]j|red[uú]c')}(?= )(?=.*prioridad)`,
      also: '(?:la |de )?prioridad',
    },
    { act: 'change', field: 'priority', needs: 'rank', form: `^${SET}(?= )` },
    {
      act: 'change',
      field: 'priority',
      needs: 'rank',
      isStatement: true,
      form: whole('es|está|son|ahora es|se ha vuelto'),
    },
    {
      act: 'tick',
      value: 'done',
      form: `^(?:${order('m[aá]rc|p[oó]n|pon|d[aá]|c[aá]mbi|d[eé]j|consid[eé]r|p[aá]s')})(?= )(?=.*${whole(DONE)})`,
      also: whole(`(?:como |por |a |ya )*${DONE}`),
    },
    {
      act: 'tick',
      value: 'done',
      form: `^(?:${order('compl[eé]t|t[aá]ch|term[ií]n|final[ií]z|ci[eé]rr|cerr|ac[aá]b|da por')}|da (?:por|como) ${DONE})(?= |(?<=l[oae]s?)$)`,
    },
    {
      act: 'tick',
      value: 'done',
      form: whole(`(?:se puede|puedes|ya se puede) (?:tachar|marcar|cerrar)(?: como ${DONE})?`),
    },
    { act: 'delete', form: `^${REMOVE}(?= )` },
    {
      act: 'delete',
      form: whole('(?:se puede|puede|hay que|ya se puede) (?:borrar|eliminar|quitar|ir|tirar)(?:se)?'),
    },
    {
      act: 'delete',
      isStatement: true,
      form: whole(
        'ya no (?:hace falta|hacen falta|sirve|es necesari[oa]|vale|la quiero|lo quiero|la necesito|lo necesito)|(?:se canceló|se ha cancelado|está cancelad[oa]|quedó cancelad[oa])',
      ),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: '(?<=\\p{L} )(?:al|para el|pal|p/el)(?= ?\\uE000\\d+\\uE001$)',
    },
    {
      act: 'change',
      field: 'priority',
      needs: 'rank',
      form: '(?<!(?:es|son|con|de) )(?<!\\p{L})(?:prio|prioridad)(?!\\p{L})',
    },
    {
      act: 'tick',
      value: 'done',
      isReport: true,
      form: '(?<=^\\p{L}+(?: \\p{L}+){0,3} )\\p{L}+(?:ad|id)[oa]s?[\\s!.]*$',
    },
  ],
  fillers:
    /(?<!\p{L})(?:(?:ya )?no (?:necesito|quiero|uso)|ya no (?:la|lo|las|los) (?:quiero|necesito|uso|queremos)|ya no hacen? falta|de (?:la|mi|mis) (?:lista|tareas|pendientes)(?: de (?:tareas|pendientes))?|por favor|porfa|del todo|por completo|otra vez|de nuevo|cita|ahora|ya|también|mejor|definitivamente|lo de|lo del|lo|es[oa]|cosa|asunto|tema|que|a|al|xfa|y|e|para|en|hasta|con|por|como|de|del|sea|entonces|directamente|vez de eso|próximo)(?!\p{L})/giu,
  turns: {
    at: /[\s,.;:–-]+(?:(?:así que|o sea que|de modo que|por eso|entonces|conque|por lo que)(?: (?:por favor|mejor|me|lo puedes|puedes|podrías|quiero que|necesito que))* |por favor |(?:quiero|necesito) que |a ver si (?:me )?puedes |(?:me )?(?:puedes|podrías) |por un lado |(?=vuelve a ))|[,;]\s+¿?(?:y )?/giu,
    strong: /(?<!\p{L})(?:así que|o sea que|de modo que|por eso|por favor|conque|por lo que)(?!\p{L})/iu,
    story:
      /(?<!\p{L})(?:me|se|yo|mi|nos|ya|el|la|los|las|como|hay|no|al final|que|dos|tres|un)(?!\p{L}).*(?<!\p{L})(?:está|están|es|son|ha|han|he|hemos|va|voy|vamos|van|viene|vienen|olvida|sirve|dicho|acabo|bajé|\p{L}{2,}(?:é|ó|aron|ieron|aba|aban|ado|ido|amos|emos)|me encargo|quiero|necesito|uso|hace|favores|cosas|tengo)(?!\p{L})/iu,
    others:
      /(?<!\p{L})(?:dijo|dice|dicen|decía|dicho|pidió|pide|pedido|escribió|quiere que|insiste|grita|suelta|mensaje|correo|según)(?!\p{L})/iu,
    supposed: /(?<!\p{L})(?:si(?! me puedes| puedes)|quizás?|tal vez|a lo mejor|imagina|en caso)(?!\p{L})/iu,
  },
  must: /^(?:que )?(?:el |la |para el )?(?:\uE000\d+\uE001[\s,]*)?(?:(?:yo )?(?:tengo|tenemos|hay) que|debo|debemos|me toca)(?!\p{L})/iu,
  obliged:
    /(?<!\p{L})(?:(?:tengo|tenemos|hay) que|debo|debemos|necesito|necesitamos|toca|me falta)(?!\p{L})/iu,
  courtesies: [
    [
      /^[¿\s]*me (borr|quit|elimin|apunt|anot|cambi|pas|marc|busc|enseñ|tach|guard|agreg|renombr|cre)as(?!\p{L})/iu,
      '$1a',
    ],
    [/^[¿\s]*me (?:lo |la )?(añade|mueve|muestra|lee|pon)(?:e?s)(?!\p{L})/iu, '$1'],
    [/^[¿\s]*me recuerdas(?!\p{L})/iu, 'recuérdame'],
    [
      /^[¿¡\s]*(?:perdona|perdone|perdón|disculpa|disculpe|lo siento|siento (?:molestar\p{L}*))[\s,;:.]+(?:pero )?/iu,
      '',
    ],
    [
      /^[¿¡\s]*(?:si|cuando) (?:no )?(?:es|fuera|fuese|te|le|os|hay|puede|puedes|pudieras|pudiera|tienes|tengas|tiene)(?!\p{L})[^,;]{0,35}[,;]\s*(?=.*\p{L})/iu,
      '',
    ],
    [
      /[\s,;]+si (?:no )?(?:te|le|es|fuera|puedes|puede|pudieras|pudiera|hay)(?!\p{L})[^,;]{0,25}(?:,|(?=\s*[.?!]*$))/iu,
      '',
    ],
    [
      /^[¿¡\s]*(?=.{0,60}?(?:importa(?:r[ií]a)?|molesta(?:r[ií]a)?|agradecer[ií]a|amable|gentil|genial|estupendo|bien|posible|podr[ií]as?|bondad|gustar[ií]a|encantar[ií]a|vendr[ií]a|querr[ií]a|quisiera|favor|puedes?))(?:(?:te|le|les|os|me|lo|importa(?:r[ií]a)?|molesta(?:r[ií]a)?|agradecer[ií]a(?:mos)?|agradecid[oa]|est[aá]r[ií]a|ser[ií]as?|tan|amable|gentil|genial|estupendo|fenomenal|de|que|posible|podr[ií]as?|puedes?|usted|tendr[ií]as?|la|bondad|gustar[ií]a|encantar[ií]a|vendr[ií]a|muy|mucho|bien|querr[ií]a|quisiera|har[ií]as?|hacer|el|favor|saber|si|a|por|perdona|perdone|disculpa|disculpe|también|ahora|quizás?|tener)[\s,¿]+)+?(?=(?:recu[eé]rd|record|añad|agreg|cre(?:a|e)|anot|apunt|guard|pon|haz|hag|borr|b[oó]rr|elim[ií]n|quit|marc|mov|muev|mu[eé]v|pas[ae]|cambi|aplac|aplaz|retras|adelant|renombr|dec|dime|dig|mostr|mu[eé]str|enseñ|busc|en qué|qué|cuál|cuánd|cuánt|dónde|una? (?:nueva )?(?:tarea|nota)|(?:dos|tres|cuatro) (?:nuevas )?(?:tareas|notas)|tach|cerr|complet|etiquet))/iu,
      '',
    ],
    [/^(?:si )?puede ser (?:el|para el)/iu, 'mejor el'],
  ],
  wanted: [
    wanted('recuérdame', 'recordar(?:me)?|recordaras?|recordases?|me recuerdes'),
    wanted('añade', 'añadieras?|añadir|añadas'),
    wanted('anota', '(?:anotaras?)|anotes'),
    wanted('apunta', '(?:apuntaras?)|(?:apuntar|anotar)|apuntes'),
    wanted('crea', '(?:crearas?)|crees'),
    wanted('pon', '(?:pusieras?)|pongas'),
    wanted('borra', '(?:borraras?)|borres'),
    wanted('elimina', '(?:eliminaras?)|elimines'),
    wanted('marca', '(?:marcaras?)|marques'),
    wanted('mueve', '(?:movieras?)|muevas'),
    wanted('cambia', '(?:cambiaras?)|cambies'),
    wanted('pasa', '(?:pasaras?)|pases'),
    wanted('agrega', 'agregar|agregues'),
    wanted('dime', '(?:decirme|dijeras?|dijera)|(?:digas|decir)'),
    wanted('haz', 'hagas'),
    wanted('guarda', 'guardes'),
    wanted('quita', 'quites'),
    wanted('muestra', '(?:muestres|enseñes)'),
    formal('p[oó]nga', 'pon'),
    formal('a[ñn][aá]da', 'añade'),
    formal('agr[eé]gue', 'agrega'),
    formal('an[oó]te', 'anota'),
    formal('ap[uú]nte', 'apunta'),
    formal('b[oó]rre', 'borra'),
    formal('elim[ií]ne', 'elimina'),
    formal('qu[ií]te', 'quita'),
    formal('t[aá]che', 'tacha'),
    formal('m[aá]rque', 'marca'),
    formal('m[eé]ta', 'mete'),
    formal('c[aá]mbie', 'cambia'),
    formal('p[aá]se(?! lo)', 'pasa'),
    formal('mu[eé]va', 'mueve'),
    formal('re[aá]bra', 'reabre'),
    formal('gu[aá]rde', 'guarda'),
    formal('recu[eé]rde', 'recuerda'),
    formal('ens[eé][ñn]e', 'enseña'),
    formal('mu[eé]stre', 'muestra'),
    formal('b[uú]sque', 'busca'),
    formal('d[ií]ga', 'di'),
    [/^cambiar el (?:título|nombre) /iu, 'cambia el título '],
    [/^mostrarme|^enseñarme/iu, 'muéstrame'],
  ],
  unsaid:
    /(?<!\p{L})(?:si|quizás?|tal vez|a lo mejor|igual|ojalá|dijo|dice|dicen|decía|me pidió|pidió|pide|quiere que|quería|querría|cree|creo que|pienso|pensaba|pensando|imagina|supongo|supuesto|no|nunca|jamás|tampoco|nadie|por qué|cómo|debería|deberíamos|podría|iba a|iban? a|voy a|vamos a|va a|casi|medio|mitad|intent\p{L}+|me gusta|odio|solía)(?!\p{L})/iu,
  politeIfs:
    /(?<!\p{L})si (?:(?:me )?(?:puedes?|podrías?|pudieras?|quieres?)|(?:no )?(?:te|le|os) (?:importa|molesta|parece|viene)|es posible|no es (?:mucha )?molestia|acaso)(?!\p{L})|(?<!\p{L})por si (?:se )?(?:me |acaso )/giu,
  around:
    /(?<![\p{L}\p{N}])(?:yo|ya|he|hemos|ha|han|acab[oé]|acabamos|terminé|terminamos|de|del|el|la|los|las|lo|una?|al?|mis?|por fin|al fin|finalmente|recién|justo|hoy|ayer|anoche|est[ae]|mañana|tarde|noche|está|están|quedó|quedaron|fue|sido|tod[oa]s?|también|y|e|hech[oa]s?|hice|list[oa]s?|terminad[oa]s?|completad[oa]s?|acabad[oa]s?|bien|vale|bueno|sí|pues|buenas noticias|tareas?|cosas?|con|en|para|ahora|mismo|hace un (?:rato|momento)|genial|perfecto|se|me|nos|es[oa]|no|todav[ií]a|a[uú]n|en realidad|sin)(?![\p{L}\p{N}])/giu,
  denials: /(?<!\p{L})(?:no|nunca|tampoco|todav[ií]a|a[uú]n|sin|sigue)(?!\p{L})/iu,
  leftovers:
    /(?<!\p{L})(?:recu[eé]rda(?:me|mel[oa])|recordatorio|no (?:se me|me dejes) olvid\p{L}+|antes de que (?:se )?me olvide|(?:ap[uú]nta|an[oó]ta|añ[aá]de|ponl?|gu[aá]rda|m[eé]te)(?:me)?l[oae]s?|(?:a|en) (?:mi|la|mis|las) (?:lista|tareas|notas|pendientes)|como (?:tarea|nota)|(?:tarea|nota) nueva|nueva (?:tarea|nota)|prioridad|por favor|porfa|gracias|si (?:puedes|no|te|hay)|porque|para que no|quiero decir|digo|perdón|mejor dicho|no,|etiquetad[oa]|con etiqueta|vence|fecha límite)(?!\p{L})|(?<!\p{L})tienen? que ser(?!\p{L})|^(?:es|son|está|que|de|y|o|pero|para|a|con|sobre|me|lo|llamad[oa]|diciendo|dice|tengo|tenemos|hay|debo|necesito|por)(?!\p{L})|(?<!\p{L})(?:de|a|al|con|y|o|el|la|los|las|un|una|mi|para|por|en|que|del|tarea|nota|lista|recordatorio)$|^(?:una? |la |el )?(?:tarea|nota|recordatorio|pendiente|lista)(?!\p{L})/iu,
  unreadTimes:
    /^(?:(?:el|al|los|la|las)? ?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|próxim[oa]|semana|mes)|a las?|por la|antes de|después de|esta|este|cada|dentro de|hoy|mañana|hasta)(?!\p{L})|(?<!\p{L})(?:(?:esta|este|la próxima|el próximo|cada|a finales de|a principios de|todas las|todos los) (?:semana|mes|año|tarde|noche|mañana|día|finde|fin de semana|semanas|meses|días|tardes|noches|mañanas)|(?:la semana|el mes|el año|el lunes|el martes|el miércoles|el jueves|el viernes|el sábado|el domingo) (?:que viene|próxim[oa]|siguiente)|que viene|(?:a|antes de|hasta|sobre) las? (?:\d{1,2}(?::\d\d)?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y media| y cuarto)?|por la (?:mañana|tarde|noche)|a mediodía|al mediodía|hoy|luego|pronto|más tarde|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|(?:en|dentro de) (?:\d+|un|una|dos|tres|unos|unas) (?:minutos?|horas?|días?|semanas?|meses|mes))$/iu,
  takenBack:
    /(?:\.{2,}|…|[,;–—-]\s)\s*(?:(?:bueno|no|nada|mejor|espera|ay|uy|pero)[\s,]+)+(?:d[eé]jalo(?: (?:como está|así|estar))?|olv[ií]dalo|da igual)(?:[\s,.!]+(?!.*(?<!\p{L})(?:recu[eé]rda|añade|apunta|anota|pon|borra|mueve|crea)\p{L}*).*)?$/isu,
  yes: /^[¡\s]*(?:sí|si|claro|vale|ok|hazlo|adelante|por supuesto|exacto|eso es|dale)(?:[\s,!.]+(?:por favor|hazlo|gracias|claro|adelante))*[\s.!]*$/iu,
}
