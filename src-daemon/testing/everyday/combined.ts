import type { Language } from '../../contract/language.ts'
import { sentencesIn, type Sentence } from './sentences.ts'

/**
 * Sentences put together from orders and what may stand beside them: a second order, a value for what is new, a correction, a
 * condition, somebody else. Each has its one right ending, which nobody has to reach: but no other change may be made.
 */

type Ordered = readonly [said: string, ending: string]

interface Parts {
  readonly orders: readonly Ordered[]
  /** Orders of other things, for a second place. */
  readonly others: readonly Ordered[]
  /** Between two orders. */
  readonly joins: readonly string[]
  /** Behind the order of a new task, with what it then has besides. */
  readonly values: readonly Ordered[]
  /** What takes an order back, behind it. */
  readonly takenBack: readonly string[]
  /** What makes an order none, in front of it. */
  readonly unmade: readonly string[]
  /** What says nothing, in front. */
  readonly fillers: readonly string[]
}

const PARTS: Readonly<Record<Language, Parts>> = {
  en: {
    orders: [
      ['remind me to call the bank', '+task call the bank'],
      ['add a task to sweep the yard', '+task sweep the yard'],
      ['put wash the curtains on my list', '+task wash the curtains'],
      ['make a note that the spare key is in the shed', '+note The spare key is in the shed'],
      ['delete the goulash note', '-note Goulash'],
      ['mark the report as done', '~task Write the report | status=done'],
      ['move the bike task to Sunday', '~task Fix the bike | due=+2'],
      ['rename the garden note to Allotment', '~note Garden | title=Allotment'],
      ['add paprika to the goulash note', '~note Goulash | body=beef, onions, caraway paprika'],
    ],
    others: [
      ['delete the wifi note', '-note Wifi'],
      ['tick off the milk', '~task Buy milk | status=done'],
      ['push the rent to December 5', '~task Pay rent | due=2026-12-05'],
      ['remind me to feed the cat', '+task feed the cat'],
      ['tag the dentist task health', '~task Call the dentist | tags=health'],
      ['reopen the plants', '~task Water the plants | status=open'],
      ['get rid of the Porto note', '-note Trip to Porto'],
      ['the milk is bought', '~task Buy milk | status=done'],
      ['make the bike urgent', '~task Fix the bike | priority=high'],
      ['bump the report to Wednesday', '~task Write the report | due=+5'],
      ['put eggs on the list', '+task eggs'],
      ['note that the gate code is 1234', '+note The gate code is 1234'],
    ],
    joins: [
      ' and ',
      ', then ',
      '; ',
      '. ',
      ', and also ',
      ' and while you are at it ',
      ' after that ',
      ' plus ',
      ', oh and ',
      ' & ',
      ', afterwards ',
      ' as well as ',
      ' but first ',
      '—also ',
    ],
    values: [
      [', tag it errands', 'tags=errands'],
      [' and make it high priority', 'priority=high'],
      [', due Sunday', 'due=+2'],
      [' and set it to low priority', 'priority=low'],
      [' with the label errands', 'tags=errands'],
      [', labelled errands', 'tags=errands'],
      [', deadline Sunday', 'due=+2'],
      [' - high prio', 'priority=high'],
      [', it’s urgent', 'priority=high'],
      [' on Saturday, I mean Sunday', 'due=+2'],
      [' on Saturday – no, Sunday', 'due=+2'],
      [' on Saturday, sorry, Sunday', 'due=+2'],
    ],
    takenBack: [
      ', no wait, don’t',
      ' – actually, forget it',
      '... no, scratch that',
      ', or rather not',
      ', or maybe not',
      ' – just kidding',
      ', cancel that',
      ', ignore that',
      ', hmm leave it',
    ],
    unmade: [
      'don’t ',
      'my boss told me to ',
      'if it rains, ',
      'should I ',
      'she said: ',
      'you never ',
      'what if I ',
      'why did you ',
      'I forgot to ',
      'Tom asked me to ',
      'in case it rains ',
      'there’s no need to ',
      'imagine I ',
      'how do I ',
      'I already told you to ',
    ],
    fillers: ['', 'please ', 'hey, ', 'ok so '],
  },
  es: {
    orders: [
      ['recuérdame llamar al banco', '+task llamar al banco'],
      ['añade una tarea para barrer el patio', '+task barrer el patio'],
      ['anota que la llave está en el cobertizo', '+note La llave está en el cobertizo'],
      ['borra la nota de regalos', '-note Regalos'],
      ['marca el alquiler como hecho', '~task Pagar el alquiler | status=done'],
      ['pasa el pan al domingo', '~task Comprar pan | due=+2'],
      ['renombra la nota de regalos a Navidad', '~note Regalos | title=Navidad'],
    ],
    others: [
      ['borra la nota de Lisboa', '-note Viaje a Lisboa'],
      ['tacha lo de llamar a mamá', '~task Llamar a mamá | status=done'],
      ['recuérdame dar de comer al gato', '+task dar de comer al gato'],
      ['reabre lo de regar las macetas', '~task Regar las macetas | status=open'],
      ['ya compré el pan', '~task Comprar pan | status=done'],
      ['deshazte de la nota de paella', '-note Receta de paella'],
      ['sube la prioridad del alquiler', '~task Pagar el alquiler | priority=high'],
      ['mete huevos en mi lista', '+task huevos'],
    ],
    joins: [
      ' y ',
      ', luego ',
      '; ',
      '. ',
      ' y también ',
      ', y de paso ',
      ', además ',
      ' y aparte ',
      ', ah, y ',
      ' pero antes ',
      ' mientras ',
    ],
    values: [
      [', etiquétala recados', 'tags=recados'],
      [' y ponle prioridad alta', 'priority=high'],
      [', vence el domingo', 'due=+2'],
      [' con la etiqueta recados', 'tags=recados'],
      [', es urgente', 'priority=high'],
      [' el sábado, digo, el domingo', 'due=+2'],
      [' el sábado, no, el domingo', 'due=+2'],
      [' con plazo el domingo', 'due=+2'],
    ],
    takenBack: [
      ', no, espera, déjalo',
      ', mejor no',
      ', bueno, olvídalo',
      ', o mejor no',
      ', es broma',
      ', ignóralo',
      ', cancela eso',
    ],
    unmade: [
      'no ',
      'mi jefe me dijo: ',
      'si llueve, ',
      'mi hermana siempre dice ',
      'nunca ',
      'no hace falta que ',
      '¿por qué ',
      'se me olvidó ',
      'imagina que ',
      'en caso de lluvia ',
      'mi madre me pidió: ',
    ],
    fillers: ['', 'por favor, ', 'oye, ', 'vale, '],
  },
  zh: {
    orders: [
      ['提醒我给银行打电话', '+task 给银行打电话'],
      ['添加任务扫院子', '+task 扫院子'],
      ['记一下备用钥匙在棚子里', '+note 备用钥匙在棚子里'],
      ['删除红烧肉的笔记', '-note 红烧肉'],
      ['把写报告标记为完成', '~task 写报告 | status=done'],
      ['把预约牙医改到周日', '~task 预约牙医 | due=+2'],
    ],
    others: [
      ['删除无线网的笔记', '-note 无线网'],
      ['把买牛奶勾掉', '~task 买牛奶 | status=done'],
      ['提醒我喂猫', '+task 喂猫'],
      ['重新打开浇花', '~task 浇花 | status=open'],
      ['牛奶已经买了', '~task 买牛奶 | status=done'],
      ['旅行计划不要了，删掉', '-note 旅行计划'],
      ['写报告推迟到周三', '~task 写报告 | due=+5'],
    ],
    joins: [
      '，然后',
      '，再',
      '；',
      '。',
      '，顺便',
      '，并且',
      '，另外',
      '，同时',
      '，哦还有',
      '，之后',
      '，别忘了',
    ],
    values: [
      ['，标签是杂事', 'tags=杂事'],
      ['，优先级设为高', 'priority=high'],
      ['，周日截止', 'due=+2'],
      ['，给它打上杂事标签', 'tags=杂事'],
      ['，很紧急', 'priority=high'],
      ['，周六，不对，周日', 'due=+2'],
      ['，归到杂事标签', 'tags=杂事'],
    ],
    takenBack: ['，算了，不用了', '，等等，还是别了', '，不对，先不要', '，开玩笑的', '，取消', '，当我没说'],
    unmade: [
      '不要',
      '老板说：',
      '如果下雨，',
      '我姐总说',
      '要不要',
      '没必要',
      '我忘了',
      '妈妈让我',
      '万一下雨就',
      '为什么要',
      '你怎么没',
    ],
    fillers: ['', '请', '麻烦你', '对了，'],
  },
  ja: {
    orders: [
      ['銀行に電話するのをリマインドして', '+task 銀行に電話する'],
      ['庭を掃くタスクを追加して', '+task 庭を掃く'],
      ['旅行メモを削除して', '-note 旅行メモ'],
      ['レポートを完了にして', '~task レポートを書く | status=done'],
      ['歯医者を日曜日に変更して', '~task 歯医者を予約する | due=+2'],
    ],
    others: [
      ['Wi-Fiのメモを削除して', '-note Wi-Fi'],
      ['牛乳を買うを完了にして', '~task 牛乳を買う | status=done'],
      ['猫に餌をやるタスクを追加して', '+task 猫に餌をやる'],
      ['花に水をやるを未完了に戻して', '~task 花に水をやる | status=open'],
      ['牛乳は買った', '~task 牛乳を買う | status=done'],
      ['カレーのレシピはもういらないから消して', '-note カレーのレシピ'],
      ['レポートの優先度を低くして', '~task レポートを書く | priority=low'],
    ],
    joins: [
      '、それから',
      '、あと',
      '。',
      '、ついでに',
      '、次に',
      '、その後',
      '、同時に',
      '、あと、',
      '、忘れずに',
    ],
    values: [
      ['、タグは雑用', 'tags=雑用'],
      ['、優先度は高', 'priority=high'],
      ['、期限は日曜日', 'due=+2'],
      ['、それに雑用のタグをつけて', 'tags=雑用'],
      ['、急ぎで', 'priority=high'],
      ['、土曜、いや日曜に', 'due=+2'],
    ],
    takenBack: [
      '、いや、やっぱりやめて',
      '…やっぱりいいや',
      '、というのは冗談',
      '、なんてね',
      '、今のは無し',
      '、キャンセル',
    ],
    unmade: [
      'もし雨が降ったら、',
      '上司が言った：',
      '妹はいつも言う、',
      '母に頼まれた：',
      'なんで',
      '雨なら',
      '誰かが',
    ],
    fillers: ['', 'すみません、', 'ねえ、', 'お願い、'],
  },
}

