/** Words of why a message went where it went. */
export default {
  said: 'Your message',
  marked: 'Marked: what a capability matched in it',
  line: 'Line: used from {threshold} on.',
  close: 'Dashed: closer than {margin} to the best, so you are asked.',
  signal: {
    regex: 'Pattern',
    keyword: 'Word',
    example: 'One of its examples',
    correction: 'You put this right',
    words: 'Learned words',
    embedding: 'Close in meaning',
  },
  embedding: {
    used: 'An embedding model was asked too.',
    none: 'No embedding model took part.',
    learning: 'The embedding model is still reading what is installed, so it was left out.',
    late: 'The embedding model took too long and was left out.',
    failed: 'The embedding model failed and was left out.',
  },
  took: '{count} installed capabilities, decided in {time} ms.',
  expired: 'Left after a long pause: {names}.',
  wrong: 'Not the right one?',
  choose: 'Use instead',
  pick: 'Choose a capability',
  use: 'Use it and remember',
  remembers:
    'Your message is remembered on this computer as an example for {title}; a new answer is made beside this one.',
  needsNone: 'No capability',
  saidNone: 'No capability, as you said of this message',
  remembersNone:
    'Your message is remembered on this computer as one that needs no capability; a new answer is made beside this one.',
  noneInstalled: 'There is no other capability installed.',
  place: 'Open the routing of this message',
  nothing: 'Nothing in the message spoke for a capability.',
}
