/** What a piece of code can be, each with the scopes of grammars that mean it. Where several match, the closest does. */
export const KINDS = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'string punctuation', 'constant.other.symbol', 'markup.inline.raw'],
  number: ['constant', 'support.constant', 'variable.language'],
  keyword: ['keyword', 'storage', 'entity.name.tag', 'punctuation.definition.template-expression'],
  operator: ['keyword.operator', 'storage.type.function.arrow'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'markup.heading'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'support.class',
    'support.type',
    'entity.other.inherited-class',
  ],
  property: ['entity.other.attribute-name', 'support.type.property-name', 'meta.object-literal.key'],
  inserted: ['markup.inserted'],
  deleted: ['markup.deleted'],
} as const satisfies Record<string, readonly string[]>

export type Kind = keyof typeof KINDS

/** A piece of code, with what it is; null for anything else. */
export type CodeToken = readonly [text: string, kind: Kind | null]