const objectIn = (ending: string): string => ending.slice(1).split(' | ')[0] ?? ''

/** `count` of the combinations of a language, the same for the same `seed`. */
export const combined = (
  language: Language,
  { count, seed }: { count: number; seed: number },
): Sentence[] => {
  const { orders, others, joins, values, takenBack, unmade, fillers } = PARTS[language]
  const isTask = ([, ending]: Ordered): boolean => ending.startsWith('+task')
  const lines = fillers.flatMap((filler) =>
    orders.flatMap((order) => {
      const [said, ending] = order
      return [
        ...joins.flatMap((join) =>
          others
            .filter(([, one]) => objectIn(one) !== objectIn(ending))
            .flatMap(([other, otherEnding]) => [
              `${filler}${said}${join}${other} => ${ending} && ${otherEnding}`,
              `${filler}${other}${join}${said} => ${otherEnding} && ${ending}`,
            ]),
        ),
        ...(isTask(order)
          ? values.map(([value, field]) => `${filler}${said}${value} => ${ending} | ${field}`)
          : []),
        ...takenBack.map((back) => `${filler}${said}${back} => .`),
        ...unmade.map((front) => `${filler}${front}${said} => .`),
      ]
    }),
  )
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const chosen = Array.from(
    { length: Math.min(count, lines.length) },
    () => lines.splice(next(lines.length), 1)[0] ?? '',
  )
  return sentencesIn(chosen.join('\n'), language)
}
