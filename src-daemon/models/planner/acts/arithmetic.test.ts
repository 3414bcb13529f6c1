import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { sumAmong, type Turn } from './counted.ts'
import { sumInWords } from './arithmetic.ts'

/** The result of the last of some messages, each answered; null if it is no sum. */
const resultOf = (said: string, language: Language): string | null => {
  const turns: Turn[] = []
  let answer = ''
  for (const message of said.split(' // ')) {
    const sum = sumAmong(turns, message, language)
    answer = sum === null ? '' : sumInWords(sum, language)
    turns.push({ said: message, answer })
  }
  return answer === '' ? null : (answer.split(' = ').at(-1) ?? null)
}

describe('a sum in English', () => {
  it.each([
    ["What's an 18% tip on $64.50?", '$11.61'],
    ['split 187.20 between 6 people', '31.20'],
    ['If I split £93 between four of us, what does each pay?', '£23.25'],
    ['three lengths of 2.4 m, how long altogether', '7.2 m'],
    ['20% tip on a $45 bill', '$9'],
    ['how much is 15 percent of 240', '36'],
    ['what is 0.1 + 0.2', '0.3'],
    ['half of 90', '45'],
    ['double 37', '74'],
    ['what is a third of 99', '33'],
    ['two thirds of 90', '60'],
    ["what's twelve times eleven", '132'],
    ['what is 1,250 divided by 8', '156.25'],
    ['$80 jacket with 25% off, how much is it?', '$60'],
    ['how much is a £120 coat with 15% off', '£102'],
    ['30% off 89.99', '62.99'],
    ['what is 45 plus 20% vat', '54'],
    ['20% VAT on £350', '£70'],
    ['what is £120 without 20% VAT', '£100'],
    ['64.50 plus 15% tip', '74.18'],
    ['(12 + 8) / 5', '4'],
    ['7 coffees at £3.20 each', '£22.40'],
    ['how much are 3 tickets at $12.50 each', '$37.50'],
    ['12 eggs for £3.60, how much per egg', '£0.30'],
    ['what percentage of 80 is 20', '25%'],
    ['what percent is 15 of 60?', '25%'],
    ['split $120 five ways', '$24'],
    ['divide 96 by 12', '8'],
    ['what is 18 squared', '324'],
    ['average of 4, 8 and 9', '7'],
    ['a recipe for 4 needs 300 g of flour, how much for 6', '450 g'],
    ['what is 1/3 of 24?', '8'],
    ['¾ of 200', '150'],
    ['how much is 250 minus 15%', '212.5'],
    ['can you work out 12% of 3400', '408'],
    ['split 187.20 between 6 people // and between 8?', '23.40'],
    ['15% of 80 // and 20%?', '16'],
    ['340 divided by 4 // and plus 10%?', '93.5'],
    ['what is 12 x 14 // divided by 3', '56'],
    ['100 / 3', '33.3333'],
    ["what's 200 take away 45", '155'],
    ['dinner was $86, split between 4, how much each', '$21.50'],
    ['the bill is 145.80 and there are three of us, how much each', '48.60'],
    ['what is one hundred and twenty divided by four', '30'],
    ['how much is 8 hours at $15.50', '$124'],
    ['tip of 20% on $80', '$16'],
    ['$80 with a 20% tip', '$96'],
    ['12 x 4.99', '59.88'],
  ] as const)('%s: %s', (said, result) => {
    expect(resultOf(said, 'en')).toBe(result)
  })
})

