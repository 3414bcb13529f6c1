import type { Rule } from './types.ts'

const off = (form: string): Rule => ({ act: 'change', field: 'tags', removes: true, form })

const on = (form: string): Rule => ({ act: 'change', field: 'tags', form })

/** How a tag is taken off something kept, and put on what was just spoken of. */
export const tagRules: Readonly<Record<'en' | 'es' | 'zh' | 'ja', readonly Rule[]>> = {
  en: [
    on('^give {a}(?<target>.+?) {a}["“]?(?<value>[#\\p{L}\\p{N}_-]+)["”]? (?:tag|label)$'),
    on(
      '^(?:and |also )?(?:tag|label) (?<target>it|that|this)(?: as| with)? ["“]?(?<value>[#\\p{L}\\p{N}_-]+)["”]?$',
    ),
    off(
      '^(?:remove|take|drop|delete|strip|clear) {a}(?:tag|label) ["“]?(?<value>[#\\p{L}\\p{N}_-]+)["”]? (?:off|from|of|on) {a}(?<target>.+)$',
    ),
    off(
      '^(?:remove|take|drop|delete|strip|clear) {a}["“]?(?<value>[#\\p{L}\\p{N}_-]+)["”]? (?:tag|label) (?:off|from|of|on) {a}(?<target>.+)$',
    ),
  ],
  es: [
    on(
      '^(?:y )?(?:ponle|añádele|dale|pónle) (?:también )?(?:la |una )?etiqueta (?:de )?["«]?(?<value>[#\\p{L}\\p{N}_-]+)["»]?$',
    ),
    on(
      '^ponle al? {a}(?<target>.+?) (?:también )?(?:la |una )?etiqueta (?:de )?["«]?(?<value>[#\\p{L}\\p{N}_-]+)["»]?$',
    ),
    on('^etiqu[eé]tal[oa] (?:también )?(?:como|con) ["«]?(?<value>[#\\p{L}\\p{N}_-]+)["»]?$'),
    off(
      '^(?:qu[ií]ta|b[oó]rra|elim[ií]na|s[aá]ca)(?:r|le)?(?:le)? {a}etiqueta (?:de )?["«]?(?<value>[#\\p{L}\\p{N}_-]+)["»]? (?:a|al|de|del) {a}(?<target>.+)$',
    ),
    off(
      '^(?:a|al|de|del) {a}(?<target>.+?),? (?:qu[ií]ta|b[oó]rra|s[aá]ca)(?:le)? {a}etiqueta (?:de )?["«]?(?<value>[#\\p{L}\\p{N}_-]+)["»]?$',
    ),
  ],
  zh: [
    on(
      '^(?:再|也)?(?:给它)?(?:打上|加上|加个|贴上|打个)[“"「]?(?<value>[^的“”"「」]{1,8}?)[”"」]?(?:的)?标签$',
    ),
    off(
      '^(?:把|从|给)?(?<target>.+?)(?:的|上的?|里的?)[“"「]?(?<value>[^的“”"「」]{1,10}?)[”"」]?(?:的|这个)?标签(?:给)?(?:去掉|删掉|删除|拿掉|移除|取消|删了|去了)(?:吧)?$',
    ),
    off(
      '^(?:去掉|删掉|删除|拿掉|移除|取消)(?<target>.+?)(?:的|上的?)[“"「]?(?<value>[^的“”"「」]{1,10}?)[”"」]?(?:的|这个)?标签$',
    ),
  ],
  ja: [
    on(
      '^「?(?<value>[^「」のにを、]{1,12}?)」?(?:の|という)?タグ(?:を|も)(?:つけ|付け|追加)?(?:て|して|といて|ておいて|ください|くれる|ね|お願い|します)*$',
    ),
    on(
      '^(?<target>.+?)に「(?<value>[^」]{1,12})」(?:の|という)?タグ(?:を|も)?(?:つけ|付け|追加)(?:て|して|といて|ておいて|ください|くれる|ね|お願い|します)*$',
    ),
    off(
      '^(?<target>.+?)(?:から|の)(?:「)?(?<value>[^「」のから]{1,12}?)(?:」)?(?:という|の)?タグ(?:を|だけ)?(?:外|消|削除|取|はず)(?:し|っ|り除い)?(?:て|といて|ておいて|お願い)?(?:ください|くれる|もらえますか|もらえる|ほしい|おいて|ね)*$',
    ),
  ],
}
