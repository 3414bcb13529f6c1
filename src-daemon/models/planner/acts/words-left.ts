/** Words of an order, or of its time, that are left in what something new is called or says: it wasn't read to its end. */

/** A quote is meant as it is. */
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu

/** Manners, and what was to be said about the new object. */
const ORDER =
  /^(?:please|pls|por favor|porfa(?:vor)?|vac[íi][oa]|empty|请|麻烦|拜托)(?!\p{L})|(?<!\p{L})que se llamen?(?!\p{L})|^(?:the )?(?:name|tags?) \p{L}+,|^就?叫(?!车|醒|外卖)/iu

/** A field's name where a clause begins: "…, tags travel and museums". */
const FIELD =
  /(?:^|[,;.，；。、]\s*)(?:with )?(?:the |la |las )?(?:tags?|tagged|etiquetas?|etiquetad[oa]s?|标签|タグ)(?!\p{L})/iu

/** A time that no date was read from, beside one that was. */
const TIME =
  /(?<!\p{L})(?:today|tomorrow|tonight|half past|quarter (?:past|to)|hoy|mañana|(?:a )?primera hora|y media)(?!\p{L})|明天|后天|今晚|明日|明後日|(?:再来|来|今)週|[月火水木金土日]曜|第[一二三四1-4]|星期|礼拜|下周|(?<!\p{L})(?:the )?(?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\p{L})|(?<!\p{L})(?:primer|segundo|tercer|cuarto|último) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})|^\d{1,2}(?:st|nd|rd|th)(?!\p{L})|(?<!\p{L})(?:sometime|some ?day|one day|algún día)$|^[年月日時分]\s/iu

/** What only counts or ranks the things before it: "all three", "这三件都", "sin prisa". */
const SUMMARY =
  /^(?:all|both|the|these|those|estas?|estos?|las|los)?(?: of)? ?(?:two|three|four|both|dos|tres|cuatro)(?: (?:things|tasks|cosas|tareas))?$|^(?:no (?:rush|hurry)|not urgent|asap|sin prisas?|sin urgencia|urgente)$|^(?:很|挺)?(?:不急|不着急|着急|急|要紧|重要)$|^急がない(?:です|から)?$|^[这那]?(?:几|两|[二三四五六\d])[件个条项样]事?(?:情)?(?:都|全)?$|^[こその]?の?(?:[二三四五六\d]つ|[二三四五六\d]件|ふたつ|みっつ)(?:とも|全部)?$/iu

/** Whether such words are in the title of something new, which is `isToDo`, or in its text. */
export const areWordsLeft = (title: string, body: string, isToDo: boolean): boolean => {
  const bare = title.replaceAll(QUOTED, '').trim()
  return (
    ORDER.test(bare) ||
    SUMMARY.test(bare) ||
    FIELD.test(bare) ||
    FIELD.test(body.slice(0, READ)) ||
    (isToDo && TIME.test(bare))
  )
}
const READ = 300