describe('a sum in Spanish', () => {
  it.each([
    ['¿Cuánto es el 21 % de 1.250 euros?', '262,50 euros'],
    ['unos zapatos de 89 € con un 30 por ciento de descuento, en cuánto se quedan', '62,30 €'],
    ['¿Cuánto es 245 menos el 15 %?', '208,25'],
    ['cuánto son 340 entre 4 // ¿y más el 10 %?', '93,5'],
    ['cuánto es la mitad de 250', '125'],
    ['¿cuánto es un tercio de 90?', '30'],
    ['dos tercios de 90', '60'],
    ['el doble de 38', '76'],
    ['cuánto es 3,5 por 4', '14'],
    ['15% de 86', '12,9'],
    ['el 10% de propina de 48,50 €', '4,85 €'],
    ['cuánto es 120 más el 21% de IVA', '145,2'],
    ['120 € con el 21% de IVA', '145,20 €'],
    ['121 euros sin el 21% de IVA', '100 euros'],
    ['dividir 93 entre 4 personas', '23,25'],
    ['repartir 150 euros entre seis amigos, cuánto toca a cada uno', '25 euros'],
    ['somos 5 y la cuenta es de 132,50, a cuánto tocamos', '26,50'],
    ['una cena de 86 euros entre 4', '21,50 euros'],
    ['3 entradas a 12,50 cada una', '37,50'],
    ['cuánto son 6 cafés a 1,40', '8,40'],
    ['qué porcentaje es 20 de 80', '25%'],
    ['si 3 kilos cuestan 4,50, cuánto cuestan 5', '7,50'],
    ['20% de descuento en 75 euros', '60 euros'],
    ['75 euros menos un 20%', '60 euros'],
    ['cuánto es 1.200 dividido entre 8', '150'],
    ['cuánto es veinticinco por cuatro', '100'],
    ['una camiseta de 25 euros rebajada un 20%, cuánto cuesta', '20 euros'],
    ['la media de 6, 7 y 8', '7'],
    ['una receta para 4 lleva 300 g de harina, ¿cuánta para 6?', '450 g'],
    ['¿cuánto es 15 al cuadrado?', '225'],
    ['0,1 más 0,2', '0,3'],
  ] as const)('%s: %s', (said, result) => {
    expect(resultOf(said, 'es')).toBe(result)
  })
})

describe('a sum in Chinese', () => {
  it.each([
    ['一件外套原价680,打七五折多少钱', '510'],
    ['一件衣服399元打八折，要付多少？', '319.20元'],
    ['256乘以18再减去300得多少', '4,308'],
    ['80的15%是多少', '12'],
    ['百分之二十的300', null],
    ['300的百分之二十是多少', '60'],
    ['60的四分之三', '45'],
    ['90的一半是多少', '45'],
    ['36的两倍是多少', '72'],
    ['吃饭花了360元，四个人平分，每人多少钱', '90元'],
    ['187.2元6个人AA，每人多少', '31.20元'],
    ['五个人平摊235元，每人付多少', '47元'],
    ['一斤苹果5.8元，3斤多少钱', '17.40元'],
    ['每张票85元，4张一共多少钱', '340元'],
    ['一杯奶茶18块，5杯多少钱', '90块'],
    ['12个鸡蛋15元，一个多少钱', '1.25元'],
    ['20占80的百分之几', '25%'],
    ['1200除以8等于多少', '150'],
    ['计算 25*4+10', '110'],
    ['三百加五十等于多少', '350'],
    ['原价1200，打九折是多少', '1,080'],
    ['299元降价20%后是多少钱', '239.20元'],
    ['100加上13%的税是多少', '113'],
    ['0.1加0.2是多少', '0.3'],
    ['4、8、9的平均数是多少', '7'],
    ['一件衣服399元打八折，要付多少？ // 再减20呢', '299.20元'],
    ['12乘12等于多少 // 再除以3呢', '48'],
  ] as const)('%s: %s', (said, result) => {
    expect(resultOf(said, 'zh')).toBe(result)
  })
})

