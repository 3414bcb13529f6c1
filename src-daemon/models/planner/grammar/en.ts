import { enCues } from './en-cues.ts'
import { enLedger } from './en-ledger.ts'
import { enRules } from './en-rules.ts'
import type { Grammar } from './types.ts'

export const en: Grammar = {
  hesitations: /(?<!\p{L})(?:u+m+|u+h+|uhm+|erm+|hmm+|you know)(?!\p{L})[\s,.…]*/giu,
  verbs: 'remind delete remove create rename schedule postpone complete reopen convert tasks'.split(' '),
  orders:
    /\b(?:remind me|don'?t (?:let me )?forget|another one (?:to|for)|(?:add|put) (?:it|that|this) (?:to|on|in|as)|to my (?:tasks|notes|list|to-?do list))\b|\bnew (?:task|note):|\b(?:adding|putting|noting|reminding)\b/iu,
  plainly: (text) =>
    text.replace(
      /^(?:that )?(?:(?:i|we)(?:['’]ve| have)?(?: really| also| still)* (?:need to|have to|got to|gotta|ought to|must|should|want to|wanna)|i(?:['’]m| am) supposed to|(?:need|have|got) to|gotta) (?=\p{L})/iu,
      '',
    ),
  opening:
    /^(?:(?:hi|hey|hello|good (?:morning|afternoon|evening)|ok|okay|so|well|oh|thanks|thank you|thx|great|cool|perfect|nice|now|also|then|and then|please|pls|plz|kindly|just|quickly|satchel|assistant|(?:could|can|would|will) (?:you|u|we)(?: please)?(?! (?:delete|remove|change|edit|add|create|make|find|show) (?:notes|tasks)\??$)|i(?:'d| would) like (?:you )?to|i want (?:you )?to|i need you to|i wanna|i'd like|let's|let us|(?:now )?let me (?:see|think)|hang on|listen|look|actually|never ?mind(?=[,.] | (?:delete|remove|just)\b)|you (?:can|may|could)(?: now| also| just)*(?= (?:delete|remove|mark|tick|check|cross|close|move|change|rename|add|reopen|erase|postpone)\b)(?!.*\?)|feel free to|go ahead and|no,? wait|wait|sorry|hmm+|there|oops|yo|hiya|alright|right|and|can u|could u)(?:[\s,!.…]+|$))+/iu,
  closing:
    /(?:[\s,]+(?:please|pls|plss|ty|as well|too|plz|thanks|thank you|thx|for me|ok|okay|asap|will you|would you|right now|cheers|(?:as )?(?:two|three) separate (?:things|tasks|ones)|separately))+[\s.!]*$/iu,
  fillers: /(?<=^\p{L}+ )(?:also|too|just|then|quickly) /iu,
  reasons:
    /[,;.]?\s+(?:(?<=,\s)(?:i|we|he|she|they)(?:['’](?:ll|m|re|ve|d))? (?:can|could|will|need|am|are|have|has|keep|always|never|might|on|off|out|away)(?!\p{L})|because\b|since (?:i|it|we|they)\b|cause\b|cos\b|coz\b|bc\b|so (?:you can|please|i\b|we\b)|as (?:i|it|we) (?:don'?t|no longer|am|is|have)|i (?:don'?t|do not|no longer|won'?t) (?:need|want|use)|(?:we|they) (?:don'?t|no longer) (?:need|want)|(?:it'?s|it is|they'?re|that'?s) (?:no longer|not|done|over|outdated|old|finished|cancell?ed)|not needed|no longer needed|(?:they|it) (?:still )?needs?|(?:it|they|that)(?:'s| is| are|'re) still|(?:they|it) (?:aren'?t|isn'?t|wasn'?t|weren'?t|still)).*$/iu,
  doing:
    /^(?:and |also |to |please )*(?:add|answer|arrange|ask|bake|book|bring|buy|call|cancel|change|check|clean|clear|collect|contact|cook|cut|do|drop|email|empty|feed|fetch|file|fill|find|finish|fix|fold|get|give|go|hang|help|install|invite|iron|mail|make|measure|meet|message|mop|move|mow|order|organi[sz]e|pack|paint|pay|phone|pick|plan|plant|play|practi[sc]e|prepare|print|put|read|register|renew|repair|replace|reply|reserve|return|review|ring|schedule|see|sell|send|set|sign|sort|start|study|sweep|take|talk|tell|text|throw|tidy|try|update|vacuum|visit|walk|wash|watch|water|wipe|wrap|write)(?!\p{L})/iu,
  nouns: {
    note: 'notes?|memos?|jottings?',
    task: "tasks?|to-?dos?|to do's|to-?do items?|reminders?|chores?|action items?|to do(?= list|$)",
  },
  articles:
    '(?:(?:both|both of|an?|the|my|our|this|that|these|those|another|one more|some|all|all of|me an?)\\s+)*',
  rules: enRules,
  cues: enCues,
  ledger: enLedger,
  fields: {
    title: 'title|name|heading',
    body: 'body|text|contents?|notes?|details',
    date: 'due date|due|deadline|date',
    priority: 'priority|prio|importance',
    status: 'status|state',
    tags: 'tags?|labels?',
  },
  values: {
    high: 'high|higher|highest|top|urgent|important',
    normal: 'normal|medium|usual',
    low: 'low|lower|lowest',
    done: 'done|complete|completed|finished',
    open: 'open|undone|pending|to ?do',
  },
  question:
    /^(?:what|which|when|where|who|whom|why|how|is|are|was|were|do|does|did|have i|has|can|could|should|shall|will|would|am i|show|list|tell me|find|search|count)\b|[?？]\s*$/iu,
  collection: /^(?:(?:the|my|that|this|our) )?(?:whole |entire )?(?:lists?|notebook|stuff|things)$/iu,
  pointing:
    /^(?:it|that|this|there|that one|this one|the last one|(?:(?:that|this|the) )?(?:whole )?(?:task|note|reminder|item|entry|to-?do)|them|the one|)$/iu,
  ordinals: [
    [/\b(?:first|1st)\b/iu, 1],
    [/\b(?:second|2nd)\b/iu, 2],
    [/\b(?:third|3rd)\b/iu, 3],
    [/\b(?:fourth|4th)\b/iu, 4],
    [/\b(?:fifth|5th)\b/iu, 5],
    [/\blast one\b/iu, -1],
  ],
  between: /\s*(?:,\s*(?:and\s+)?|;\s*|\s+(?:and(?! an? half(?!\p{L}))|n|&|\+)\s+|\n)\s*/iu,
  named:
    /^["“](?<title>[^"”]{1,40})["”]\s*[:：]\s*(?<text>.+)$|^(?:called|named|titled|title|with the title|with title|entitled)\s+(?<title>.+?)(?:\s*(?:,\s*)?(?:(?:with )?(?:the )?(?:text|body|content)|saying|that says|with|containing|and (?:the )?(?:text|body))[:\s]\s*(?<body>.+)|(?:\s*,?\s*(?:and )?(?:then )?(?:put|write|add|include|stick|jot|pop)(?: down)?(?: in(?:side|to)?| on| under)?(?: it| there)?)?\s*:\s+(?<text>.+))?$/isu,
  labels:
    /\btitled?\s*(?:[:=]\s*|(?=["“]))(?<title>.+?)[\s.,;]*(?:(?:and|with) )*(?:the |a )?\b(?:body|text|content|contents)\s*(?:[:=]\s*|(?=["“]))(?<body>.+)$/isu,
  orderBehind: String.raw`(?:(?:[.,;:!–-]+|\s-)\s+(?:(?:can|could|would|will) you (?:please )?|please |pls |so |and |just |then |now )*(?:(?:add|put|make|save|create|note|write|log|stick|pop|chuck|throw|store|keep|track|record|turn)(?: (?:it|that|this|them|those|these|both|all))*(?: down)?(?: (?:as|to|in|on|into|onto))* (?:(?:an?|the|my|our|new) )*{kind}(?: list)?|(?:make|create|add) (?:me )?(?:an?|the) (?:new )?{kind}(?: (?:for|of|out of) (?:it|that|this|them))?|(?:a |new )*{kind}(?: for (?:it|that|this|me))?)|, as an? (?:new )?{kind})`,
  tells: /^(?:i|we|he|she|they|it|there|you|do|don['’]?t)(?!\p{L})/iu,
  corrected:
    /^(?:[\s,.;…–-]|(?:oh|ah|er|um|no|nope|not that|wait|sorry|oops|my bad|actually|i mean|i meant|make that|make it|or rather|rather|better|let['’]?s say|scratch that|hang on|hmm|on|to|for|by|the)(?!\p{L}))*(?<=(?<!\p{L})(?:no|nope|wait|sorry|oops|actually|mean|meant|make that|rather|scratch that|my bad)(?!\p{L}).*)$/isu,
  rankBehind:
    /[\s,;.–-]+(?:(?:and|then|plus) )?(?:(?:(?:make|mark|set|put|bump|give|raise|drop|lower) (?:it|that)|it['’]?s|with)(?: (?:down|up|to|as|at|on|an?))* (?<rank>high|low|normal|top|medium|urgent|important)(?:[ -]priority)?|(?<rank>high|low|normal|top|medium) priority)$/iu,
  tagged: [
    /^(?:(?:tagged|labell?ed)(?: as| with)?|with (?:the |an? )?(?:tags?|labels?)|tags?|labels?)[\s:]+(?<tags>[#\p{L}\p{N}_-]+(?:(?:, | and )[#\p{L}\p{N}_-]+)*)\s*[:–—-]+\s+/iu,
    /(?:[\s,;.]+(?:(?:and )?(?:tagged|labell?ed)|with (?:the |an? )?(?:tag|label)|and (?:tag|label) it)(?: as| with)?|[,;.]\s*(?:and )?(?:tags?|labels?)(?: it)?(?: as| with|:)?) ["“']?(?<tags>[#\p{L}\p{N}_-]+(?:(?:, | and )[#\p{L}\p{N}_-]+)*)["”']?[.!]?$/iu,
    /[,;.]\s*(?:and )?(?:tag|label) it(?: as| with|:)? ["“']?(?<tags>[#\p{L}\p{N}_-]+)["”']?(?=\s*,)/iu,
  ],
  joints:
    /^(?:[\s:–—,.-]+|(?:(?:two|three|four|five|these|the following|several|some) )?things(?: namely|:)?\s+|(?:for me(?= (?:that|to|about|saying)|\s*[:,])|to|2|that says|which says|saying|that|about|for|of|on|with the text|regarding|reading|with|me to|item(?!\s+\d))(?:\s+|:\s*|$)|(?:i (?:need|have) to)\s+)+/iu,
  dateEdges: {
    before:
      "(?:(?:,?\\s*(?:that is|which is|it's))?\\s*(?<!\\p{L})(?:due|by|on|before|until|till|for|at|this|coming|starting|from)\\s+)*(?:the\\s+)?",
    behind: '(?:\\s+at the (?:very )?latest)?',
  },
  askWords:
    /(?<![\p{L}\p{N}])(?:what's|whats|where's|what|which|when|where|who|whom|how many|how much|how|do|does|did|is|are|am|was|were|have|has|had|having|i|i'm|me|my|mine|we|our|us|you|your|can|could|would|will|shall|please|show|list|lists|find|finding|search|searching|look|looking|up|for|get|give|see|display|open|view|read|tell|the|an?|any|anything|something|anybody|anyone|somebody|someone|ever|all|some|of|in|on|to|about|at|with|mention|mentions|mentioning|mentioned|speaks?|talks?|says?|said|contains?|containing|contain|regarding|concerning|there|that|this|these|those|wrote|write|written|saved?|saying|keep|kept|noted?|left|still|need|must|should|due|by|and|or|be|been|it|its|everything|got|remain|remaining|done|finished|completed?|unfinished|pending|overdue|late|tagged|tags?|labell?ed|labels?|priority|high|low|highest|now|currently|already|yet|items?|things?|stuff|called|named|titled|from|again|word|tell|count|number|if|whether|check|one|ones|next|upcoming|where|before|after|until|till|between|without|supposed|planned|plans?|coming|agenda|schedule|today|tomorrow|week|deadline|dates?|as|marked|anything|got|have got|what about|how about|set|out|put|down|not|no)(?![\p{L}\p{N}])/giu,
  ask: {
    open: /\b(?:haven'?t|hasn'?t|not|didn'?t)\b.*\b(?:done|finished|completed)\b|\b(?:open|pending|undone|left|remaining|remain|unfinished|incomplete|outstanding|still|not (?:yet )?(?:done|finished)|to do|on my plate)\b/iu,
    done: /\b(?:done|finished|completed?|ticked off|checked off)\b|^what (?:did|have) (?:i|we) (?:already |just )?(?:finish|complete|do|tick off|check off)\b/iu,
    overdue: /\b(?:overdue|late|past due|missed)\b/iu,
    today: /\btoday\b|\btonight\b/iu,
    thisWeek: /\bthis week\b/iu,
    nextWeek: /\bnext week\b/iu,
    undated:
      /\b(?:no|without(?: an?)?|(?:have|has|do|does|did)(?:n['’]?t| not)(?: have| got)?(?: an?| any)?) (?:due )?(?:date|deadline)s?\b/iu,
    tag: /\b(?:tagged|labell?ed)(?: (?:with|as))?\s+["“#]?(?<tag>[\p{L}\p{N}_-]+)|\b(?:with|has|have)(?: the)? (?:tag|label)\s+["“#]?(?<tag>[\p{L}\p{N}_-]+)|#(?<tag>[\p{L}\p{N}_-]+)/iu,
    toDo: /\b(?:to do|todo|have to|due|must i|need to|overdue|deadline|have i (?:finished|done|completed)|did i (?:finish|complete)|on my (?:plate|agenda|list)|planned)\b/iu,
    own: /(?<!\p{L})(?:my|mine|ours?|(?:did|have|had|was|were) (?:i|we)|do (?:i|we) (?:have|own|keep)|(?:i|we)(?:['’](?:ve|d)| (?:have|had|did|put|left|wrote|said|kept|\p{L}+ed)))(?!\p{L})/iu,
    count: /\bhow many\b|\bcount\b/iu,
    whether: /^(?:is|are|was|were|has|have|did|when|where|do i (?:still )?(?:have|need) to)\b/iu,
  },
  dates: {
    day: /^(?:what(?:'s| is| was| will be)?|whats|which|tell me) (?:is |was |will )?(?:the )?(?:date|day)(?: of the (?:month|week))?(?: is it| will it be| was it| was| is| it is| be)*\b(?<when>.*)$|^(?:the )?date (?:in|of) (?<when>.+)$/iu,
    weekday:
      /^(?:tell me )?(?:what|which) (?:weekday|day of the week|day)(?: of the week)? (?:(?:is|was|will be|does) )?(?<when>.+?)(?: falls? on| will be(?: on)?| be on| on| is)?$/iu,
    age: /^how old (?:is|am|are|would|will)(?: be)?(?: (?:someone|somebody|a person|anyone|i|you|he|she|they))?(?: be)?,?(?: if)?(?: (?:i|you|he|she|they))?(?: (?:was|were|who was|who is|that was))? born (?:on )?(?:the )?(?<when>.+)$/iu,
    tail: /,? (?:and )?(?:which|what|on which|on what) (?:weekday|day(?: of the week)?) (?:does|is|will|would) (?:it|that)(?: fall(?: on)?| be)?(?: on)?$/iu,
    time: /^(?:what(?:'s| is)(?: the)? time|what time is it)(?: is it)?(?: now| right now)?$/iu,
    until:
      /\bhow (?:many days|long)(?: is it| are there| is there| are left)?(?: left)? (?:until|till|['’]?til|to|before|since) (?<when>.+)$|^days (?:until|till|['’]?til|to|before) (?<when>.+)$/iu,
    between:
      /\bhow (?:many days|long)(?: is it| are there| is there)? (?:between|from) (?<from>.+?) (?:and|to|until|till) (?<to>.+)$/iu,
  },
  root: (word) => {
    const plain = IRREGULAR[word] ?? word
    const cut = plain.replace(/(?:'s|’s)$/u, '')
    if (cut.length <= 3) return cut
    const stem = cut.replace(/(?:ies)$/u, 'y').replace(/(?:ing|ed|es|s|e)$/u, '')
    return stem.length < 3 ? cut : stem.replace(/([bdgklmnprt])\1$/u, '$1')
  },
}

/** Verbs, each with its irregular forms behind it. */
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  'pay paid; buy bought; write wrote written; send sent; do did done; make made; take took taken; get got; feed fed; find found; tell told; meet met; bring brought; sweep swept; speak spoke spoken; sell sold; read read; give gave given; go went; run ran; build built; hang hung; draw drew; lend lent; spend spent; leave left; choose chose chosen'
    .split('; ')
    .flatMap((verb) => {
      const [plain = '', ...forms] = verb.split(' ')
      return forms.map((form) => [form, plain])
    }),
)
