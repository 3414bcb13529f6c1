import type { Rule } from './types.ts'
import { enIdleRules } from './en-idle-rules.ts'
import { enReportRules } from './en-report-rules.ts'
import { listRules } from './list-rules.ts'
import { rankRules } from './rank-rules.ts'
import { tagRules } from './tag-rules.ts'
import { DURATION } from './durations.ts'

const MAKE = '(?:add|create|make|new|start|set up|write|save|take|record|log|put|jot|register|schedule|store)'
const TO = '(?:to|in|into|on|onto|under)'
const LIST = '(?: list| lists| app)?'
const THEN = '(?:so |and |please |pls |can you |could you |just |then |okay? )*'
const REFERS = '(?:it|that|this|them|those|these)'
const OBLIGED =
  "(?:(?:i|we)(?:'ve| have| had)? (?:really |also |still )?(?:need|have|got|gotta|ought|must|should|want)(?: got)?(?: to)? |gotta |i gotta )?"

/** How English asks for things. */
export const enRules: readonly Rule[] = [
  ...enIdleRules,
  ...tagRules.en,
  ...listRules.en,
  ...rankRules.en,
  // Taking back, and removing.
  {
    act: 'none',
    value: 'deleted',
    form: "^(?:oh,? |no,? |wait,? |oops,? |sorry,? |not that(?: one)?,? |actually,? |i didn'?t mean (?:that|to)[,.]? )*(?:please )?(?:bring (?:it|that|that one|them) back|un-?delete (?:it|that|that one)|restore (?:it|that|that one)|put (?:it|that|that one) back|give (?:it|that) back(?: to me)?|undo the delet(?:e|ion))(?: please| again)*$",
  },
  {
    act: 'undo',
    form: '^(?:(?:forget it|never ?mind|actually|no|nah|wait),? )*(?:scratch|undo|delete|remove|forget|cancel|erase|discard|drop|revert) (?:that|it|this|the last one|that one|that again|what you just did)(?: again| please| now)?$',
  },
  { act: 'undo', form: '^(?:undo|take (?:that|it) back|get rid of (?:that|it|this))$' },
  {
    act: 'undo',
    form: "^(?:delete|remove|erase|cancel|undo|scratch|drop) (?:what|that|the (?:{kind}|one|thing|last (?:{kind}|one|thing))|that (?:{kind}|one|thing))(?: that| which)? (?:you|i|we)(?:'ve| have)? just (?:made|added|created|wrote|written|saved|put|took|taken|noted)(?: down| in)?$",
  },
  {
    act: 'all',
    form: '^(?:delete|remove|erase|clear|wipe|discard|drop) (?:everything|all|every|all of|all (?:of )?(?:my|the) |my (?=\\w+s\\b))\\s*(?:my|the)?\\s*{kind}?s?.*$',
  },
  {
    act: 'all',
    form: '^(?:delete|remove|erase|clear|wipe|discard|drop) (?:my |the |out )*(?:completed|done|finished|old|open|overdue) (?:{kind})$',
  },
  {
    act: 'change',
    value: 'none',
    form: '^(?:remove|clear|delete|drop|unset) {a}(?<field>due date|due|deadline|date|priority|source url) (?:off|of|from|for|on) (?<target>.+)$',
  },
  {
    act: 'cut',
    form: '^(?:remove|delete|take|drop|cross) (?<what>.+?) (?:off|from|out of|out from) {a}(?<target>(?!(?:to-?do|task|note)s?(?: list)?$).+?) (?<kind>notes?|memos?)$',
  },
  {
    act: 'delete',
    form: `^(?:delete|remove|erase|take|drop|strike|cross|scratch) (?<target>.+?) (?:off|from|out of) (?:{a}{kind}${LIST}|(?:the|my|our) (?:to-?do |shopping |grocery )?list)$`,
  },
  {
    act: 'cut',
    form: '^(?:delete|remove|take|drop|cross|strike) (?<what>.+?) (?:off|from|out of) {a}(?<target>(?!(?:(?:the|my|our) )?(?:to-?do |task |shopping |grocery )?list$).+)$',
  },
  {
    act: 'change',
    field: 'priority',
    form: '^(?:drop|knock|bump|move|shift|bring|take) {a}(?<target>.+?) (?:down |up |back )?to (?:an? )?(?<value>high|low|normal|top|medium)(?:est)?[ -]priority$',
  },
  {
    act: 'delete',
    form: '^(?:delete|remove|erase|discard|throw away|throw out|get rid of|trash|drop|cancel|bin) (?<target>.+)$',
  },
  {
    act: 'ask',
    form: '^remind me(?: again)?[,:]? (?<what>(?:of (?!.*{date})|what|when|where|who|whom|why|how|which|if|whether)\\b.+)$',
  },
  // What is said with a verb of its own.
  {
    act: 'make',
    kind: 'task',
    form: '^(?:please )?(?:remind me|(?:send|set|give|add|create|make)(?: up)? (?:me )?a reminder)\\b[:,]?\\s*(?<what>.*)$',
  },
  {
    // What has an article may be kept already.
    act: 'make',
    kind: 'task',
    statement: true,
    form: '^(?:schedule|plan|set up) (?!(?:my|our|the) (?:day|week|weekend|month|morning|afternoon|evening)$)(?!.*\\b{kind}\\b)(?<what>(?:the|my|our)\\b.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:schedule|plan|set up) (?!(?:my|our|the) (?:day|week|weekend|month|morning|afternoon|evening)$)(?!.*\\b{kind}\\b)(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:add|put|write|append) (?:this |the following )?(?:at|to|on) the (?:end|bottom) of {a}(?<target>[^:]+?)(?: (?<kind>notes?|memos?))?\\s*:\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:add|put|write|insert) (?:an?|another|this) (?:line|point|item|sentence|entry) (?:to|in|on) {a}(?<target>.+?)(?: (?<kind>notes?|memos?))?\\s*[:,]\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    form: '^(?:add|put|write|attach|leave) (?:an?|the|some) (?:notes?|comment|details?|remark) (?:to|on|for) {a}(?<target>.+?) (?<kind>tasks?|to-?dos?|notes?|reminders?)\\s*[:,]?\\s*(?:that |saying )?(?<what>.+)$',
  },
  {
    act: 'cut',
    form: '^(?:replace|swap|exchange) (?<what>.+?) (?:with|by|for) (?<value>.+?) in {a}(?<target>.+?)(?: (?:{kind}))?$',
  },
  {
    act: 'cut',
    form: '^(?:change|switch|correct|edit) (?<what>.+?) (?:to|into|with|for) (?<value>.+?) (?:in|on) {a}(?<target>.+?) (?<kind>notes?|memos?)$',
  },
  {
    act: 'cut',
    form: '^in {a}(?<target>.+?)(?: {kind})?,? (?:please )?(?:replace|swap|change) (?<what>.+?) (?:with|by|for|to) (?<value>.+)$',
  },
  {
    act: 'make',
    form: `^(?:add|create|make|new|start|set up|write|take|record|log|jot down|register|store|save|schedule|i need|i want) (?:(?:an?|another|one more|some|me an?|the following|these|\\d+|two|three|four|five|a few|a couple of)\\s+)*(?:new |quick |short |little )*(?<value>(?:high|low|normal|top|urgent|important)(?:[ -]priority)? )?(?:new )?(?:{kind})${LIST}(?![\\w-])(?<what>.*)$`,
  },
  // Changes of one field.
  { act: 'ask', form: '^(?:(?:and|what about|how about) )+(?:on |for )?(?<what>{date})\\??$' },
  {
    act: 'change',
    field: 'date',
    follows: true,
    form: '^(?:(?:please )?(?:make|set|move|put) (?:it|that) due )?(?:(?:on|by|for|at|until|no|to|due|the) )*(?<value>{date})(?: (?:please|instead|then|actually|rather))*$',
  },
  {
    act: 'change',
    field: 'date',
    form: '^{a}(?<target>.+?) (?:is|are) (?:due )?(?:(?:on|by) )?(?<value>{date}) (?:now|instead|after all)$',
  },
  {
    act: 'change',
    field: 'date',
    form: '^{a}(?<target>.+?) (?:has been|have been|was|were|got|is|are)(?: been| being)? (?:moved|pushed|postponed|rescheduled|delayed|brought forward)(?: back)? (?:to|until|till) (?<value>{date})$',
  },
  {
    act: 'change',
    field: 'date',
    shift: 'later',
    form: `^add (?:another )?(?<value>${DURATION}) (?:to|onto|for) {a}(?<target>.+)$`,
  },
  {
    act: 'change',
    field: 'date',
    shift: 'later',
    form: `^(?:move|postpone|push|delay|shift|defer|put off|extend|put) (?<target>.+?) (?:back |off |out )?(?:by |for )?(?:another )?(?<value>${DURATION})(?: later| back)?$`,
  },
  {
    act: 'change',
    field: 'date',
    shift: 'later',
    form: `^{a}(?<target>.+?) can wait (?:for )?(?:another )?(?<value>${DURATION})$`,
  },
  {
    act: 'change',
    field: 'date',
    form: '^(?:move|postpone|reschedule|push|delay|shift|bring|defer|put off) (?<target>.+?)(?: from {date})? (?:back |forward |off )?(?:to|till|until|for|by) (?<value>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:rename|retitle) (?<target>.+?) (?:to|as|into) (?<value>.+)$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:call|name|title) {a}(?<target>(?!an?\\b)[^,]+? (?:{kind})) (?<value>[^,?]+?)(?: instead)?$',
  },
  {
    act: 'change',
    field: 'title',
    form: '^(?:call|name|title) (?<target>it|that|this|that one) (?<value>.+?)(?: instead)?$',
  },
  {
    act: 'change',
    form: '^(?:change|set|update|edit|make|put|correct) {a}(?<field>title|name|due date|due|deadline|date|priority|body|text|content|status|tags?|notes) (?:of|for|on|from) (?<target>.+?) (?:to|as|into|=) (?<value>.+)$',
  },
  {
    act: 'change',
    form: "^(?:change|set|update|edit|correct) (?<target>(?!to\\b).+?)(?:'s|’s) (?<field>title|name|due date|due|deadline|date|priority|body|text|content|status) (?:to|as|into|=) (?<value>.+)$",
  },
  {
    act: 'change',
    field: 'priority',
    form: '^(?:set|make|mark|change|give|raise|lower|put) (?<target>(?!.* (?:to|in|into|on|onto) (?:the|my|our) (?:to[- ]?do |task |shopping |grocery )?list(?!\\p{L})).+?)(?: to| at| as| with| a| into)* (?<value>(?:high|low|normal|top|medium|higher|lower|urgent)(?:er|est)?)(?:[ -]priority)?$',
  },
  {
    act: 'change',
    field: 'priority',
    value: 'normal',
    form: "^{a}(?<target>.+?) (?:is|are|'s) ?(?:no longer|not)(?: (?:so|that|really|an?))* (?:urgent|important|(?:high )?priority|rush)(?: any ?more| any longer| now)?$|^{a}(?<target>.+?) (?:isn'?t|aren'?t)(?: (?:so|that|really|an?))* (?:urgent|important|(?:high )?priority|rush)(?: any ?more| any longer| now)$",
  },
  {
    act: 'change',
    form: '^(?:set|change|update|make|raise|lower) {a}(?<target>.+?) (?<field>title|name|due date|deadline|priority|status) (?:to|as|into|=) (?<value>.+)$',
  },
  { act: 'change', field: 'tags', form: '^(?:tag|label) (?<target>.+?) (?:with|as) (?<value>.+)$' },
  {
    act: 'change',
    field: 'tags',
    form: '^(?:add|put|attach) {a}(?:tag|label) (?<value>.+?) (?:to|on) (?<target>.+)$',
  },
  {
    act: 'tick',
    value: 'open',
    form: '^(?:re-?open|un-?check|un-?tick|unmark|reactivate) (?<target>.+)$',
  },
  {
    act: 'tick',
    value: 'done',
    form: '^(?:mark|set|check|tick|change|flag|make|move) (?<target>.+?)(?: off)? (?:(?:as|to|is|it) )*(?:done|complete|completed|finished|(?<=as )(?:paid|bought|sent|called|booked|sorted|handled|returned|fixed|written|read))$',
  },
  {
    act: 'tick',
    value: 'done',
    form: `^(?:tick off|check off|cross off|cross out|strike off|tick|complete|(?:check|close)(?=.*\\b(?:tasks?|to-?dos?|reminders?|off)\\b))(?: off)? (?<target>.+?)(?: (?:off|from|on) (?:{a}{kind}${LIST}|(?:the|my|our) (?:to-?do |shopping |grocery )?list)| off)?$`,
  },
  {
    // A thing may be looked at, and a door closed.
    act: 'tick',
    statement: true,
    value: 'done',
    form: `^(?!.* off$)(?:check(?! my\\b| if\\b| whether\\b| for\\b| on\\b)|close)(?: off)? (?<target>.+?)(?: (?:off|from|on) (?:{a}{kind}${LIST}|(?:the|my|our) (?:to-?do |shopping |grocery )?list)| off)?$`,
  },
  {
    act: 'change',
    field: 'date',
    form: '^(?:make|move|set|change|push|put|shift|postpone|reschedule) (?<target>(?!.* (?:to|in|into|on|onto) (?:the|my|our) (?:to[- ]?do |task |shopping |grocery )?list\\b).+?) (?:due |to |on |for |by |at |be )*(?<value>{date}.*)$',
  },
  {
    act: 'change',
    field: 'title',
    follows: true,
    form: '^(?:i mean|i meant|it should (?:be|say)|make that|rather)[ ,:]+(?:to )?(?<value>(?!{date}|(?:the|that) .* ones?$|the other).{2,})$',
  },
  // Adding to what is there.
  {
    act: 'make',
    kind: 'task',
    form: `^(?:add|put|stick|pop|chuck|write|get|note) (?:(?:both|all|of|two|three|four|five|\\d+|these|those|the|following|things?|items?|tasks?|this|it|new) )*${TO} (?:the|my|our) (?:(?:to[- ]?do |task |shopping |grocery )?list|tasks|to-?dos)\\s*[:–—]\\s*(?<what>.+)$`,
  },
  {
    act: 'make',
    kind: 'task',
    form: `^(?:add|put|include|stick|throw|write|pop|get|chuck|bung|shove|jot|note|log|drop) (?<what>.+?) ${TO} (?:the|my|our) (?:to[- ]?do |task |shopping |grocery )?list(?<more>(?: (?:for|on|by|due))?(?: the)? ?{date}.*)?$`,
  },
  {
    act: 'make',
    form: `^(?:add|put|include|stick|throw|get|note|write) (?<what>.+?) ${TO} {a}{kind}${LIST}(?<more>(?: (?:for|on|by|due))? ?{date}.*)?$`,
  },
  { act: 'make', form: '^(?:add|put|save|keep|store|record) (?<what>.+?) as {a}(?:new )?{kind}$' },
  {
    act: 'make',
    form: '^(?:save|add|keep|store|record) (?:this|that|it|the following)(?: down)? as {a}(?:new )?{kind}[:,]?\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    form: `^(?:add|append|put|write|include|insert) (?<what>.+?) ${TO} {a}(?<target>(?!my\\b).+?) (?:{kind})$`,
  },
  {
    act: 'append',
    form: `^(?:add|append|put|write|include|insert) (?<what>.+?) ${TO} {a}{kind} (?:about|on|for|called|named|titled|with) (?<target>.+)$`,
  },
  {
    act: 'append',
    follows: true,
    form: '^(?:also )?(?:add|say|mention|include) that (?<what>(?!(?:to|as|in|on|one)\\b).+)$',
  },
  {
    act: 'append',
    form: `^(?:to|in|on) (?<target>(?:the|my|our) .+?),? (?:please )?(?:add|append|write|put|include) (?<what>.+)$`,
  },
  {
    act: 'append',
    form: `^(?:add|append|include|insert|write|put|stick) (?<what>.+?) ${TO} (?<target>it|that|this|there|that one|(?:the|my|our) .+)$`,
  },
  {
    act: 'append',
    form: '^(?:for|under) {a}(?<target>[^:,\\uE000]{3,30}?)(?: (?<kind>notes?))?\\s*:\\s*(?<what>.+)$',
  },
  { act: 'append', form: `^(?:add|append) to {a}(?<target>.+?) {kind}[:,]? (?:that )?(?<what>.+)$` },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^(?:change|edit|update) (?<target>(?!it\\b|that\\b|my mind).+?) to (?<value>(?!{date}).+)$',
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: "^{a}(?<target>[^,;.]+?) (?:has |have |was |got |is )?(?:been )?changed(?:[,;.–-]+ ?| and | )(?:it['’]?s|it is|the new one is|to)(?: now)? (?<value>[^\\s,]+?)(?:[,;.]+ ?(?:please )?(?:update|change|fix) (?:it|that|the note)(?: please)?)?$",
  },
  {
    act: 'change',
    field: 'title',
    whole: true,
    form: '^(?:(?:the|my|our) )?new (?<target>[^,;.]+? (?:password|pin|code|number|address)) is(?: now)? (?<value>[^\\s,]+?)(?:[,;.]+ ?(?:please )?(?:update|change|fix) (?:it|that|the note)(?: please)?)?$',
  },
  {
    act: 'change',
    field: 'body',
    form: '^(?:change|update|edit|replace) (?<target>.+?) (?:to say|to read|so (?:that )?it says|with) (?<value>.+)$',
  },
  // A thing to have, without a verb.
  {
    act: 'make',
    form: '^(?:(?:set|put|give|get|have|leave|make)(?: up| in)? )?(?:me )?(?:an?|another|one more|new) (?:new |quick |short )*(?<value>(?:high|low|normal|top|urgent|important)(?:[ -]priority)? )?(?:{kind})(?: for me)?(?<more>(?: (?:for|on|by|due))? ?{date}.{0,14}?)?(?:\\s*:\\s*| (?:to|about|that says|saying|called|for) )(?<what>.+)$',
  },
  // An order behind what it is about.
  {
    act: 'make',
    kind: 'task',
    form: `^${OBLIGED}(?<what>(?!(?:i|we|he|she|they|do|don'?t)\\b)[^?]+?)(?:[.,;:!–-]+| -)\\s*${THEN}(?:don'?t let me forget(?: ${REFERS})?|(?:put|write|note|jot) ${REFERS} down(?: for me)?|make sure i (?:don'?t forget|remember)(?: ${REFERS})?|remind me(?: (?:of|about) ${REFERS})?|(?:add|put|stick|throw|pop|write|note)(?: ${REFERS})?(?: down)? (?:on|to|in|onto) (?:the |my |our )?(?:(?:to[- ]?do |task |shopping |grocery )?list|tasks|to-?dos?))(?<more>,? (?:as|with) (?:an? )?(?:high|low|normal|top)(?: priority)?)?$`,
  },
  // Making.
  {
    act: 'make',
    kind: 'task',
    form: '^(?:(?:\\d+|two|three|four|five|a few|several|some) )(?:new )?(?:{kind}|things? for (?:the|my|our) list)\\s*(?:[:–—-]+|(?:please )?(?=one to ))\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:write|jot|note|scribble|put|take) (?:this |that |it )?down(?: somewhere)?[:,]?\\s*(?:that )?(?!\\s*an? (?:new )?(?:{kind})(?! (?:is|was|from|by)))(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:please )?(?:make|take|keep|leave) (?:me )?(?:a )?note(?: for (?:later|me))? ?(?:of (?:the fact )?)?(?:that |this ?)?[:,]?\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'note',
    form: '^note (?:to self|for (?:later|me|myself))[:,.]?\\s*(?:that )?(?<what>.+)$',
  },
  { act: 'make', kind: 'note', form: '^note that (?<what>.+)$' },
  {
    act: 'make',
    kind: 'note',
    form: '^(?:save|keep|store|remember|hold on to) (?:this|that)(?: down)?(?: for (?:me|later))?[:,]?\\s+(?!(?:as|in|to|on)\\b)(?<what>.+)$',
  },
  {
    act: 'make',
    form: `^(?:${MAKE}|note) (?:down )?{a}(?:new |quick |short |little )*(?<value>(?:high|low|normal|top|urgent|important)(?:[ -]priority)? )?(?:new )?(?:{kind})${LIST}(?!\\w)(?<what>.*)$`,
  },
  {
    act: 'make',
    form: '^(?:new |quick |short |little |another )*(?<value>(?:high|low|normal|top|urgent|important)(?:[ -]priority)? )?(?<kind>tasks?|to[- ]?dos?|notes?|memos?|reminders?)(?: please)?\\s*[:–—-]+\\s*(?<what>.+)$',
  },
  {
    act: 'make',
    form: '^(?<kind>task|to-?do|note|reminder)(?<more>(?: (?:for|due|on|by))? ?{date}.{0,20}?)\\s*[:–—-]+\\s*(?<what>.+)$',
  },
  {
    act: 'append',
    whole: true,
    form: '^(?:add|append|include|put|stick|throw) (?<what>.+?) (?:to|in|into|on) (?<target>.+)$',
  },
  {
    act: 'append',
    form: '^(?:the |my )?(?<target>.+?) (?<kind>notes?|recipes?) (?:also |still )?needs (?<what>(?:an? |some |more |two |three |\\d).+)$',
  },
  { act: 'make', form: '^(?:add|save) (?<what>.+)$' },
  ...enReportRules,
  {
    act: 'make',
    kind: 'task',
    form: '^(?<what>(?!(?:i|we|you|he|she|they|it|there|no|not|what|which|who|how|is|are|do|does|did|show|find|look|keep|leave)\\b)(?!.*\\b(?:is|are|was|were|has|have|had|already|put|add|added|wrote|left|remind|need|must|should|what|which|you)\\b)[^?]+?) (?:to|on|onto|in|into) (?:the|my|our) (?:to[- ]?do |task |shopping |grocery )?list(?<more>(?: (?:for|on|by|due))? ?{date}.*)?$',
  },
  {
    // It may only be told.
    act: 'make',
    kind: 'task',
    statement: true,
    form: "^(?:i|we)(?:'ve| have)? (?:really |also |still )?(?:need to|have to|got to|must|should|ought to) (?<what>(?!(?:be|know|say|admit|stop|have|go|see|wait|get up)\\b)[^?,;]+? (?:on |by |at |in )?{date}(?: morning| evening| night)?)$",
  },
  // Questions.
  {
    act: 'ask',
    form: "^(?:show|list|find|search|look (?:up|for)|display|give|get|open|view|read|see|tell me|which|what|what's|whats|when|where|who|how many|how much|do (?:i|we|any|my|all)|does|did (?:i|we)|is there|are there|is|are|was|were|have (?:i|we)|has|any|anything|can i (?:see|have|get)|count|check (?:if|whether|for)|i(?:'m| am) looking for|where's)\\b(?<what>.*)$",
  },
  {
    act: 'ask',
    form: '^(?<what>(?:(?:my|open|all|done|finished|completed|pending|the) )*(?:{kind})(?: list)?(?: (?:about|tagged|due|with|for|on|from|regarding|mentioning|that|containing) .+)?)$',
  },
  { act: 'ask', form: '^(?<what>.+[?？])$' },
  {
    act: 'make',
    form: '^(?<kind>note|task|todo|to-do)\\s+(?!is\\b|are\\b|was\\b|were\\b|has\\b|have\\b|app\\b|apps\\b|taking|list\\b|lists\\b|pad|s\\b|management|that\\b)(?<what>\\S.*)$',
  },
]
