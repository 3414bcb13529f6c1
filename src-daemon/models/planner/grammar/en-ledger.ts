import { whole } from './cues.ts'
import type { Ledger } from './ledger.ts'
import { patternFrom } from './pattern.ts'

const NAME = 'call(?:ed)?|named?|titled?|title|rename[ds]?|retitle|heading'
const PUT =
  'chuck|bung|shove|log|add(?:ing)?|put(?:ting)?|writ(?:e|ing)|note|noting|jot(?:ting)?|include|insert|stick|throw|pop|drop|get|save|attach|mention|append'
const TEXT =
  'texts?|body|contents?|saying|says?|reads?|reading|containing|with the words?|details?|description'
const SET = 'set|make|mark|flag|give|change|turn|switch|put|update|edit|correct|have|let'

/** What English words account for. */
export const enLedger: Ledger = {
  idle: whole(
    "(?:i|we|it|that|you|they|he|she)['’](?:d|ll|ve|m|re|s)|2|4|an?|the|this|that|these|those|my|our|your|me|i|we|us|you|u|it|its|them|they|ones?|some|any|all|both|each|whole|things?|stuff|to|of|for|on|in|at|by|with|from|as|into|onto|up|down|out|over|about|regarding|around|called|and|n|also|too|as well|plus|then|so|just|now|right now|right away|straight away|please|pls|plz|pls|kindly|thanks?|thank you|thanx|thx|ty|cheers|hi|hiya|yo|hey|hello|there|ok|okay|well|oh|ah|right|alright|great|good|cool|perfect|lovely|nice|morning|afternoon|evening|satchel|assistant|quick|quickly|new|little|short|could|can|would|will|may|might i|shall we|mind|like|love|appreciate|grateful|favou?r|kind|enough|wonder(?:ing)?|possible|possibly|perhaps|need(?:s|ed)?|want(?:s|ed)?|wanna|gotta|must|have|has|had|having|got|get|be|is|are|was|am|been|being|do|does|did|let's|let|go ahead|feel free|make sure|sure|when you (?:can|get a chance|have a moment|get a minute)|asap|again|another|more|other|really|very|super|pretty|quite|extremely|actually|oops|sorry|wait|listen|look|anyway|first(?:ly)?|second(?:ly)?|finally|already|today's|i(?:ve|m|ll|d)|['’]s|s|help|time|if (?:you )?(?:can|could|would|like|please|don['’]?t mind)",
  ),
  orders: {
    make: whole(
      `${PUT}|create|mak(?:e|ing)|new|start|set(?: up)?|take|keep|store|record|log|register|schedule|plan|remind(?:ing)?|reminders?|remember|(?:don['’]?t|do not|can['’]?t|mustn['’]?t|must not)(?: let me)? forget|not to forget|before i forget|forget|lists?|to-?dos?|to do|jobs|chores|errands|leave|${NAME}|${TEXT}|that|following|line|self|later|entry|items?|several|couple|few|down|idea`,
    ),
    append: whole(
      `${PUT}|${TEXT}|line|point|end|bottom|more|too|extra|another|lists?|change|update|remember|item|one|entry`,
    ),
    cut: whole(
      `remove|delete|take|cross|strike|drop|replace|swap|exchange|change|switch|correct|edit|scratch|off|out|away|from|instead|no longer|not|should|say|says|${TEXT}|get rid of|fix`,
    ),
    rename: whole(`${NAME}|${SET}|name|instead|should|to be|i mean|i meant|rather`),
    body: whole(`changed|update|${SET}|${TEXT}|replace|with|so|instead|should`),
    date: whole(
      "appointment|appt|move[ds]?|moving|push(?:ed)?|postpone[ds]?|reschedule[ds]?|delay(?:ed)?|shift(?:ed)?|defer(?:red)?|put|bump(?:ed)?|slide|bring|brought|pull|knock|make|set|change[ds]?|switch|drag|update|reset|extend|adjust|swap|kick|nudge|leave|rebook|due|dates?|deadline|back|forward|ahead|sooner|earlier|later|off|until|till|instead|rather|better|should|hold|by|no|take|remove|clear|delete|drop|get rid of|doesn['’]?t|away|schedule",
    ),
    priority: whole(
      `${SET}|take|bring|knock|move|shift|raise|lower|bump|treat|increase|decrease|reduce|up|down|drop|priorit(?:y|ies)|priorit[iy][sz]e|deprioriti[sz]e|prio|importan(?:t|ce)|urgent|urgency|no longer|not|isn['’]?t|aren['’]?t|any ?more|after all|rush|longer|that|higher|lower|most|top|as`,
    ),
    tags: whole(`tag(?:ged)?|tags|label(?:led)?|labels|add|put|attach|mark|with|as|give|file`),
    untag: whole(`tags?|labels?|untag|remove|take|drop|delete|strip|clear|off|from|any ?more`),
    tick: whole(
      `${SET}|tick(?:ed)?|check(?:ed)?|cross(?:ed)?|strike|score|scratch|close|complete[ds]?|completely|finish(?:ed)?|done|over|sorted|handled|accomplished|taken care of|dealt with|ready|off|out|lists?|wrap up|consider|count|log|record|move|get|declare|sort|paid|bought|sent|booked|returned|fixed|written|read|tasks?|at last|finally|move`,
    ),
    reopen: whole(
      `${SET}|re-?open(?:ed)?|un-?check|un-?tick(?:ed)?|unmark|reactivate|restore|bring back|back|undone|not|done|open|incomplete|unfinished|finished|pending|to ?do|outstanding|yet|still|haven['’]?t|hasn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|after all|again|needs? doing|off`,
    ),
    delete: whole(
      "delete|del|rm|remove|erase|discard|trash|bin|get rid of|throw|drop|scrap|ditch|kill|nuke|wipe|lose|toss|chuck|dump|axe|cancel|take|strike|scratch|scrub|clear|cut|purge|destroy|zap|junk|clean|undo|revert|forget|never ?mind|off|out|away|back|lists?|any ?more|any longer|longer|no longer|no use|(?:don['’]?t|do not|doesn['’]?t|isn['’]?t|aren['’]?t|not)(?: really)? (?:need(?:ed)?|want(?:ed)?|use|happening|relevant|necessary|required|going ahead|have any use for)|needed|relevant|altogether|completely|entirely|permanently|just|made|added|created|wrote|saved|last|go",
    ),
  },
  clauses:
    /[,;:.!?–—…&]+(?=\s|$)|\s[-–—]+\s|—|\n|(?<!\p{L})(?:while (?:you|we)(?:['’]re| are) at it|and|but(?: first)?|so|because|then|after(?:wards| that)?|while|plus|as well as|also|besides|meanwhile|oh)(?!\p{L})/giu,
  between: whole(
    "and|but|then|also|plus|after(?:wards| that)|meanwhile|besides|oh|ah|while (?:you(?:[’']re| are)|we(?:[’']re| are)) at it|by the way|btw|as well",
  ),
  asides:
    /(?<!\p{L})(?:is|am|are|was|were|has|have|had|got|gets|went|came|took|gave|found|bought|sold|paid|told|left|lost|made|did|does|\p{L}{2,}(?:ed|ing)|\p{L}+['’](?:s|ve|re|m))(?!\p{L})/iu,
  excuses:
    /^(?:because |as |since |cos )?(?:i|we) (?:can['’]?t make it|won['’]?t (?:have (?:time|a minute|a moment)|make it|manage|be (?:here|there|in|around))|don['’]?t have (?:the )?time|(?:have|ha)n['’]?t (?:got )?(?:the )?time)(?: (?:then|today|tomorrow|this weekend|that day|before|till then))?$/iu,
  noAside:
    /(?<!\p{L})(?:kidding|joking|leave|keep|ignore|forget|mean|meant|need|needs|should|must|have to|has to|instead|rather|actually|one|ones|other|another|wrong|different|same|only|except|also|too|both|next|after all|again|not|n['’]t|yet|else|\d+)(?!\p{L})/iu,
  keptIn: '(?<!\\p{L})(?:in|into|on|onto|to) (?:the|that|this|same) {kind}(?<!s)(?!\\p{L}|[ -]?(?:list|app))',
  about: '(?:about|regarding) {text}',
  goesOn: patternFrom(
    [
      String.raw`(?<=\S[\s,;.:!?–-]+)(?:tag|label|mark|flag|file|call|title|name|rename|make|set|give|put|move|add|delete|remove|tick|check|cross|note|write|pin|star|prioriti[sz]e) (?:it|this|that|them|those|these|the (?:task|note|reminder|to-?do))(?!\p{L})`,
      String.raw`(?<!\p{L})(?:remind me|(?:in|on|to|into|inside|under) it\s*$)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:no,? wait|wait,? no|scratch that|strike that|i mean|i meant|or rather|on second thoughts?|never ?mind|forget (?:it|that|about it)|not that|kidding|make that|(?:cancel|ignore|drop|scratch|leave) (?:that|it|this)|maybe not|or not|with (?:the |a )?(?:tag|label))(?!\p{L})`,
      String.raw`(?<=[,;.…–-]\s*)(?:no|not|actually|sorry|instead|rather|wait|oops|hmm)(?!\p{L})`,
      String.raw`(?<!\p{L})as an? (?:new )?(?:task|note|reminder|to-?do)(?!\p{L})|(?<=\S\s+)(?:tag(?:ged)?|label(?:l?ed)?)(?: as)? [\p{L}-]+\s*$`,
      String.raw`(?<!\p{L})(?:put|write|add|stick|jot|include) (?:this |that )?(?:in(?:side|to)?|on|under) (?:it|there)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:instead|rather than)\s*$|(?<!\p{L})instead of(?!\p{L})`,
      String.raw`(?<!\p{L})(?:high|low|top|normal|medium)(?:est)?[ -]?(?:priority|prio)(?!\p{L})|(?<!\p{L})priority(?!\p{L})`,
      String.raw`(?<!\p{L})(?:due(?: date)?|deadline)(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
}
