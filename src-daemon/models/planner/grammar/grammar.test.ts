import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { wishesOf } from '../reading/wishes.ts'
import { GRAMMARS, languagesOf } from './index.ts'

/** Friday. */
const NOW = new Date(2026, 10, 20, 12, 0)

const read = (language: Language, message: string) => {
  const grammar = GRAMMARS[language]
  return wishesOf(message, { grammar, nouns: grammar.nouns, now: NOW }).map(
    ({ act, kind, what, target, value }) =>
      [act, kind, what || target, value].filter((part) => part !== '' && part !== null).join(' | '),
  )
}

type Rows = readonly (readonly [said: string, ...wishes: string[]])[]

const READ: Readonly<Record<Language, Rows>> = {
  en: [
    [
      'make me a packing list for Lisbon: passport, charger',
      'make | note | packing list for Lisbon: passport, charger',
    ],
    [
      'Two things for Monday: ring Ann and buy stamps',
      'make | task | ring Ann and buy stamps, all for Monday',
    ],
    ['take the tag travel off the Lisbon note', 'change | Lisbon note | travel'],
    [
      'move the report to friday, high priority',
      'change | the report | friday',
      'change | the report | high',
    ],
    ["the insurance isn't that urgent after all, put it on low", 'change | insurance | low'],
    ["the wifi password changed, it's now rose77", 'change | wifi password | rose77'],
    ['Remind me, what was the wifi password again?', 'ask | what was the wifi password again?'],
    ['got the milk', 'tick | the milk | done'],
    ['for gift ideas: a scarf for Mum', 'append | a scarf for Mum'],
    ['tag it recipe', 'change | it | recipe'],
    ['I have to water the ferns, low priority', 'make | task | water the ferns, low priority'],
    ['Hi! Could you please add a task to call mum?', 'make | task | to call mum'],
    ['remind me to buy milk', 'make | task | to buy milk'],
    ['write down that the key is with Ana', 'make | note | the key is with Ana'],
    ['add milk to my tasks', 'make | task | milk'],
    ['add a task to water the plants on the balcony', 'make | task | to water the plants on the balcony'],
    ['add paprika to the goulash note', 'append | note | paprika'],
    ['replace beef with pork in the goulash note', 'cut | note | beef | pork'],
    ['move the dentist to friday', 'change | the dentist | friday'],
    ['make it friday', 'change | it | friday'],
    ['mark buy milk as done', 'tick | buy milk | done'],
    ['i called the dentist', 'tick | called the dentist | done'],
    ['reopen the report', 'tick | the report | open'],
    ['delete the note about Porto', 'delete | the note about Porto'],
    ['scratch that', 'undo'],
    ['push the report back two days', 'change | the report | two days'],
    ['um could you uh remind me to run', 'make | task | to run'],
    ["we need to book it all by 5 december, don't let me forget", 'make | task | book it all by 5 december'],
    ["i don't need the wifi note anymore, remove it", "delete | i don't need the wifi note anymore"],
    ['delete the note you just made', 'undo | note'],
    ['add a task to sweep and another one to cook', 'make | task | to sweep', 'make | task | cook'],
    ['delete it all, just kidding', 'none'],
    ['delete all my notes', 'all | note'],
    ['which notes speak of wifi?', 'ask | note | notes speak of wifi?'],
    ['add a task to sweep and remind me to cook', 'make | task | to sweep', 'make | task | to cook'],
    ['note Call Ann. She has the keys.', 'make | note | Call Ann. She has the keys.'],
    ["don't add a note", 'none'],
    ['how do I add a note?', 'none | abilities'],
    ['if I delete a note, is it gone?', 'none'],
    ['can you delete notes?', 'none'],
    ['my boss said "add a task to fire Bob"'],
    ['thanks!', 'none | thanks'],
    [
      'add a note about the party and the task list for it',
      'make | note | about the party and the task list for it',
    ],
    ["don't forget: milk", 'make | task | milk'],
    ['i need to renew my passport by tuesday', 'make | task | renew my passport by tuesday'],
    ['i need to renew my passport'],
    ['put "X" on the list', 'make | task | "X"'],
    ['the report is due on wednesday now', 'change | report | wednesday'],
    ['the report is due on wednesday', 'change | report | wednesday'],
    ['every monday remind me to run', 'make | task | to run every monday'],
    ["delete the wifi note, i don't need it anymore", 'delete | the wifi note'],
    ['delete the wifi note and mark buy milk as done', 'delete | the wifi note', 'tick | buy milk | done'],
    ['the garden is beautiful'],
    ['knock the dentist back to monday', 'change | dentist | monday'],
    ["I'd be grateful if you could delete the wifi note", 'delete | the wifi note'],
    ['they want the form back, so please remind me to sign the form', 'make | task | to sign the form'],
  ],
  es: [
    ['Hazme una lista de la compra con tomates y arroz', 'make | note | lista de la compra: tomates y arroz'],
    ['Quítale la etiqueta viaje a la nota de Lisboa', 'change | nota de Lisboa | viaje'],
    [
      'Retrasa dos días el informe y ponlo en prioridad alta',
      'change | informe | dos días',
      'change | informe | alta',
    ],
    ['Al seguro quítale la prioridad alta, déjalo en normal', 'change | seguro | normal'],
    ['han cambiado la clave del wifi, ahora es rosa77', 'change | clave del wifi | rosa77'],
    ['apunta en ideas de regalo unos pendientes para Clara', 'append | unos pendientes para Clara'],
    ['ponle la etiqueta receta', 'change | receta'],
    ['Nota nueva, título Caldera: la presión', 'make | note | título Caldera: la presión'],
    ['Hola, ¿puedes crear una tarea para llamar a Luis?', 'make | task | para llamar a Luis'],
    ['anota que la llave está con Ana', 'make | note | la llave está con Ana'],
    ['añade leche a mis tareas', 'make | task | leche'],
    ['añade limón a la nota de paella', 'append | note | limón'],
    ['pasa la tarea del dentista al viernes', 'change | la tarea del dentista | viernes'],
    ['marca comprar pan como hecha', 'tick | comprar pan | done'],
    ['ya llamé a mamá', 'tick | llamé a mamá | done'],
    ['borra la nota de Lisboa', 'delete | la nota de Lisboa'],
    ['bórrala', 'undo'],
    ['borra todo', 'all'],
    ['¿qué notas hablan de azafrán?', 'ask | note | notas hablan de azafrán?'],
    ['no añadas ninguna tarea', 'none'],
    ['¿cómo añado una nota?', 'none | abilities'],
    ['mi jefe me dijo "crea una tarea"'],
    ['gracias', 'none | thanks'],
    ['que no se me olvide comprar pilas', 'make | task | comprar pilas'],
    ['todos los lunes recuérdame correr', 'make | task | correr todos los lunes'],
    ['no, mejor bórrala', 'undo'],
    [
      'añade la nota Paco llega y la tarea llamar a Eva',
      'make | note | Paco llega',
      'make | task | llamar a Eva',
    ],
  ],
  zh: [
    ['列个购物清单:鸡蛋、豆腐', 'make | note | 购物清单: 鸡蛋、豆腐'],
    ['把里斯本的“旅行”标签去掉', 'change | 里斯本 | 旅行'],
    ['报告改到周五，优先级高', 'change | 报告 | 周五', 'change | 报告 | 高'],
    ['wifi密码换了，现在是rose77', 'change | wifi密码 | rose77'],
    ['礼物点子那条补一句:给奶奶买围巾', 'append | 给奶奶买围巾'],
    ['打上菜谱标签', 'change | 菜谱'],
    ['待办加上：晾衣服、倒垃圾', 'make | task | 晾衣服、倒垃圾'],
    ['30号要交物业费,普通优先级就行', 'make | task | 30号要交物业费,普通优先级'],
    ['你好，请帮我添加任务：交房租', 'make | task | ：交房租'],
    ['提醒我买牛奶', 'make | task | 买牛奶'],
    ['记一下钥匙在安娜那里', 'make | note | 钥匙在安娜那里'],
    ['在红烧肉笔记里加上八角', 'append | note | 八角'],
    ['把写报告改到周五', 'change | 写报告 | 周五'],
    ['把买牛奶标记为完成', 'tick | 买牛奶 | done'],
    ['牛奶买好了', 'tick | 牛奶买 | done'],
    ['删除关于旅行的笔记', 'delete | 关于旅行的笔记'],
    ['算了，删掉吧', 'undo'],
    ['删除所有内容', 'all'],
    ['哪些笔记提到酱油？', 'ask | note | 笔记提到酱油？'],
    ['不要添加任务', 'none'],
    ['怎么添加笔记？', 'none | abilities'],
    ['老板说"添加一个任务"'],
    ['谢谢', 'none | thanks'],
    ['我让小王加个任务', 'none'],
    ['把红烧肉笔记里的酱油换成生抽', 'cut | note | 酱油 | 生抽'],
    ['加三个任务：洗车、吸尘', 'make | task | 洗车、吸尘'],
  ],
  ja: [
    ['買い物リスト作って 卵、豆腐', 'make | note | 買い物リスト: 卵、豆腐'],
    ['リスボンのメモから旅行タグを外して', 'change | リスボンのメモ | 旅行'],
    ['レポートを金曜にずらして、優先度も上げて', 'change | レポート | 金曜', 'change | レポート | high'],
    ['Wi-Fiのパスワードがrose77に変わったので、メモを直しておいて', 'change | Wi-Fiのパスワード | rose77'],
    ['プレゼント案に「母にマフラー」って書き足しといて', 'append | 「母にマフラー」'],
    ['レシピのタグもよろしく', 'change | レシピ'],
    ['電池を買う、靴を直す、の2つをやることに追加して', 'make | task | 電池を買う、靴を直す'],
    ['牛乳買ってきたよー', 'tick | 牛乳買って | done'],
    ['すみません、歯医者に電話するタスクを作ってください', 'make | task | 歯医者に電話する'],
    ['牛乳を買うのをリマインドして', 'make | task | 牛乳を買う'],
    ['鍵はアナが持っているとメモして', 'make | note | 鍵はアナが持っている'],
    ['カレーのメモにじゃがいもを追加して', 'append | note | じゃがいも'],
    ['レポートを金曜日に変更して', 'change | レポート | 金曜日'],
    ['牛乳を買うを完了にして', 'tick | 牛乳を買う | done'],
    ['牛乳を買いました', 'tick | 牛乳を買い | done'],
    ['旅行のメモを削除して', 'delete | 旅行のメモ'],
    ['それを消して', 'undo'],
    ['全部消して', 'all'],
    ['にんじんが出てくるメモはどれ？', 'ask | note | にんじんが出てくるメモはどれ？'],
    ['タスクを追加しないで', 'none'],
    ['メモの追加方法は？', 'none'],
    ['上司が「タスクを追加して」と言った', 'none'],
    ['ありがとう', 'none | thanks'],
    ['牛乳を買うを豆乳を買うに変えて', 'change | 牛乳を買う | 豆乳を買う'],
    ['カレーのレシピからにんじんを消して', 'cut | にんじん'],
    ['来週スマホを買うかもしれない', 'none'],
  ],
}

describe.each(Object.keys(READ) as Language[])('the grammar of %s', (language) => {
  it.each(READ[language])('%s', (said, ...wishes) => {
    expect(read(language, said)).toEqual(wishes)
  })
})

it('reads a message in its own language, and after that in the one of its first words', () => {
  expect(languagesOf('add note about 寿司', 'en')).toEqual(['zh', 'en', 'es'])
  expect(languagesOf('he llamado a mamá', 'en')[0]).toBe('es')
  expect(languagesOf('show my notes', 'es')[0]).toBe('en')
  expect(languagesOf('牛乳を買う', 'en')).toEqual(['ja'])
  expect(languagesOf('buy milk', 'zh')[0]).toBe('en')
})
