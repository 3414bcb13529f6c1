/** The kinds of fields a capability of one's own can keep. `date` is a day, `time` a moment, `choices` one of a few texts. */
export const DRAFT_KINDS = [
  'text',
  'note',
  'number',
  'whole',
  'date',
  'time',
  'yes/no',
  'link',
  'list',
  'choices',
] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** What can be done with what is kept: each is a tool `state.<verb>`. */
export const DRAFT_VERBS = ['create', 'query', 'update', 'delete'] as const
export type DraftVerb = (typeof DRAFT_VERBS)[number]

/** The form before anything is said: it can do everything with what it will keep. */
export const EMPTY_FORM = {
  name: '',
  version: '1.0.0',
  title: '',
  description: '',
  icon: null,
  record: '',
  fields: [] as never[],
  schemaVersion: 1,
  sentences: [] as never[],
  verbs: [...DRAFT_VERBS],
  instructions: '',
  contact: '',
  changes: [] as never[],
  readme: '',
  pictures: [] as never[],
  actions: [] as never[],
}
