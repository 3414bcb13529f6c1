import type { Rule } from './types.ts'

/** What asks for nothing in English, and what stands beside it: obligations, and what is no longer needed. */
export const enIdleRules: readonly Rule[] = [
  { act: 'none', form: '^.*\\b(?:(?:just|only) (?:kidding|joking)|i.{0,2}m kidding|as a joke)\\b.*$' },
  {
    act: 'none',
    value: 'greeting',
    form: "^(?:(?:hi|hey|hello|good (?:morning|afternoon|evening)|howdy)[\\s,!.]*(?:there|satchel)?[\\s,!.]*)?(?:how['’]?(?:s|re)? (?:you|ya|u)|how are (?:you|things)(?: doing| today)*|how(?:'s| is) it going|what(?:'s| is) up|nice to meet you)[?!. ]*$",
  },
  {
    act: 'none',
    value: 'thanks',
    form: "^(?:(?:ok(?:ay)?|great|perfect|cool|nice|many|oh|wow)[\\s,!.]+)*(?:thanks?|thank you|thx|ty|cheers)\\b(?:[\\s,!.]+(?:a lot|so much|very much|you|again|for (?:that|this|the help|your help)|that(?:'s| is| was)? ?(?:great|perfect|all|it|helps?|helpful)?|great|perfect|you(?:'re| are) (?:the best|great|a star)))*[\\s,!.]*$",
  },
  {
    act: 'none',
    value: 'abilities',
    form: '^(?:what (?:can|do) (?:you|u) do|what are you (?:able to do|good at|for)|how do you work|(?:and )?(?:who|what) (?:are|r) (?:you|u)(?: exactly)?|what is satchel|are (?:you|u) (?:an? )?(?:ai|bot|chatbot|robot|human|person|real|chatgpt)|help(?: me)?|how (?:do|can|does) (?:i|you|one|we|this|it)\\b.*)[?!. ]*$',
  },
  {
    act: 'none',
    form: '^(?:ok(?:ay)?|yes|yep|yeah|no|nope|nah|sure|fine|great|good|cool|nice|perfect|wow|lol|haha+|hmm+|[\\s,!.])+$',
  },
  {
    act: 'none',
    form: "^(?:never ?mind(?: (?:that|it|then))?$|how (?:do|can|would|could|should|does|to)\\b|should i|shall i|why\\b|what if|what would|what happens|what(?:'s| is| are) (?:an? )?{kind}\\??$|if\\b|suppose|imagine|hypothetically|do you (?:know|think|like|remember|want|ever)|(?:are|were|is|was) you|who are you|(?:can|could|do|will) (?:you|u|it|i) (?:also |even )?(?:delete|remove|change|edit|add|create|make) (?:notes|tasks|a note|a task|my)\\b.*\\?)",
  },
  {
    act: 'make',
    kind: 'task',
    form: "^(?:(?:don'?t|do not|never) (?:let me )?forget|(?:i )?(?:must(?: ?n'?t| not)|can'?t|cannot|should ?n'?t|should not|better not) forget)(?: to| about|[:,])*\\s+(?!(?:it|that|this)\\b)(?<what>.+)$",
  },
  {
    act: 'make',
    kind: 'task',
    form: '^(?:i )?(?:(?:need|have|want|got|ought|must|should|gotta)(?: to)? )?remember to (?<what>.+)$',
  },
  {
    act: 'make',
    kind: 'task',
    form: "^(?:i |we )?(?:need to|have to|ought to|must|gotta|got to|'ve got to) (?<what>(?!.*\\b(?:remind|add (?:it|that|this))\\b).+? (?:by|before|no later than) (?:the )?{date})$",
  },
  {
    act: 'none',
    form: "^(?:please |oh,? )?(?:there['’]?s no need|there is no need|don'?t|do not|dont|never(?! ?mind)|no need|stop|you (?:don'?t|do not) (?:need|have) to|i (?:don'?t|do not|dont|didn'?t|never|won'?t|wouldn'?t)\\b)",
  },
]
