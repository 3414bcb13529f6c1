import type { Rule } from './types.ts'

const note = (form: string): Rule => ({ act: 'make', kind: 'note', form })
const tasks = (form: string): Rule => ({ act: 'make', kind: 'task', form })

const END = '(?:て|といて|ておいて|お願い(?:します)?|ください|くれる|もらえますか|もらえる|おいて|ね)*'

/** How people ask for lists: one of things to have, which is a note of that name, and several things to do. */
export const listRules: Readonly<Record<'en' | 'es' | 'zh' | 'ja', readonly Rule[]>> = {
  en: [
    note(
      '^(?:make|write|start|create|do|draw up|put together)(?: me| us)? {a}(?:new )?(?<what>(?!(?:to-?do|task) list)(?:[\\p{L}-]+ ){0,2}list(?: (?:for|of) [^:,]{1,40}?)?)(?:\\s*:\\s*| with )(?<text>.+)$',
    ),
    note(
      '^(?:my )?(?<what>(?!(?:to-?do|task) list)(?:[\\p{L}-]+ ){0,2}list (?:for|of) [^:,]{1,40}?)\\s*:\\s*(?<text>.+)$',
    ),
    tasks(
      '^(?:(?:add|make|create|note|write down|put down|put) )?(?:me )?(?:\\d+|two|three|four|five|a few|several|some|these) (?:new )?(?:things? to do|(?:things?|jobs|chores|errands|to-?dos) for (?:the|my|our) \\p{L}+|jobs|chores|errands)\\s*[:–—-]+\\s*(?<what>.+)$',
    ),
    tasks(
      '^(?:(?:add|make|create|note) )?(?:\\d+|two|three|four|five) (?:things?|tasks?|jobs|chores|errands)(?: to do)?,? (?:for|on|by|due) (?<shared>{date})\\s*[:–—-]+\\s*(?<what>.+)$',
    ),
  ],
  es: [
    tasks(
      '^(?:apunta|anota|añade|pon|agrega)(?:me)? (?:dos|tres|cuatro|cinco|\\d) (?:cosas|tareas)(?: por hacer| para hacer| que hacer)?\\s*:\\s*(?<what>.+)$',
    ),
    note('^(?<what>lista (?:de|para) (?!tareas|pendientes)[^:,]{1,40}?)\\s*:\\s*(?<text>.+)$'),
    note(
      '^(?:haz(?:me)?|crea(?:me)?|escribe(?:me)?|prepara(?:me)?|empieza|apunta(?:me)?) una (?<what>lista (?:de|para) (?!tareas|pendientes)[^:,]{1,40}?)(?:\\s*:\\s*| con )(?<text>.+)$',
    ),
  ],
  zh: [
    tasks('^(?:我的)?{kind}(?:里|中|上)?(?:再)?(?:加上|添加|加|记上|记)[:：]\\s*(?<what>.+)$'),
    tasks(
      '^[两二三四五]件(?:事情?|活儿?)[:：]\\s*(?<what>.+?)[，,]\\s*(?:分别|都|各)?(?:建|加|记|列)(?:成|为|到)?(?:一?个)?{kind}(?:里)?$',
    ),
    note(
      '^(?:列|写|做|建|开|来)(?:一?[个份张])?(?<what>(?!任务|待办|代办)[^:：，,。]{0,8}?(?:清单|单子))[:：，,\\s]+(?<text>.+)$',
    ),
    tasks(
      '^(?:记|加|添|添加|增加|新增|新建|记下|列)(?:一下|上)?(?<count>[两二三四五几])(?:件|个|项)(?:事(?:情)?|任务|待办)[，,:：]\\s*(?<what>.+)$',
    ),
  ],
  ja: [
    tasks(
      `^(?:[^、。:：]{1,8}の)?(?:仕事|用事|{kind})を?[二三四五2-5２-５](?:つ|件)(?:追加|登録|入れ|作っ|作成)(?:し)?${END}[:：]\\s*(?<what>.+)$`,
    ),
    note(
      `^(?<what>(?!やること|ToDo|タスク)[^、。:：「」]{1,12}リスト)を?(?:作っ|作成し)${END}[:：、,\\s]+(?<text>.+)$`,
    ),
    tasks(
      `^(?<what>.+?)[、,]?の[2-9２-９二三四五]つ(?:とも)?(?:を|は)?(?:{kind}|リスト)(?:リスト)?(?:に|へ|として)(?:追加|登録|入れ|書い|加え|足し)(?:し)?${END}$`,
    ),
  ],
}