describe('a sum in Japanese', () => {
  it.each([
    ['税抜3,980円だと消費税10%込みでいくらになりますか', '4,378円'],
    ['飲み会代23,400円を7人で割ると一人いくら', '3,343円'],
    ['4500を12で割ると？', '375'],
    ['1280円の3割引っていくらになる？', '896円'],
    ['1500円の2割引きは? // それを3つ買うといくら?', '3,600円'],
    ['2400円の15%引きはいくら', '2,040円'],
    ['80の15%は？', '12'],
    ['120円を5個でいくら', '600円'],
    ['1個150円のりんごを6個買うといくら', '900円'],
    ['60の4分の3は？', '45'],
    ['90の半分は', '45'],
    ['36の2倍はいくつ', '72'],
    ['12かける8は', '96'],
    ['250足す380は？', '630'],
    ['1000引く358はいくつ？', '642'],
    ['20は80の何パーセント？', '25%'],
    ['5000円を4人で割り勘するといくら', '1,250円'],
    ['4人で12,000円を割り勘すると一人いくら？', '3,000円'],
    ['3万円の2割はいくら', '6,000円'],
    ['2000円に消費税10%を足すといくら', '2,200円'],
    ['税込1100円の10%だと税抜いくら', '1,000円'],
    ['4と8と9の平均は？', '7'],
    ['0.1足す0.2は', '0.3'],
    ['1500円の2割引きは? // さらに10%引きだと?', '1,080円'],
    ['300から45を引くと', '255'],
    ['三百かける五は', '1,500'],
  ] as const)('%s: %s', (said, result) => {
    expect(resultOf(said, 'ja')).toBe(result)
  })
})

describe('is no sum', () => {
  it.each([
    ...[
      'split the note between us',
      'call 5 people',
      '555-0199',
      '555 0199',
      'buy 3 for 2',
      'version 2.1',
      '3/4',
      '24/7',
    ],
    ...[
      'v1.2.3 - 2',
      'meet at 5',
      '12-14',
      '2026-12-24',
      'bring 3 bags and 2 boxes',
      'the 20% that was left',
      '50/50',
    ],
    ...[
      'pay 20 on the 5th',
      '2 for 1 offer',
      'room 4 of 12',
      'half past 9',
      'split the 3 tasks between 2 lists',
      'page 3 of 5',
    ],
    ...[
      'what is 24',
      'how much is 50',
      'cuánto es 50',
      '3 entre semana',
      'llama al 600 123 456',
      'reunión el 3/4',
      'del 3 al 5',
    ],
    ...[
      'compra 2 kilos de 5',
      'pedir 3 menús para 2',
      '买3送2',
      '3比2赢了',
      '下午3点到5点',
      '打八折的衣服',
      '第3章第5节',
      '给5个人打电话',
    ],
    ...[
      '3対2で勝った',
      '5人に電話',
      '3時から5時',
      '2の3',
      '10%引きのクーポン',
      '12月3日',
      '三人で割り勘にする',
      '税込み1100円',
    ],
    ...[
      'dinner for 4 at 8',
      '2 tickets at 8',
      'half 5',
      '3 - 2',
      '5 over 2',
      '3 por 2',
      '100 split 50/50',
      "what's on the 3/4",
    ],
    ...[
      'las 5 menos 10',
      '3 personas a 5',
      'mesa para 2 a las 9',
      '每次2片，3次',
      '5点减10分',
      '1日3回、1回2錠',
      '卵を10個買う',
      '5個を3個',
    ],
    ...[
      '15% of 80 // call Tom',
      '15% of 80 // 3',
      '15% of 80 // and at 5',
      '15% of 80 // 5 minutes',
      '15% of 80 // and 3 eggs',
    ],
    ...[
      '340 entre 4 // a las 5',
      '340 entre 4 // y 3 huevos',
      '256乘以18 // 再加一个任务',
      '1500円の2割引き // それを3時に変更',
    ],
    ...[
      'what is 1 / 0',
      'what is 10% + ',
      'is 3 kg x 4 kg',
      'what is $5 plus £3',
      '7 of 9',
      'at 50% battery call Tom',
    ],
    ...[
      'add 5 plus size shirts',
      '15% tip',
      'I paid $30 for 2 shirts',
      'how much did I pay for 2 shirts at $30',
      'what is 3 for 2',
    ],
  ])('%s', (said) => {
    for (const language of ['en', 'es', 'zh', 'ja'] as const) expect(resultOf(said, language)).toBeNull()
  })
})
