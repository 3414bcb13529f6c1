import type { SumWords } from './sum-words.ts'

const PEOPLE = String.raw`(?: personas?| amig[oa]s?| partes(?: iguales)?| comensales| compañer[oa]s| invitad[oa]s| familias| parejas| niñ[oa]s| nosotros| de nosotros)?`
const TAX = String.raw`(?:iva|propina|impuestos?|recargo|inter[eé]s|comisi[oó]n|igic|servicio)`
const OFF = String.raw`(?:descuento|rebaja|dto\.?|menos)`
const EACH = String.raw`(?:cada un[oa]|la unidad|por unidad|la pieza|el (?:kilo|litro|metro|paquete)|por (?:cabeza|persona))`

/** How Spanish says sums. */
export const esSums: SumWords = {
  asking: [
    /^[¿¡\s]*(?:(?:dime|sabes|calcula(?:me)?|calcúlame|(?:me )?(?:calculas|puedes calcular|puedes decir(?:me)?))\s+)?(?:(?:a |en )?cu[áa]nto\s+(?:es|son|da|dan|hace|hacen|sale|salen|cuestan?|ser[íi]an?|me (?:cuestan?|salen?|quedan?)|pago|pagamos|tengo que pagar|tenemos que pagar|suman?|quedan?|valen?)|cu[áa]l es|calcula(?:me)?|(?:me )?calculas|(?:me )?puedes calcular|qu[ée] es|resultado de|si)\s+(?:por\s+)?/iu,
    /[\s,;]+[¿\s]*(?:y\s+)?(?:(?:a |en )?cu[áa]nto(?:s)?(?:\s+(?:es|son|da|dan|hace|ser[íi]a|sale|salen|se queda|se quedan|queda|quedan|me sale|me queda|cuesta|cuestan|costar[íi]a|costar[íi]an|pago|pagamos|paga|pone|ponemos|toca|tocamos|tenemos que pagar|tengo que pagar|sale a|vale|valen|nos toca|le toca))?(?:\s+(?:eso|todo|en total|el total))?(?:\s+(?:a|por|para|de))?(?:\s+(?:cada un[oa]|cada persona|persona|cabeza))?(?:\s+en total)?|(?:a )?cada un[oa]|en total|por (?:persona|cabeza))$/iu,
    /^(?:el|la|un|una)\s+(?=[\d(]|propina|iva|mitad|tercio|tercera|cuarto|cuarta|doble|triple|quinto|d[ée]cimo)/iu,
    /\s*=$/u,
  ],
  about:
    /^(?!.*(?<!\p{L})(?:añade|compra|llama|apunta|anota|recuérdame|recuerda|pon)(?!\p{L}))(?:\p{L}+\s+){0,5}?(?:de|a|por|cuestan?|valen?|es|son|sale por|una?|un)\s+(?=[\d(])/iu,
  noise: [
    /(?<!\p{L})(?:una? |la |el )?(?:cuenta|factura|precio|total|ticket|cena|comida)(?: total)?(?: (?:de|es de|es|son|por|fue de))? (?=[\d(])/giu,
    /(?<!\p{L})(?:a partes iguales|exactamente|ahora)(?!\p{L})/giu,
  ],
  signs: [
    [/(?<=[\d)%]\s*)(?:[x×*·]|por|multiplicado por)(?=\s*[\d(-])/giu, '*'],
    [/(?<=[\d)%]\s*)(?:÷|dividido (?:por|entre))(?=\s*[\d(-])/giu, '/'],
    [/(?<=[\d)%],?\s*)(?:y )?(?:más|mas)(?: (?:el|un))?(?=\s*[\d(-])/giu, '+'],
    [/(?<=[\d)%],?\s*)(?:−|–|(?:y )?menos(?: (?:el|un))?)(?=\s*[\d(-])/giu, '-'],
  ],
  forms: [
    [
      String.raw`[¿ ]*(?:qu[ée] (?:porcentaje|tanto por ciento|%)|cu[áa]nto por ciento) (?:es {m} (?:de|sobre) {n}|(?:de {n} )(?:es|son|representan?) {m}|(?:son|representan?) {m} (?:de|sobre) {n})`,
      'm / n * 100 : %',
    ],
    [String.raw`(?:el |un )?{p} (?:de )?${TAX} (?:de|sobre|en|para|a)(?: una?)? {n}`, 'p * n'],
    [String.raw`(?:el )?(?:${TAX}) (?:del|de) {p} (?:de|sobre|a) {n}`, 'p * n'],
    [String.raw`(?:el |un )?{p} (?:de )?${OFF} (?:de|sobre|en|a)(?: una?)? {n}`, 'n - p'],
    [
      String.raw`{n},?(?: que| y| si)?(?: -| con| al| a| tienen?| lleva)(?: una?| el)? {p}(?: de)? ${OFF}`,
      'n - p',
    ],
    [String.raw`{n},? (?:rebajad|reducid|descontad)[oa]s?(?: en)?(?: un| el| al)? {p}`, 'n - p'],
    [String.raw`{n} (?:que )?(?:baja|bajan)(?: un| el)? {p}`, 'n - p'],
    [
      String.raw`{n} (?:que )?(?:sube|suben|aumentad[oa]s?|increment(?:ad[oa]s?))(?: en)?(?: un| el)? {p}`,
      'n + p',
    ],
    [String.raw`{n}(?: \+| con| y)(?: un| el| una)? {p}(?: de)? ${TAX}(?: incluid[oa])?`, 'n + p'],
    [String.raw`{n} (?:con|m[áa]s|\+) (?:el )?${TAX} (?:del|al) {p}`, 'n + p'],
    [
      String.raw`{n} sin (?:el )?(?:{p} (?:de )?(?:iva|impuestos)|(?:iva|impuestos) (?:del|al) {p})`,
      'n / (100% + p)',
    ],
    [String.raw`(?:el |un )?{p} de(?: una?)? {n}`, 'p * n'],
    [String.raw`(?:la )?mitad de {n}`, 'n / 2'],
    [String.raw`(?:un |una |1 )?(?:tercio|tercera parte) de {n}`, 'n / 3'],
    [String.raw`{m} tercios de {n}`, 'm * n / 3'],
    [String.raw`(?:un |una |1 )?(?:cuarto|cuarta parte) de {n}`, 'n / 4'],
    [String.raw`{m} cuartos de {n}`, 'm * n / 4'],
    [String.raw`(?:un |una |1 )?(?:quinto|quinta parte) de {n}`, 'n / 5'],
    [String.raw`{m} quintos de {n}`, 'm * n / 5'],
    [String.raw`(?:un |una |1 )?(?:décimo|décima parte) de {n}`, 'n / 10'],
    [String.raw`(?<over>\d+/\d+|\(\d+\+\d+/\d+\)) de {n}`, 'over * n'],
    [String.raw`(?:el )?doble de {n}`, '2 * n'],
    [String.raw`(?:el )?triple de {n}`, '3 * n'],
    [String.raw`{n} al cuadrado`, 'n * n'],
    [
      String.raw`(?:repartir|repartimos|dividir|dividimos|divide|reparte|divido|reparto) {n} (?:entre|en|por) (?:las |los )?{m}${PEOPLE}`,
      'n / m',
    ],
    [
      String.raw`{n},? (?:repartid[oa]s?|dividid[oa]s?|a repartir|a dividir) (?:entre|en) (?:las |los )?{m}${PEOPLE}`,
      'n / m',
    ],
    [String.raw`{n} entre (?:las |los )?{m}${PEOPLE}`, 'n / m'],
    [
      String.raw`somos {m}${PEOPLE}?,? y (?:(?:la cuenta|el total|la cena|la comida) (?:es de|es|son|sale (?:por|a)|ha sido de|ha salido por) |son |hemos gastado |gastamos |pagamos )?{n}`,
      'n / m',
    ],
    [
      String.raw`(?:si )?(?:(?:una|la) )?receta (?:es )?para {m}(?: personas)? (?:y )?(?:lleva|necesita|usa|pide|tiene) {n}(?: de)?(?: \p{L}+){0,2}?,? [¿ ]*cu[áa]nt[oa]s?(?: \p{L}+){0,4}? para {k}(?: personas)?`,
      'n * k / m',
    ],
    [
      String.raw`(?:si )?{m}(?: \p{L}+){0,2}? (?:cuestan?|valen?|son|salen? (?:a|por)) {n},? [¿ ]*(?:a )?cu[áa]nto (?:cuestan?|valen?|salen?|son|costarían) {k}(?: \p{L}+)?`,
      'n * k / m : price',
    ],
    [
      String.raw`(?:si )?{m} \p{L}+(?: \p{L}+)?? (?:cuestan|valen|por|son|salen (?:a|por)) {n},? [¿ ]*(?:a )?cu[áa]nto (?:cuesta|sale|vale|es|toca)(?: (?:cada un[oa]|1|un|una|uno|la unidad))(?: \p{L}+)?`,
      'n / m',
    ],
    [
      String.raw`{m} (?:(?!de |por ciento)\p{L}+ ){1,3}?(?:de |que cuestan )?{n}(?: ${EACH})`,
      'm * n : price',
    ],
    [String.raw`{m} (?:(?!por ciento)\p{L}+ ){1,3}?a {n}(?: ${EACH})?`, 'm * n : price'],
    [String.raw`{m} a {n} ${EACH}`, 'm * n : price'],
    [String.raw`cu[áa]nto suman {n} y {m}`, 'n + m'],
    [String.raw`{m} (?:es|son) qu[ée] (?:porcentaje|%) de {n}`, 'm / n * 100 : %'],
    [String.raw`{m} (?!de )\p{L}+ de {n}(?=,? (?:cu[áa]nto|en total))`, 'm * n'],
    [String.raw`(?:la )?media (?:de|entre) (?<list>\d[\d.]*(?:(?:,| y) \d[\d.]*)+)`, 'average'],
    [String.raw`(?:la )?suma de (?<list>\d[\d.]*(?:(?:,| y) \d[\d.]*)+)`, 'total'],
  ],
  goesOn: /^[¿\s]*(?:(?:y|ahora|entonces|luego|vale|pues)[\s,]+)*(?:(?:si le|eso|el resultado|lo)\s+)?/iu,
}
