import { listRules } from './list-rules.ts'
import { rankRules } from './rank-rules.ts'
import { tagRules } from './tag-rules.ts'
import type { Rule } from './types.ts'

const MAKE =
  '(?:añad[eai]r?|añádeme|agreg(?:a|ar|ue)|agrégame|cre(?:a|ar|e)|créame|haz(?:me)?|hacer|nuev[oa]|pon(?:me)?|poner|deja(?:me)?|déjame|escrib(?:e|ir|a)|guard(?:a|ar|e)|guárdame|guardame|anot(?:a|ar|e)|anótame|apunt(?:a|ar|e)|apúntame|registr(?:a|ar|e)|tom(?:a|ar|e))'
const LIST = '(?: pendientes?)?'
const DONE_WORDS =
  '(?:hech[oa]s?|complet(?:ad)?[oa]s?|terminad[oa]s?|acabad[oa]s?|(?<!(?:la|mi|una|las|mis|una) )list[oa]s?|finalizad[oa]s?)'

const POINTED =
  '(?:(?:ap[uú]nta|an[oó]ta|a[ñn]áde|a[ñn]ade|agr[eé]ga|p[oó]n|m[eé]te|gu[aá]rda)(?:me)?l[oae]s?)'
const THEN = '(?:y |así que |por favor |porfa |entonces )*'
const OBLIGED = '(?:(?:tengo|tenemos|hay) que |debo |debemos |necesito |toca |me toca )?'

