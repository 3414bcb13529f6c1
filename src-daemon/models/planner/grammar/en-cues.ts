import { whole, type Cues } from './cues.ts'

const SET =
  '(?:set|make|mark|flag|give|raise|lower|bump|put|treat|change|turn|switch|bring|update|drop|have|let|classify|label)'
const MOVE =
  '(?:move|push|postpone|reschedule|delay|shift|defer|put|bump|slide|bring|pull|knock|make|set|change|switch|drag|update|reset|extend|adjust|have|let|swap|kick|nudge|leave|rebook|shove|bung|chuck)'
const REMOVE =
  '(?:delete|del|rm|remove|erase|discard|trash|bin|get rid of|throw|drop|scrap|ditch|kill|nuke|wipe|lose|toss|chuck|dump|axe|cancel|take|strike|scratch|scrub|clear|cut|purge|destroy|zap|junk|clean)'
const DONE =
  '(?:done|complete|completed|finished|over|over with|dealt with|sorted|handled|accomplished|taken care of|ready)'
const TICK = '(?:tick|check|cross|strike|mark|score|scratch)'
const NOW = '(?: right)?(?: now| already| as well| too)?'

/** How English says what to do with something kept. */
export const enCues: Cues = {
  cues: [
    {
      act: 'change',
      field: 'date',
      value: 'none',
      form: `^(?:remove|clear|delete|drop|unset|take|get rid of|scrap|lose)(?= )(?=.*(?:due date|deadline|due))`,
      also: `(?:the )?(?:due date|deadline)(?: off| away)?(?: (?:from|of|for|on|off))?`,
    },
    {
      act: 'change',
      field: 'date',
      value: 'none',
      form: "(?:does ?n'?t|does not|no longer) (?:need|have|needs|has) (?:a |any )?(?:due date|deadline|date)(?: any ?more| now)?",
    },
    {
      act: 'change',
      field: 'date',
      needs: 'length',
      shift: 'earlier',
      form: '^(?:move|bring|pull|shift|push|make|do|advance|set|have)(?= )(?=.*(?:forward|earlier|sooner|ahead|up))',
      also: '(?:forward|earlier|sooner|ahead|up)(?: by)?',
    },
    {
      act: 'change',
      field: 'date',
      needs: 'length',
      shift: 'later',
      form: `^(?:${MOVE.slice(3, -1)}|put off|hold off(?: on)?)(?= )`,
      also: `(?:back|later|off|out)(?: by)?|(?:by )?(?:another|for)(?= )`,
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: `^(?:${MOVE.slice(3, -1)}|put off|hold off(?: on)?)(?= )`,
      also: whole('due date|deadline|due|date'),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: whole(
        "(?:is|are|was|were|has been|have been|got|gets|being|'s|needs? to be|must be|has to be|should be) (?:now )?(?:moved|pushed(?: back)?|shifted|postponed|rescheduled|delayed|brought forward|changed|put off|bumped)|needs? to move|has to move|needs moving",
      ),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      isStatement: true,
      form: whole(
        "is|are|isn't|will be|needs? to be|should be|should happen|must be|has to be|can wait|goes|better",
      ),
    },
    {
      act: 'tick',
      value: 'open',
      form: `^(?:re-?open|uncheck|un-?tick|unmark|reactivate|restore|bring back|mark|set|put|flag|move|make|change)(?= )(?=.*${whole('re-?open|reopened|un-?tick|uncheck|unmark|reactivate|restore|bring back|undone|not done|open|incomplete|unfinished|not finished|pending|to ?do|outstanding|unticked')})`,
      also: whole(
        '(?:as |to |back to |back as )*(?:undone|not done|open|incomplete|unfinished|not finished|pending|to ?do|outstanding|unticked|un-?done)(?: again)?',
      ),
    },
    {
      act: 'tick',
      value: 'open',
      isStatement: true,
      form: whole(
        "(?:is|are|was|were)(?: not|n'?t)(?: actually| really| yet)? (?:done|finished|complete|completed)(?: yet| after all)?|needs? (?:doing )?(?:again|redoing)",
      ),
    },
    {
      act: 'change',
      field: 'priority',
      value: 'high',
      form: '^(?:raise|increase|up|bump(?: up)?|prioriti[sz]e)(?= )(?=.*priority|.*prioriti)',
      also: '(?:the )?priority(?: up)?(?: (?:of|on|for))?',
    },
    {
      act: 'change',
      field: 'priority',
      value: 'low',
      form: '^(?:lower|decrease|reduce|drop|depriorit\\p{L}+)(?= )(?=.*priority|.*priorit)',
      also: '(?:the )?priority(?: down)?(?: (?:of|on|for))?',
    },
    { act: 'change', field: 'priority', needs: 'rank', form: `^(?:${SET.slice(3, -1)})(?= )` },
    {
      act: 'change',
      field: 'priority',
      needs: 'rank',
      isStatement: true,
      form: whole("(?:is|are|'s|has become|became|just got|got|gets)(?: now| really| very| super| so)*"),
    },
    {
      act: 'tick',
      value: 'done',
      form: `^(?:mark|set|flag|put|make|call|consider|count|log|record|change|move|get|have|list|tag|label|declare|tick|check)(?= )(?=.*${whole(DONE)})`,
      also: whole(`(?:(?:off|as|to|is|it|be|being) )*(?:all )?${DONE}`),
    },
    {
      act: 'tick',
      value: 'done',
      form: `^(?:${TICK.slice(3, -1)})(?= )(?=.*${whole('off|out|from|as')})`,
      also: `${whole('off|out')}(?: (?:of|from|on))?`,
    },
    {
      act: 'tick',
      value: 'done',
      form: `^(?:tick|complete|close out)(?= )`,
      also: whole('off|up'),
    },
    {
      // What is still to be finished is new, or done by now.
      act: 'tick',
      value: 'done',
      isStatement: true,
      form: `^(?:finish|wrap up|finish off|close)(?= )`,
      also: whole('off|up'),
    },
    {
      act: 'tick',
      value: 'done',
      form: `${whole(`(?:can|may|should|could)(?: now)? be (?:ticked|checked|crossed|marked|struck|closed|completed)(?: off| out)?(?: as ${DONE})?`)}${NOW}`,
    },
    // A thing is thrown out; so may be what is kept of it.
    { act: 'delete', isStatement: true, form: '^throw(?= )', also: whole('out|away') },
    { act: 'delete', form: `^${REMOVE}(?= )`, also: `${whole('off|out|away|down|up')}(?: (?:of|from))?` },
    {
      act: 'delete',
      form: `${whole('(?:can|should|may|could|needs? to|has to)(?: just| now)? (?:go|be (?:deleted|removed|binned|erased|scrapped|dropped|taken off|thrown away|trashed|cancelled|canceled))')}${NOW}`,
    },
    {
      act: 'delete',
      isStatement: true,
      form: whole(
        "(?:is|are|'s)(?: no longer|n'?t| not)(?: really)? (?:needed|necessary|required|relevant|happening|going ahead)(?: any ?more| any longer| now)?|(?:is|are|was|were|has been|got|'s)(?: now| been)? (?:cancelled|canceled|called off|scrapped|obsolete|off)(?: now)?",
      ),
    },
    {
      act: 'change',
      field: 'date',
      needs: 'date',
      form: "(?<!(?:is|are|was|were|be|it|now|when|which|what|all|tasks|['’]s|is now) )(?<!\\p{L})due(?: date|:)?(?= )",
    },
    {
      act: 'change',
      field: 'priority',
      needs: 'rank',
      form: '(?<!(?:is|are|was|of|all|tasks?|with) )(?<!\\p{L})(?:prio|priority)(?!\\p{L})',
    },
    {
      act: 'tick',
      value: 'done',
      form: "(?<!(?:is|are|was|were|not|be|when|get|got|isn't|what|whats|i|['’]s) )(?<!\\p{L})(?:both |all )?(?:done|finished|sorted)[\\s!.]*$",
    },
  ],
  fillers:
    /(?<![\p{L}\p{N}])(?:2|4|both|all|n|(?:i|we) (?:no longer|don['’]?t) (?:have any use for|need|want|use)|any ?more|any longer|(?:from|off|on|in|of|out of) (?:the |my |our )?(?:to-?do |task )?lists?|for me|please|pls|altogether|completely|entirely|again|now|instead|already|too|as well|then|just|actually|really|finally|thing|one|item|entry|stuff|that|which|whole|to|on|for|till|until|from|by|at|as|be|of|with|a|an|over|back|and|so|it's|up|down|due|appointment|appt|after all|rather|a bit|permanently|straight away|right away|asap|if (?:you )?(?:can|could|possible|you don'?t mind))(?!\p{L})/giu,
  turns: {
    at: /[\s,.;:–-]+(?:(?:and |but )?so (?:(?:please|just|now|then|can you|could you|would you|will you|i'd like you to|before that) )*|(?:and |but |so |before that )?(?:can|could|would|will) you (?:please )?|(?:so )?please |(?:so )?you (?:can|may|could) (?:now |just |also )?|(?=(?:delete|remove|bin|scrap|cancel|move|push|postpone|delay|reschedule|bump|mark|tick|check|cross|set|change|make|add|put|note|write|reopen|pop|stick|remind) (?:it|that|this|them|me)(?: |$))|i(?:'d| would) (?:like|love) you to |i (?:want|need) you to |(?:from you )?first(?:ly)?,? |right,? |anyway,? )|,\s+(?:and |so )?/giu,
    strong: /(?<!\p{L})(?:so|please|you)(?!\p{L})/iu,
    story:
      /(?<!\p{L})\p{L}+['’](?:s|re|ve|m) (?:\p{L}+ing|been|got|gone)(?!\p{L})|^(?:need|have|got|gotta|must|should) (?:to )?|(?<!\p{L})(?:is|are|was)(?!\p{L})|(?<!\p{L})(?:i|i'?ve|i'?m|we|we'?ve|we'?re|he|she|they|it|it'?s|there|this|my|our|the|who|good news|while)(?!\p{L}).*(?<!\p{L})(?:\p{L}+['’](?:ve|s|m|re|t|d)|is|are|was|were|has|have|had|can|want|wants|wanted|said|says|\p{L}{3,}(?:ed|ing)|went|got|came|always|forget|forgot|keep|fly|remember|may|means|need|needs|must|should|gotta|don'?t|bought|sold|paid|told|left|made|found|did|got|had|took|gave|saw|heard|read|lost|won|kept|put|let|ate|done)(?!\p{L})|^while i|^(?:just|finally|already) (?!\p{L}+ it(?!\p{L}))/iu,
    others:
      /(?<!\p{L})(?:said|says|saying|told|tells|asked|asks|wrote|writes|wants me|thinks|reckons|keeps|suggested|yelled|shouted|replied|message|email|text(?:ed)?|goes|was like)(?!\p{L})/iu,
    supposed: /(?<!\p{L})(?:if|unless|suppose|imagine|in case|would have|might|maybe)(?!\p{L})/iu,
  },
  must: /^(?:that )?(?:on )?(?:\uE000\d+\uE001[\s,]*)?(?:i|we)(?:['’]ve| have)? (?:need to|have to|got to|gotta|must|should) (?=\p{L})/iu,
  obliged:
    /(?<!\p{L})(?:need|have|got|ought|supposed|want) to(?!\p{L})|(?<!\p{L})(?:gotta|must(?:n'?t forget)?|should|don'?t forget|can'?t forget)(?!\p{L})/iu,
  courtesies: [
    [
      /^(?:would|could|will|can) you (?:please )?be (?:an? |so )?(?:dear|darling|angel|love|star|kind|good|sweet)(?:,? and| as to)? (?=\p{L})/iu,
      '',
    ],
    [/,\s*(?:love|dear|darling|sweetie|honey|mate|buddy)(?=\s*[?.!]*$)/iu, ''],
    [
      /^(?:would|do) you mind (add|mark|tick|check|remind|jot|show|tell|cancel|clear|push|reopen|list|find|read|look|leav)ing(?!\p{L})/iu,
      '$1',
    ],
    [
      /^(?:would|do) you mind (mak|creat|delet|remov|mov|chang|writ|sav|renam|postpon|schedul|tak|giv)ing(?!\p{L})/iu,
      '$1e',
    ],
    [/^(?:would|do) you mind (put|set|drop|pop|cut|bin|bump)(?:[tpn])?ing(?!\p{L})/iu, '$1'],
    [
      /^(?:i(?:['’]m| am) (?:so |very )?sorry(?: to (?:bother|trouble|disturb) you)?(?:,? but)?|excuse me|pardon me|forgive me|my apologies|apologies)[\s,;:.]+/iu,
      '',
    ],
    [
      /^(?:if|when|whenever) (?:it|that|you|there|this)(?:['’]\p{L}+)?(?:(?! (?:delete|remove|add|make|call|get|buy) )[^,;]){0,45}(?:bother|trouble|mind|possible|moment|chance|minute|convenient|convenience|okay|ok|alright|time|could|can|problem|imposition|please)[^,;]{0,15}[,;]\s*/iu,
      '',
    ],
    [
      /[\s,;]+(?:if (?:you )?(?:don['’]?t mind|could|would|can|please|possible|at all possible|it['’]?s no (?:trouble|bother)|that['’]?s (?:ok|okay|alright|possible|all right)|you (?:would|could|can|get a chance|have a moment|don['’]?t mind))|would you|when you (?:can|get a chance|have a moment)|at your convenience)(?=\s*[.?!]*$)/iu,
      '',
    ],
    [
      /^(?!if (?:you|i|he|she|we|they|it) (?:were|was|had|did)(?!\p{L}))(?!.*(?<!\p{L})(?:add|delete|remove|change|edit|create|make|find|show) (?:notes|tasks|tags)(?!\p{L})(?! (?:about|on|tagged|with|for|due|that)))(?:(?:it(?:['’]d)?|that|would|could|might|may|can|will|be|is|i(?:['’]d|['’]m)?|you|we|to|if|lovely|great|nice|wonderful|good|grateful|obliged|appreciate|appreciated|wonder(?:ing)?|was|were|am|kind|kindly|trouble|bother|ask|so|as|very|much|most|too|possible|possibly|perhaps|please|mind|afraid|favou?r|do|me|a|the|like|love|enough|just|maybe|help|want|need|really|also|then|now)[\s,]+)*?(?<!\p{L})(?:you|(?:would|could|might) (?:it )?be (?:\p{L}+ )?possible|like|love|appreciate(?: it)?|grateful|please|favou?r)[\s,]+(?:(?:it(?:['’]d)?|that|would|could|might|may|can|will|be|is|i(?:['’]d|['’]m)?|you|we|to|if|lovely|great|nice|wonderful|good|grateful|obliged|appreciate|appreciated|wonder(?:ing)?|was|were|am|kind|kindly|trouble|bother|ask|so|as|very|much|most|too|possible|possibly|perhaps|please|mind|afraid|favou?r|do|me|a|the|like|love|enough|just|maybe|help|want|need|really|also|then|now)[\s,]+)*?(?=(?:add|remind|create|make|note|put|write|jot|take|save|set|move|push|postpone|delay|reschedule|bring|change|rename|mark|tick|check|cross|close|reopen|delete|remove|bin|cancel|tag|tagged|drop|append|include|replace|have(?=.+ (?:moved|pushed|changed|rescheduled|postponed|shifted|marked|ticked|checked|deleted|removed)(?!\p{L}))|show|tell|find|list|look|let me know|convert|give me|open|read|work out|call|jot|record|log|pop|stick|schedule|which|what|when|where|who|how|two|three|several|an? (?:new )?(?:task|note|reminder)|mark|clear|get rid)(?!\p{L}))/iu,
      '',
    ],
    [/^tagged (?=.+ with )/iu, 'tag '],
    [
      /^have (?=.+ (?:moved|pushed|changed|rescheduled|postponed|shifted)(?!\p{L}))(.+?) (?:moved|pushed|changed|rescheduled|postponed|shifted)(?!\p{L})/iu,
      'move $1',
    ],
    [
      /^have (.+?) (?:marked|ticked|checked)(?: off)?(?: as (?:done|complete|finished))?$/iu,
      'mark $1 as done',
    ],
    [/^have (.+?) (?:deleted|removed)(?!\p{L})/iu, 'delete $1'],
    [/^let me know (?:if|whether)?\s*/iu, 'tell me '],
  ],
  wanted: [],
  unsaid:
    /(?<!\p{L})(?:if|unless|maybe|perhaps|might|may have|would(?!n'?t mind)|wouldn'?t|wish|hope|hoping|wonder(?:ing)?|thinking|thought|guess|imagine|suppose|supposed|said|says|saying|told|tells|asked|asks|wants|wanted|thinks|keeps?|reckons|suggested|heard|apparently|don'?t|do not|dont|didn'?t|never|nobody|no one|can'?t|cannot|won'?t|shouldn'?t|should i|shall i|why|how|what|who|used to|going to|gonna|about to|planning|plan to|love|hate|like|almost|nearly|half|partly|tried|trying|try)(?!\p{L})/iu,
  politeIfs:
    /(?<!\p{L})(?:if (?:(?:it['’]?s|it is|that['’]?s|that is) )?(?:you (?:can|could|would|don['’]?t mind|have|get|like|please|want)|possible|poss|ok(?:ay)?|not too much trouble|no trouble|i may|we could|we can)|in case (?:i|we) forget)(?!\p{L})/giu,
  around:
    /(?<![\p{L}\p{N}])(?:(?:i|we)(?:['’]?ve|['’]?m| am)?|have|has|['’]s|is|are|was|were|be|been|being|it|its|it['’]s|that|this|the|an?|my|our|just|now|already|finally|at last|last|morning|afternoon|evening|night|earlier|today|yesterday|(?:a )?(?:minute|moment|while|few minutes|hour) ago|after (?:lunch|work|breakfast|dinner)|both|all|done|did|finish(?:ed)?|complet(?:ed?|ely)|sorted|with|of|off|up|out|over|so|ok(?:ay)?|yes|yay|phew|hooray|well|good news|great|also|too|as|and|n|by the way|btw|(?:happy|glad|pleased) to (?:say|report)|thankfully|luckily|successfully|got|gotten|managed to|on|in|at|to|for|from|there|hey|guess what|not|yet|still|actually|really|(?:is|are|was|were|has|have|had|did|does|do|could|would|should|wo|ca|need)n['’]?t|no|task|tasks|to-?do|thing|one)(?![\p{L}\p{N}])/giu,
  denials:
    /(?<!\p{L})(?:not|yet|still|never|no|nothing|neither|(?:is|are|was|were|has|have|had|did|does|do|could|would|should|wo|ca|need)n['’]?t)(?!\p{L})/iu,
  leftovers:
    /(?<!\p{L})(?:remind me|reminder|remember to|don'?t (?:let me )?forget|before i forget|(?:add|put|note|write|jot|stick|save) (?:it|that|this|them)|to-?do list|my (?:tasks|notes|list|to-?dos)|(?:as|to|in|on) (?:a|the|my) (?:new )?(?:note|task|reminder|to-?do|list)|new (?:note|task)|(?:high|low|top|normal) priority|prio|no wait|i mean|scratch that|not that|(?:it|that|they|this) (?:has|have|needs?|must|should) |never ?mind|asap|please|pls|can you|could you|for me|just kidding|if (?:you|i|we|it)|unless|because|otherwise|no rush|no hurry|so (?:that )?(?:i|we) (?:don'?t|can)|make sure|due|deadline|labell?ed|tagged)(?!\p{L})|^(?:is|are|it['’]?s|i|we|you|and|or|but|so|that|to|of|with|saying|says|called|named|me|please|down|it|this|up|for|about)(?!\p{L}['’-])(?!\p{L})|(?<!\p{L})(?:to|of|with|as|and|or|but|the|a|an|my|by|is|due|task|note|reminder|list)$|^(?:a|an|the)? ?(?:task|note|reminder|to-?do|list|item)(?!\p{L})/iu,
  unreadTimes:
    /^(?:(?:on|by|at|in|before|after|this|next|every|each|during|over|until|from|around|within|sometime|later|soon|first thing|tonight|noon|midnight)(?!\p{L}))|(?<!\p{L})(?:(?:this|next|the following|over the|at the|on the|in the|by the|before the|end of|beginning of|start of|every|each|later this|sometime) (?:\p{L}+ )?(?:week|weekend|month|year|morning|afternoon|evening|night|day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|quarter|spring|summer|autumn|fall|winter)|(?:at|by|before|after|until|around) (?:noon|midnight|lunch(?:time)?|dinner|\d{1,2}(?::\d\d)?(?: ?[ap]m)?|\d+ o'?clock)|\d{1,2}(?::\d\d)? ?[ap]m|tonight|tomorrow|today|soon|later|eod|(?:in|for|within) (?:\d+|an?|half an|two|three|a few|a couple of|couple of) (?:minutes?|mins?|hours?|days?|weeks?|months?)(?: time)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)$/iu,
  takenBack:
    /(?:\.{2,}|…|[,;–—-]\s)\s*(?:(?:oh|hm+|um+|no|nah|wait|actually|hang on|sorry|ah|but|or)[\s,]+)+(?:(?:we|i|she|he|they)['’]\p{L}+ [^,.]{1,30}[,.]\s*)?(?:just )?(?:leave it(?: (?:be|alone|as it is))?|never ?mind|forget (?:it|that|about it)|scratch that|don['’]?t bother|skip (?:it|that))(?:[\s,.!]+(?!.*(?<!\p{L})(?:remind|add|make|put|note|delete|move|create|write|instead)(?!\p{L})).*)?$/isu,
  yes: /^(?:yes|yep|yeah|yup|sure|ok(?:ay)?|please do|do (?:it|that|so)|go ahead|of course|right|correct|exactly|y)(?:[\s,!.]+(?:please|do|do it|go ahead|thanks|thank you|sure|of course))*[\s.!]*$/iu,
}
