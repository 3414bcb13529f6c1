import type { RoutingQuery } from '../../evaluation.ts'
import type { ClassifierCapability } from '../../classifier/index.ts'

const capability = (name: string, description: string, ...examples: string[]): ClassifierCapability => ({
  name,
  description,
  examples,
  keywords: [],
})

/** Capabilities whose author wrote English only. */
export const ENGLISH: readonly ClassifierCapability[] = [
  capability(
    'shopping-list',
    'Keeps a list of groceries to buy.',
    'put eggs on the shopping list',
    'we are out of milk',
    'what do I have to buy',
  ),
  capability(
    'recipes',
    'Finds recipes and cooking steps.',
    'how do I make pancakes',
    'a recipe with leftover rice',
    'how long do I boil an egg',
  ),
  capability(
    'calendar',
    'Appointments and meetings.',
    'am I free on Friday afternoon',
    'move the meeting with Ann to three',
    'schedule a dinner with my parents',
  ),
  capability(
    'timer',
    'Counts down minutes and rings.',
    'set a timer for ten minutes',
    'how much time is left on the timer',
    'stop the countdown',
  ),
  capability(
    'expenses',
    'Records what was spent.',
    'I paid 12 euros for lunch',
    'how much did I spend this month',
    'log an expense for the taxi',
  ),
  capability(
    'plants',
    'When to water which plant.',
    'when did I last water the fern',
    'the cactus got water today',
    'which plants need water',
  ),
]

const questions = (expected: string | null, ...texts: string[]): RoutingQuery[] =>
  texts.map((text) => ({ text, expected }))

/** Messages for them in Chinese, Japanese and Spanish, and some for none. */
export const FOREIGN: readonly RoutingQuery[] = [
  ...questions(
    'shopping-list',
    '把鸡蛋加到购物清单',
    '家里没有咖啡了',
    '買い物リストにバターを足して',
    '牛乳がもうない',
    'apunta tomates en la lista de la compra',
    '¿qué tengo que comprar?',
  ),
  ...questions(
    'recipes',
    '怎么做番茄汤',
    '土豆要煮多久',
    'にんじんケーキの作り方',
    '余ったご飯で何か作れる？',
    'una receta con patatas',
    '¿cómo se hace una tortilla?',
  ),
  ...questions(
    'calendar',
    '我周五下午有空吗',
    '把和小李的会议改到三点',
    '明日の予定を教えて',
    '銀行との打ち合わせを入れて',
    '¿estoy libre mañana por la tarde?',
    'pon una cena con mis padres el sábado',
  ),
  ...questions(
    'timer',
    '倒计时十分钟',
    '计时器还剩多少时间',
    'タイマーを五分にセット',
    'カウントダウンを止めて',
    'pon un temporizador de veinte minutos',
    'para la cuenta atrás',
  ),
  ...questions(
    'expenses',
    '午饭花了三十块',
    '这个月我花了多少钱',
    '靴に八千円払った',
    '今月いくら使った？',
    'gasté veinte euros en gasolina',
    '¿cuánto hemos gastado en taxis?',
  ),
  ...questions(
    'plants',
    '哪些植物要浇水了',
    '我给仙人掌浇过水了',
    'シダに最後に水をやったのはいつ？',
    '植物に水が必要？',
    'las plantas del balcón necesitan agua',
    'hoy regué el helecho',
  ),
  ...questions(
    null,
    '谁赢了昨晚的比赛',
    '给我讲个笑话',
    '東京の人口は',
    'ジャズをかけて',
    'reserva un vuelo barato',
    '¿por qué el cielo es azul?',
  ),
]
