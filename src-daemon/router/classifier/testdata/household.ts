import type { RoutingQuery } from '../../evaluation.ts'
import type { ClassifierCapability } from '../index.ts'

const capability = (name: string, description: string, ...examples: string[]): ClassifierCapability => ({
  name,
  description,
  examples,
  keywords: [],
})

/** A small set of household capabilities, some of them similar, in the four languages. */
export const HOUSEHOLD: readonly ClassifierCapability[] = [
  capability(
    'shopping-list',
    'Keeps a list of groceries to buy.',
    'put eggs on the shopping list',
    'we are out of milk',
    'what do I have to buy',
    '把牛奶加到购物清单',
  ),
  capability(
    'recipes',
    'Finds recipes and cooking steps.',
    'how do I make pancakes',
    'a recipe with leftover rice',
    'how long do I boil an egg',
    'receta de tortilla de patatas',
  ),
  capability(
    'calendar',
    'Appointments and meetings.',
    'am I free on Friday afternoon',
    'move the meeting with Ann to three',
    'schedule a dinner with my parents',
    '明日の予定を教えて',
  ),
  capability(
    'timer',
    'Counts down minutes and rings.',
    'set a timer for ten minutes',
    'how much time is left on the timer',
    'stop the countdown',
    'タイマーを五分にセット',
  ),
  capability(
    'expenses',
    'Records what was spent.',
    'I paid 12 euros for lunch',
    'how much did I spend this month',
    'gasté veinte euros en gasolina',
    'log an expense for the taxi',
  ),
  capability(
    'translation',
    'Translates sentences between languages.',
    'how do you say thank you in French',
    'translate this letter into German',
    '翻译成英文',
    'what does Schmetterling mean',
  ),
  capability(
    'journal',
    'A diary of days and moods.',
    'today was a long and happy day',
    'write in my diary that I met an old friend',
    '今日の日記を書く',
    'read me my diary from last week',
  ),
  capability(
    'plants',
    'When to water which plant.',
    'when did I last water the fern',
    'the cactus got water today',
    'which plants need water',
    'regar las plantas del balcón',
  ),
]

const questions = (expected: string | null, ...texts: string[]): RoutingQuery[] =>
  texts.map((text) => ({ text, expected }))

/** Messages that are not among the examples, for each capability and for none. */
export const QUESTIONS: readonly RoutingQuery[] = [
  ...questions(
    'shopping-list',
    'add butter to the shopping list',
    'we are out of coffee',
    'what should I buy',
    '把鸡蛋加到清单',
  ),
  ...questions(
    'recipes',
    'recipe for tomato soup',
    'how do I make a carrot cake',
    'how long do I boil potatoes',
    'una receta con patatas',
  ),
  ...questions(
    'calendar',
    'am I free tomorrow afternoon',
    'move the dinner with Ann to Friday',
    'schedule a meeting with the bank',
    '来週の予定は',
  ),
  ...questions('timer', 'timer for 25 minutes', 'how many minutes are left on the timer', 'タイマーを止めて'),
  ...questions(
    'expenses',
    'I paid 40 dollars for shoes',
    'how much did we spend on taxis',
    'gasté diez euros en pan',
  ),
  ...questions(
    'translation',
    'how do you say good night in Italian',
    'translate this menu into English',
    '翻译成日文',
  ),
  ...questions(
    'journal',
    'write in my diary that it was a sad day',
    'read my diary of yesterday',
    '昨日の日記',
  ),
  ...questions('plants', 'do the plants need water', 'I gave water to the fern', 'las plantas del jardín'),
  ...questions(
    null,
    'who won the football final',
    'play some jazz',
    'call a doctor near here',
    'turn off the kitchen lights',
    'tell me a joke about lawyers',
    '股票今天涨了吗',
    'reserva un vuelo barato',
    '東京の人口は',
    'why is the sky blue',
    'unlock my phone',
  ),
]