/** How Spanish asks for things. */
export const esRules: readonly Rule[] = [
  {
    act: 'none',
    form: '^.*(?<!\\p{L})(?:era broma|es broma|de broma|bromeaba|estoy bromeando)(?!\\p{L}).*$',
  },
  {
    act: 'none',
    value: 'greeting',
    form: '^[¡¿\\s]*(?:(?:hola|buenos días|buenas(?: tardes| noches)?|hey)[\\s,!.¿¡]*)*(?:qué tal(?: estás| todo| va)?|cómo (?:estás|va(?: todo)?|te va))[?!. ]*$',
  },
  {
    act: 'none',
    value: 'thanks',
    form: '^[¡\\s]*(?:(?:vale|ok|perfecto|genial|muy bien|bueno)[\\s,!.]+)*(?:muchas |mil )?gracias(?:[\\s,!.]+(?:por (?:todo|la ayuda|tu ayuda|eso)|perfecto|genial|de verdad))*[\\s,!.]*$',
  },
  {
    act: 'none',
    value: 'abilities',
    form: '^[¿\\s]*(?:qué (?:puedes|sabes|podrías) hacer|para qué sirves|(?:quién|qué) eres|eres (?:una? )?(?:ia|robot|bot|humano|humana|persona|real)|cómo funcionas?|ayuda|(?:me )?(?:puedes )?ayuda(?:r|rme)?|(?:cómo|como) (?:se|puedo|añado|creo|borro|marco|busco|hago)(?!\\p{L}).*)[?!. ]*$',
  },
  {
    act: 'none',
    form: '^[¡\\s]*(?:sí|no|vale|ok|bien|muy bien|perfecto|genial|claro|de acuerdo|jaja(?:ja)*|[\\s,!.])+$',
  },
  ...tagRules.es,
  ...listRules.es,
  ...rankRules.es,
  {
    act: 'make',
    kind: 'task',
    form: '^(?:que |q )?no (?:se me|me) (?:olvide|pase|vaya a olvidar)(?: que tengo que)?(?: de)?[:,]?\\s+(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:tengo que|hay que|debo|necesito|tenemos que) (?<what>(?!{a}(?:nueva )?(?:tarea|nota))(?!.*(?:recu[ée]rda|añád|apúnta))(?:.+? (?:antes del?|para|hasta)(?: el)? {date}|.+? (?:el )?{date}(?:,? (?:a más tardar|como (?:muy tarde|máximo)|sin falta))))$',
  },
  {
    act: 'make',
    kind: 'task',
    statement: true,
    form: '^(?:el |la )?(?<value>{date})(?: sin falta)?,? (?:tengo que|hay que|debo|me toca|tenemos que) (?<what>[^?¿]+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:sin prisas?(?: ninguna| alguna)?,? )?prioridad (?<value>alta|baja|normal|media)\\s*:\\s*(?<what>.+)$',
  },
  { act: 'ask', form: '^[¿\\s]*(?:y|qué tal|y qué hay)(?: para)?(?: el)? (?<what>{date})\\??$' },
  {
    act: 'change',
    field: 'date',
    follows: true,
    form: '^(?:(?:el|para|para el|a|al|no|uy|ay|mejor|perdón|digo|que sea|ponl[eoa]|pónl[eoa]|ponle fecha),? )*(?<value>{date})(?: (?:mejor|por favor))*$',
  },
  {
    act: 'change',
    field: 'title',
    follows: true,
    form: '^(?:quería decir|quise decir|quiero decir|me refería a|digo)[ ,:]+(?<value>(?!{date}|(?:l[aeo]s?|el|al) (?:del? |otr)|al? otr).{2,})$',
  },
  { act: 'none', form: '^(?:deja|dejad|para|basta)(?: ya)? de \\p{L}+r(?!\\p{L})' },
  { act: 'ask', form: '^(?:y )?(?:para )?(?:el )?(?<what>{date},? qué (?:tengo|hay|toca|queda).*)$' },
  {
    act: 'ask',
    form: '^recu[ée]rdame (?:otra vez )?(?<what>(?:por qué|qué|cuándo|dónde|quién|cómo|cuál)(?!\\p{L}).+)$',
  },
  {
    act: 'none',
    form: '^(?:¿?\\s*(?:cómo\\b|como (?:se|puedo|añado|creo)|debería|debo|por qué|qué pasa(?:ría)? si|qué es (?:una?|un) {kind}|quién eres|sabes|crees|te gusta|eres|estás)|si(?! (?:me )?(?:puedes|podrías))\\b|imagina|olvida(?:lo)? (?:ya)?$|olvídalo$|déjalo$|da igual$)',
  },
  {
    act: 'none',
    value: 'deleted',
    form: '^(?:ay|uy|no|perdón|espera|ese no|esa no|era otr[oa]|mejor|,|\\s)*(?:devu[eé]lvemel[oa]|rec[uú]per[ae](?:l[oa]|mel[oa])?|rest[aá]ur[ae](?:l[oa])?|tráel[oa] de vuelta|deshaz el borrado)(?: por favor)?$',
  },
  {
    act: 'undo',
    form: '^(?:no,? )?(?:mejor |da igual,? |olvídalo,? )?(?:bórra(?:lo|la)|borra(?:lo|la)|elimína(?:lo|la)|elimina(?:lo|la)|quíta(?:lo|la)|quita(?:lo|la)|deshaz(?:lo)?|deshacer|cancéla(?:lo|la)|borra eso|elimina eso|quita eso)(?: .{0,12}|,? que .+)?$',
  },
  {
    act: 'undo',
    form: '^(?:borra|elimina|quita|deshaz|cancela) (?:eso|lo|la (?:nota|tarea)|el recordatorio|lo último)(?: último)? que (?:acabas|acabo|acabamos) de \\p{L}+$',
  },
  {
    act: 'none',
    form: '^(?:no(?!,? (?:mejor|perdón|perdona|espera|era|es|al?)\\b(?: el| la)? ?{date})|nunca|jamás|tampoco)\\b',
  },
  {
    act: 'all',
    form: '^(?:borra|borrar|elimina|eliminar|quita|quitar|vacía)(?:r)? (?:todo|todas? (?:las|mis|los)|todos|mis)\\b.*$',
  },
  {
    act: 'change',
    value: 'none',
    form: '^(?:quita|quitar|elimina|borra|quítale|bórrale) {a}(?<field>fecha(?: límite| de entrega)?|prioridad|plazo|vencimiento) (?:de|del|a|al|para) {a}(?<target>.+)$',
  },
  {
    act: 'cut',
    form: '^(?:quita|quitar|elimina|borra|saca) (?<what>.+?) (?:de|del) {a}(?<kind>notas?) (?:de |del |sobre |con )?(?<target>.+)$',
  },
  {
    act: 'delete',
    form: `^(?:quita|quitar|elimina|eliminar|borra|borrar|saca|tacha) (?<target>.+?) (?:de|del) {a}(?:{kind}${LIST}|lista)$`,
  },
  {
    act: 'delete',
    form: '^(?:borra|borrar|borre|elimina|eliminar|elimine|quita|quitar|suprime|tira|cancela|cancelar) (?<target>.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:pon(?:me)?|crea(?:me)?|añade|añádeme|programa) (?:un )?recordatorio(?!\\p{L})(?<what>.*)$',
  },
  {
    act: 'make',
    form: '^(?:(?:necesito|quiero|tener|pon(?:me)?|añade|añádeme|agrega|crea(?:me)?|créame|haz(?:me)?|apunta|apúntame|anota|anótame) )?(?:una |dos |tres |cuatro |varias |unas )(?:nuevas? )?(?:{kind})(?: nuevas?)?(?: (?:de|con) prioridad (?<value>alta|baja))?(?: nuevas?)?\\s*[:：]\\s*(?<what>.+)$',
  },
  {
    act: 'change',
    field: 'date',
    form: '^lo del? (?<target>.+?),? (?:mejor )?(?:mejor|p[aá]sa(?:me)?lo|mu[eé]ve(?:me)?lo|pon(?:me)?lo|d[eé]jalo|c[aá]mbialo|que sea|lo dejamos)(?: para| al?| en)?(?: el)? (?<value>{date})$',
  },
  {
    act: 'change',
    field: 'date',
    form: '^(?:p[aá]same|mu[eé]veme|c[aá]mbiame|pasa|pasar|mueve|mover|pospón|posponer|aplaza|aplazar|retrasa|retrasar|adelanta|cambia|cambiar|pon|deja|pásal[oa]|muével[oa]|cámbial[oa]|ponl[oa]|déjal[oa]|aplázal[oa])(?!\\p{L})(?!.*(?<!\\p{L})(?:en|a) (?:la|mi) lista(?!\\p{L}))\\s*(?<target>.*?)\\s*(?:a|al|para|hasta|en)?\\s*(?:el )?(?<value>{date}.*)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:renombra|renombrar|cambia el nombre de|cambia el título de|titula) (?<target>.+?) (?:a|como|por) (?<value>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^ll[aá]ma(?:le)? (?:a )?{a}(?<target>(?:tarea|nota) .+?) (?<value>[«"“][^»"”]+[»"”])$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:ponle|dale|pon) (?:de|por|como) (?:nombre|título) (?<value>.+?) a (?<target>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^c[aá]mbiale (?:el nombre|el título) al? {a}(?<target>.+?),? (?:a|por|y ponle|que (?:ponga|sea|se llame)) (?<value>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^en (?:vez|lugar) de (?<target>.+?),? (?:pon|ponle|que sea|que ponga|escribe) (?<value>(?!{date}).+)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:llámal[oa]|renómbral[oa]|titúlal[oa])(?: a| como)? (?<value>.+)$',
  },
  {
    act: 'change',
    form: '^(?:cambia|cambiar|pon|poner|actualiza|edita|modifica) {a}(?<field>título|nombre|fecha(?: límite| de entrega)?|prioridad|texto|contenido|estado|plazo) (?:de|del|a|para) {a}(?<target>.+?) (?:a|como|en|por|para) (?<value>.+)$',
  },
  {
    act: 'change',
    field: 'priority',
    follows: true,
    form: '^(?:y |que sea |ponla |ponlo |mejor )*(?:(?:con|de) )?prioridad (?<value>alta|baja|normal|media)$',
  },
  {
    act: 'change',
    field: 'priority',
    form: '^(?:ponle|dale|súbele|bájale|cámbiale) {a}(?:prioridad )?(?:a )?(?<value>alta|baja|normal|media|urgente)(?: prioridad)?$',
  },
  {
    act: 'change',
    field: 'priority',
    form: '^(?:pon|marca|haz|cambia|da|dale|ponle) (?:prioridad )?(?<value>alta|baja|normal|media)(?: prioridad)? al? {a}(?<target>.+)$',
  },
  {
    act: 'cut',
    form: '^en {a}(?:(?<kind>notas?) (?:de |del |de la |sobre )*)?(?<target>.+?),? (?:cambia|cambiá|sustituye|reemplaza|reemplazá|corrige) (?<what>.+?) (?:por|con) (?<value>.+)$',
  },
  {
    act: 'append',
    form: '^en {a}(?:(?<kind>notas?) (?:de |del |de la |sobre )*)?(?<target>(?!(?:la |mi )?(?:lista|tareas|pendientes)).+?),? (?:añade|añadí|agrega|agregá|pon|apunta|mete|incluye|escribe|suma)(?:le|me)? (?<what>.+)$',
  },
  {
    act: 'cut',
    form: '^(?:cambia|cambiar|sustituye|reemplaza|corrige) {a}(?<what>.+?) (?:por|a|con) (?<value>.+?) (?:en|de) {a}(?<kind>notas?) (?:de |del |de la |sobre )*(?<target>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^(?:cambia|cambiar|edita|modifica|corrige) (?<target>(?!de\\b).+?) (?:a|por) (?<value>(?!{date}).+)$',
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^(?:han|ha|hemos) cambiado {a}(?<target>[^,;.]+?)[,;.:]+ (?:y )?ahora es (?<value>[^\\s,]+)$',
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^(?:la|el|mi) (?:nuev[oa] )?(?<target>(?:clave|contraseña|código|número|dirección)(?: nuev[oa])?(?: [^,;.]*?)?) es(?: ahora)? (?<value>[^\\s,]*\\d[^\\s,]*?)(?:, c[aá]mbial[oa](?: en la nota)?)?$',
  },
  {
    act: 'change',
    field: 'tags',
    form: '^(?:ponle|pon|añade|añádele|agrega|agrégale) {a}etiqueta (?<value>.+?) al? {a}(?<target>.+)$',
  },
  {
    act: 'change',
    field: 'tags',
    form: '^(?:etiqueta|etiquetar) (?<target>.+?) (?:con|como) (?<value>.+)$',
  },
  {
    act: 'tick',
    value: 'open',
    form: '^(?:reabre|reabrir|desmarca|desmarcar|vuelve a abrir|vuelve a poner)(?: (?<target>.+)|l[oa]s?)$',
  },
  {
    act: 'tick',
    value: 'done',
    form: `^(?:marcar|marca|márcal[oa]|pon|ponl[oa]|da por|cambia|dala por|dalo por)(?!\\p{L}) ?(?<target>.*?) ?(?:como|a|por)? ?(?:${DONE_WORDS}|(?<=como )\\p{L}+(?:ad|id)[oa]s?)$`,
  },
  {
    act: 'tick',
    value: 'done',
    form: `^(?:marca|marcar|pon|da) (?:como|por) ${DONE_WORDS} (?<target>.+)$`,
  },
  {
    act: 'tick',
    value: 'done',
    form: `^(?:ya )?(?:está |esta |estuvo )?(?:${DONE_WORDS}|lo hice|la hice|lo he hecho|terminé|acabé|ya está)$`,
  },
  {
    act: 'make',
    kind: 'task',
    form: `^(?<value>{date})?\\s*${OBLIGED}(?<what>(?!(?:no|si|yo)\\b)[^?¿]+?)[.,;:!–-]+\\s*${THEN}(?:no (?:me dejes olvidarl[oa]|quiero olvidarl[oa]|se me olvide)|recu[eé]rdamel[oa]|${POINTED} (?:en|a) (?:la|mi) lista(?: de (?:tareas|pendientes))?|${POINTED} (?:en|a|como) {a}(?:tareas?|pendientes?|recordatorio))$`,
  },
  {
    act: 'make',
    kind: 'task',
    form: `^(?<what>(?=.*(?:{date}|tengo que|hay que|debo|toca))[^?¿]+?)[.,;:!–-]+\\s*${THEN}${POINTED}$`,
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:añade|añadir|agrega|agregar|pon|ponme|apunta|anota|mete|incluye) (?<what>.+?) (?:a|en) (?:la|mi) lista(?: de (?:tareas|pendientes|cosas por hacer))?(?<more>(?: (?:para|el|para el|hasta el|antes del))? ?{date}.*)?$',
  },
  {
    act: 'make',
    form: '^(?:añade|añadir|añádeme|agrega|agregar|pon|poner|ponme|apunta|apúntame|anota|anótame|mete|incluye) (?<what>.+?) (?:a|en|como) (?:la |una |mi |mis |las )?(?:lista de )?{kind}(?: nueva)?(?<more>(?: (?:para|el|para el|hasta el|antes del))? ?{date}.*)?$',
  },
  {
    act: 'make',
    form: '^(?:apunta|apúntame|anota|anótame|añade|agrega|pon|ponme|guarda) (?:en|a|como) {a}(?:lista de )?{kind}(?:[:,]| (?![^:]{1,40}:)) ?(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:añade|agrega|pon|apunta|anota|escribe) (?:al final|al principio|abajo) (?:de|en)l? {a}(?:(?<kind>notas?) (?:de |del |de la |sobre )*)?(?<target>[^:]+?)\\s*:\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:añade|agrega|apunta|anota|pon|escribe)(?:le|me)? (?:a|en) {a}(?<kind>notas?) (?:de |del |de la |sobre |con )*(?<target>[^:]+?)(?: lo siguiente| esto)?\\s*:\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:añade|añadir|agrega|agregar|pon|apunta|anota|mete|incluye|escribe) (?<what>.+?) (?:a|al|en) {a}(?<kind>notas?) (?:de |del |de la |sobre |con |llamada )*(?<target>.+)$',
  },
  {
    act: 'append',
    form: '^(?:apunta|anota|pon|escribe|añade|mete|agrega) en (?<target>(?!(?:la|mi) (?:lista|agenda)|{a}{kind})[^,:]+?),? (?<what>(?:un[oa]s?|el|las?|los|que|otr[oa]s?|más|\\d+) .+)$',
  },
  {
    act: 'append',
    whole: true,
    form: '^(?:añade|agrega|pon|echa|mete) (?<what>(?!\\p{L}+(?:ar|er|ir)(?:l[oae]s?|me|se)? ).+?) al (?<target>.+)$',
  },
  {
    act: 'append',
    form: '^(?:añádele|añadele|agrégale|agregale|ponle|súmale|sumale|échale|echale) (?<what>.+?) (?:al? |a la |a los |a las |a mi )(?<target>(?!prioridad\\b).+)$',
  },
  {
    act: 'append',
    form: '^(?:añade|agrega|pon|apunta|mete|incluye) (?<what>.+?) (?:a|al|en) (?<target>(?:las?|el|los|mis?) .+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:recuérdame|recuerdame|recordame|recordáme|recordarme|recuerda(?: que)?|acuérdame|avísame)(?!\\p{L})(?:(?: que| de| para)(?!\\p{L}))?[:,]?\\s*(?:lo de(?:l| la| los| las)? )?(?<what>.*)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:gu[aá]rda(?:me)?|apunta|anota|escribe)(?: por ah[ií]| en (?:alg[uú]n|un) (?:lado|sitio))? que (?!(?:tengo|hay|tenemos|debo))(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:guárda(?:me|te)?|guarda|apunta|anota|escribe|apúntame|anótame) (?:esto|eso)[:,]?\\s+(?!(?:como|en)(?!\\p{L}))(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:una |dos |tres |cuatro |varias |unas )?cosas? para (?:la|mi) lista[:,]\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:toma(?:r)?|tome) (?:buena )?nota(?: de)?(?: que)?[:,]?\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    form: `^${MAKE}\\s+{a}(?:(?:dos|tres|cuatro|cinco|unas|varias|\\d+) )?(?:nuev[oa]s? )?(?:{kind})(?!\\p{L})(?: nuev[oa]s?| rápida| corta)?(?: de(?!\\p{L}))?(?: (?<value>urgente|importante))?(?<what>.*)$`,
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:anota|apunta|anótame|apúntame|ponme)[:,]? (?!que(?!\\p{L}))(?<what>\\p{L}{2,}(?:ar|er|ir|ír)(?:l[oae]s?|me|se)? .+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:anota|anotar|apunta|apuntar|escribe|escribir|anótame|apúntame)(?!\\p{L})(?: que)?\\s*[:,]?\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    form: '^(?:nueva |otra )?(?<kind>tareas?|notas?|pendientes?|recordatorio)(?: rápida| nueva| corta| breve)?(?: (?:(?:con|de) prioridad )?(?<value>urgente|importante|alta|baja|media|normal))?(?:\\s*[:–—-]+|,(?= (?:con |de )?(?:el )?(?:t[íi]tulo|nombre)))\\s*(?<what>.+)$',
  },
  { act: 'make', form: '^(?:añade|añadir|agrega|agregar) (?<what>.+)$' },
  {
    act: 'make',
    form: '^(?:(?:pon(?:me)?|dame|déjame|haz(?:me)?) )?(?:una?|otra?) (?:nuev[oa] )?(?:{kind})(?: nuev[oa]| rápida| corta)?(?<more>(?: (?:para|para el|el))? ?{date})?(?:\\s*:\\s*| (?:para|de|que diga|sobre) )(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?<what>(?!(?:no|si|qué|que|está|hay|ya)(?!\\p{L}))(?!.*(?<!\\p{L})(?:qué|tengo|tienes|hay|está|dime|decir|p[oó]n\\p{L}*|ap[uú]nt\\p{L}*|añ[aá]d\\p{L}*|m[eé]te\\p{L}*|an[oó]t\\p{L}*|recu[eé]rd\\p{L}*)(?!\\p{L}))[^¿?]+?) (?:a|en) (?:la|mi) lista(?: de (?:tareas|pendientes|la compra|compras))?(?<more>(?: para(?: el)?)? ?{date})?$',
  },
  {
    act: 'tick',
    value: 'done',
    form: '^(?:ya )?(?:hice|he hecho|hicimos|terminé|acabé|listo|lista|hecho|resuelto|solucionado|resolví|está|quedó) (?:con )?(?:ya )?lo del? (?<target>.+)$',
  },
  {
    act: 'tick',
    value: 'open',
    report: true,
    form: '^(?<target>.+? (?:todav[ií]a|aún|aun) no .+|(?:todav[ií]a|aún|aun) no .+)$',
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: '^(?:ya )?(?:acabo|acabamos|terminé|acabé|he terminado|he acabado) de (?<target>.+)$',
  },
  {
    act: 'tick',
    value: 'done',
    report: true,
    form: '^(?:{date},? |ya |por fin |al fin )*(?:(?:he|hemos) (?<target>\\p{L}+(?:ado|ido|cho|sto|to) .+)|(?<target>\\p{L}{3,}(?:é|í|imos|amos) .+))$',
  },
  {
    act: 'ask',
    form: '^[¿\\s]*(?:(?:en|de|a|para|con|por) (?:qué|que|cuál|cuáles|quién|dónde)|q|muestra|mu[eé]strame|mostrar|enseña|ens[eé]ñame|ver|lista|listar|busca|buscar|encuentra|dime|dame|abre|lee|léeme|qué|que|cuáles|cuales|cuál|cual|cuándo|cuando|cuánt[oa]s|cuant[oa]s|cuánto|dónde|donde|quién|tengo|hay|está|están|algo|alguna|algún|mis|todas|todos|existe)(?!\\p{L})(?<what>.*)$',
  },
  {
    act: 'ask',
    form: '^(?<what>(?:(?:las|mis|todas|los) )*(?:{kind})(?: (?:hechas|pendientes|abiertas|completadas|terminadas|urgentes|vencidas|sobre|de|con|para|del|que) ?.*)?)$',
  },
  { act: 'ask', form: '^(?<what>.+[?？])$' },
  { act: 'make', form: '^(?<kind>nota|tarea) (?<what>(?!nueva\\b|es\\b|de\\b|está\\b).+)$' },
]
