import type { Language } from '../../contract/language.ts'
import type { Kind } from './sentences.ts'

/** What is kept before each sentence is said. It is Friday, 20 November 2026, noon. */

export const TODAY = new Date(2026, 10, 20, 12, 0)

export interface Kept {
  readonly kind: Kind
  readonly object: Readonly<Record<string, unknown>>
}

const note = (title: string, body: string, tags?: readonly string[]): Kept => ({
  kind: 'note',
  object: { title, body, ...(tags !== undefined && { tags }) },
})
const task = (title: string, more: Readonly<Record<string, unknown>> = {}): Kept => ({
  kind: 'task',
  object: { title, status: 'open', ...more },
})

export const HOUSEHOLD: Readonly<Record<Language, readonly Kept[]>> = {
  en: [
    note('Goulash', 'beef, onions, caraway', ['recipes']),
    note('Wifi', 'The wifi password is tulip42'),
    note('Garden', 'Plant the bulbs in October', ['garden']),
    note('Book list', 'Dune, The Trial'),
    note('Trip to Porto', 'hotel near the river, 3 nights', ['travel']),
    task('Buy milk', { due: '2026-11-20' }),
    task('Call the dentist', { due: '2026-11-21', priority: 'high' }),
    task('Pay rent', { due: '2026-12-01' }),
    task('Water the plants', { status: 'done' }),
    task('Write the report', { due: '2026-11-23', tags: ['work'] }),
    task('Fix the bike'),
  ],
  es: [
    note('Receta de paella', 'arroz, azafrán, pollo'),
    note('Regalos', 'libro para Ana'),
    note('Viaje a Lisboa', 'hotel cerca del río'),
    task('Comprar pan', { due: '2026-11-21' }),
    task('Llamar a mamá', { due: '2026-11-20' }),
    task('Pagar el alquiler', { due: '2026-12-01' }),
    task('Regar las macetas', { status: 'done' }),
  ],
  zh: [
    note('红烧肉', '五花肉、酱油、冰糖'),
    note('旅行计划', '去成都三天'),
    note('无线网', '无线网密码是 tulip42'),
    task('买牛奶', { due: '2026-11-21' }),
    task('预约牙医', { due: '2026-11-20' }),
    task('写报告', { due: '2026-12-01', priority: 'high' }),
    task('浇花', { status: 'done' }),
  ],
  ja: [
    note('カレーのレシピ', '玉ねぎ、にんじん、ルー'),
    note('旅行メモ', '京都のホテルは駅の近く'),
    note('Wi-Fi', 'パスワードは tulip42'),
    task('牛乳を買う', { due: '2026-11-21' }),
    task('歯医者を予約する', { due: '2026-11-20' }),
    task('レポートを書く', { due: '2026-12-01', priority: 'high' }),
    task('花に水をやる', { status: 'done' }),
  ],
}
