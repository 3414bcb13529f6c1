import { whole } from './cues.ts'
import type { Ledger } from './ledger.ts'
import { patternFrom } from './pattern.ts'

/** A verb's stem with its endings and the pronouns that hang on it. */
const verbs = (stems: string): string => `(?:${stems})(?:\\p{L}{0,5})(?:me|te|se|le|nos|les)?(?:l[oae]s?)?`

const PUT = verbs(
  'a[ñn][aá]d|agr[eé]g|p[oó]n|pusier|ap[uú]nt|an[oó]t|incl[uú]|m[eé]t|escr[ií]b|gu[aá]rd|s[uú]m|[eé]ch|inser',
)
const NAME = `${verbs('ll[aá]m|t[ií]tul|renombr|ren[oó]mbr')}|título|nombre|de nombre`
const TEXT = 'texto|contenido|cuerpo|diga|digan|dice|diciendo|ponga|detalles?|escrito'
const SET = verbs(
  'm[aá]rc|p[oó]n|c[aá]mb|d[aá]|dale|d[eé]j|haz|hag|s[uú]b|b[aá]j|actual[ií]|ed[ií]t|mod[ií]f|corr[ií]|asign|consid',
)

/** What Spanish words account for. */
export const esLedger: Ledger = {
  idle: whole(
    'ah|eh|uy|agradecer\\p{L}*|todavia|se me olvida(?: todo)?|a ver|o sea|si (?:me )?(?:puedes|podrías|pudieras)|sin falta|tiene que|cuando puedas|un|una|unos|unas|el|la|los|las|lo|le|les|l[ae]|mi|mis|tu|su|sus|nuestr[oa]s?|me|te|se|nos|yo|tú|usted|eso|esa|ese|esto|esta|este|est[oa]s|es[oa]s|ell[oa]s?|de|del|a|al|en|con|por|para|sobre|acerca|como|que|y|e|otr[oa]s?|también|además|más|así|ya|ahora|ahora mismo|luego|después|entonces|pues|por favor|porfa|porfi|porfis|xfa|pf|gracias|muchas|hola|oye|oiga|vale|ok|bueno|buen[oa]s|días|tardes|noches|perfecto|genial|bien|claro|satchel|asistente|puedes?|podrías?|pudieras?|podría|puede|podemos|quieres?|quiero|quisiera|querría|me gustaría|gustaría|encantaría|necesito|necesitamos|necesita|tengo|tenemos|tiene que|hay|debo|debemos|toca|tocaba|falta|favor|si (?:me )?(?:puedes|podrías|pudieras)|si no (?:te|le) (?:importa|molesta)|si (?:es posible|te parece)|importa(?:ría)?|molesta(?:ría)?|amable|hacer(?:me)?|harías?|haz(?:me)?|es|son|está|están|sea|ser|ha|han|he|hemos|mejor|a ver|mira|che|perdona|perdón|disculpa|espera|todo|toda|todos|todas|ambas|ambos|cosas?|algo|nuev[oa]s?|rápid[oa]|cort[oa]|breve|sin falta|cuando puedas|q|xq|tema|asunto|caso|vez|hasta|antes|desde|primero|segundo|una vez|mismo|o sea',
  ),
  orders: {
    make: whole(
      `${PUT}|${verbs('cr[eé]|h[aá]z|h[aá]g|registr|t[oó]m|nuev|recu[eé]rd|record|acu[eé]rd|av[ií]s|program|agend|d[eé]j')}|recordatorios?|no (?:se )?(?:me )?(?:dejes )?(?:olvide|olvidar(?:l[oa])?|vaya a olvidar)|no quiero olvidar(?:l[oa])?|lista|listas|compra|pendientes?|${NAME}|${TEXT}|sin prisas?|siguiente|cosas|varias|quiero|idea|línea|dentro|ahí`,
    ),
    append: whole(`${PUT}|${TEXT}|línea|punto|final|más|también|lista|actualiza|falta|cambia`),
    cut: whole(
      `${verbs('qu[ií]t|elim[ií]n|b[oó]rr|s[aá]c|t[aá]ch|sustit[uú]|reempl[aá]|c[aá]mb|corr[ií]|retir|sup[rt]')}|no(?=,)|vez|lugar|${TEXT}|ya no|eran?`,
    ),
    rename: whole(
      `${NAME}|${SET}|${verbs('renombr|ed[ií]t|corr[ií]')}|vez|lugar|quería decir|quise decir|quiero decir|digo|refería|no(?=,)`,
    ),
    body: whole(`${SET}|${TEXT}|${verbs('reempl|sustit')}|ahora|nuev[oa]|cambiad[oa]`),
    date: whole(
      `${verbs('p[aá]s|mu[eé]v|mov|posp[oóu]|apl[aá]z|retr[aá]s|atr[aá]s|adel[aá]nt|c[aá]mb|p[oó]n|d[eé]j|ll[eé]v|corr|reprogr|reagend|agend|traslad|trasl[aá]d|haz|marc|f[ií]j|desplaz|qu[ií]t|b[oó]rr|elim|s[aá]c')}|fecha|límite|entrega|plazo|vencimiento|vence|antes|tarde|después|queda(?:mos)?|será|cae|no(?=,|\\s*\uE00F)|digo|días?|semanas?|meses|mes|que sea|dalo|cita`,
    ),
    priority: whole(
      `${SET}|${verbs('a[uú]m[eé]nt|el[eé]v|red[uú]c|convi|qu[ií]t')}|prioridad|prio|urgente|importante|urge|corre|much(?:a|ísima)|prisa|ya no|no (?:es|tan)|tan|menos|más`,
    ),
    tags: whole(`etiqu[eé]t\\p{L}*|${PUT}|${verbs('m[aá]rc')}`),
    untag: whole(`etiquetas?|${verbs('qu[ií]t|b[oó]rr|elim[ií]n|s[aá]c')}`),
    tick: whole(
      `${SET}|${verbs('compl[eé]t|t[aá]ch|term[ií]n|final[ií]|ci[eé]rr|cerr|ac[aá]b|p[aá]s')}|${verbs('hech|complet|terminad|acabad|finalizad|resuelt|solucionad|realizad|cumplid')}|list[oa]s?|lista|hecho|hice|por fin|tarea|como|pendientes|tareas|quedó|también`,
    ),
    reopen: whole(
      `${SET}|${verbs('re[aá]br|desm[aá]rc|react[ií]v|vuelv|abr')}|no|hech[oa]s?|pendientes?|abiert[oa]s?|sin|hacer|terminar|terminad[oa]|incomplet[oa]s?|todavía|aún|aun|de nuevo|otra vez|falta|completad[oa]|acabad[oa]`,
    ),
    delete: whole(
      `no,? mejor|no(?=,)|${verbs('b[oó]rr|elim[ií]n|qu[ií]t|s[aá]c|t[aá]ch|canc[eé]l|an[uú]l|supr[ií]m|desc[aá]rt|t[ií]r|r[eé]t[ií]r|desh[aá]|desech|l[ií]mpi|olv[ií]d')}|lista|ya no|hace(?:n)? falta|falta|necesito|quiero|sirve|uso|necesari[oa]|último|acabas|crear|añadir|apuntar|anotar|hacer|del todo|por completo|definitivamente|tareas|pendientes`,
    ),
  },
  clauses:
    /[,;:.!?–—…]+(?=\s|$)|[¡¿]|\s[-–—]\s|\n|(?<!\p{L})(?:y|e|pero(?: antes| primero)?|porque|así que|luego|después|entonces|mientras(?: tanto)?|además|también|aparte|ah|de paso)(?!\p{L})/giu,
  between: whole(
    'q|k|que|y|pero|luego|después|entonces|mientras(?: tanto)?|además|también|aparte|ah|(?:de )?paso|encima',
  ),
  asides:
    /^(?:porque|ya que|que|pues|es que) |^(?:y )?(?:ya |me |se |nos |lo |la |le |al final |por fin |ahora |ahorita |acabo de |(?:el|la|los|las|mi|mis) \p{L}+ )*(?:he|has|ha|hemos|han|estoy|está|están|estaba|anda|fui|fue|era|son|es|\p{L}{2,}(?:é|ó|amos|imos|aron|ieron|aba|ía))(?!\p{L})/iu,
  excuses:
    /^(?:que|porque|es que|ya que|pues) (?:ya )?no (?:me (?:da|va|viene)|llego|puedo|tengo|hay)(?: (?:tiempo|bien|a tiempo|ese día|antes|nada))*$/iu,
  noAside:
    /(?<!\p{L})(?:no|sino|mejor|otr[oa]s?|también|solo|sólo|salvo|excepto|menos|ambas|ambos|siguiente|todavía|aún|quiero|necesito|digo|decir|era el|era la|hay que|tengo que|debo|\d+)(?!\p{L})/iu,
  keptIn:
    '(?<!\\p{L})(?:en|a) (?:la|esa|esta|el|ese|este) (?:misma? )?{kind}(?<!s)(?!\\p{L}| de (?:tareas|pendientes))',
  about: '(?:sobre|acerca de) {text}',
  goesOn: patternFrom(
    [
      String.raw`(?<=\S[\s,;.:!?–-]+)(?:etiqu[eé]t|m[aá]rc|ll[aá]m|p[oó]n|a[ñn][aá]d|agr[eé]g|incl[uú]y|t[ií]tul|b[oó]rr|elim[ií]n|qu[ií]t|p[aá]s|mu[eé]v|c[aá]mbi|ap[uú]nt|an[oó]t|gu[aá]rd|t[aá]ch|ren[oó]mbr|d[aá]|s[uú]b|b[aá]j|m[eé]t|ci[eé]rr)[aáeé]?(?:me|se)?(?:l[aoe]s?|le|les)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:recu[eé]rdame|etiquetas?|etiquetad[oa]|como (?:una? )?(?:nueva )?(?:tarea|nota|pendiente|recordatorio))(?!\p{L})`,
      String.raw`(?<!\p{L})(?:pon|escribe|añade|mete|apunta)(?:me|le)? (?:dentro|ahí|en ella)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:no,? espera|espera,? no|quiero decir|quise decir|mejor dicho|digo|olvídalo|déjalo|(?:era|es) broma|ign[oó]ral[oa]|olvida eso|cancela eso|mejor no|en vez de|en lugar de|perdón)(?!\p{L})`,
      String.raw`(?<=[,;.…–-]\s*)(?:no|mejor|perdón|espera|digo|sino)(?!\p{L})`,
      String.raw`(?<!\p{L})prioridad(?!\p{L})|(?<!\p{L})(?:fecha límite|vence)(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
}
