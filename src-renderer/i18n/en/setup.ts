export default {
  title: 'Where should Satchel keep your secret key?',
  intro:
    'Satchel makes one key for you on this computer. With it you sign what you do, and only you hold it.',
  reason: {
    absent:
      'This computer has no keychain that Satchel can use, so the key goes into a file encrypted with a passphrase.',
    locked:
      'The keychain of this computer is locked. Unlock it and start Satchel again, or keep the key in a file encrypted with a passphrase.',
    changed:
      'The keychain of this computer is not the one Satchel used before. Nothing was replaced. You can keep the key in a file encrypted with a passphrase.',
    failed:
      'The keychain of this computer answered with an error, so the key goes into a file encrypted with a passphrase.',
    chosen: 'You chose a vault over the system keychain: a file encrypted with a passphrase.',
  },
  lost: 'Nobody can recover this passphrase, Satchel included. Without it the key, and what only it can sign, is lost.',
  passphrase: 'Passphrase',
  repeat: 'The same passphrase again',
  show: 'Show the passphrase',
  hide: 'Hide the passphrase',
  different: 'The two are not the same.',
  tooShort: 'Use at least 8 characters.',
  strength: {
    label: 'Strength',
    weak: 'Weak: quickly guessed',
    fair: 'Fair: add a word or two',
    good: 'Good',
    strong: 'Strong',
    hint: 'Four or more words that do not belong together are easy to remember and hard to guess.',
  },
  create: 'Make the key',
  creating: 'Making the key',
  unlock: {
    title: 'Open the vault that holds your secret key',
    text: 'Your key is in a file that is encrypted with the passphrase you chose before. Enter that passphrase; nothing is replaced.',
    action: 'Unlock',
    busy: 'Unlocking',
  },
  problem: {
    title: 'Satchel stopped before touching anything',
    details: 'Details',
    remedy: {
      set_aside_database: 'Set the damaged database aside',
      set_aside_config: 'Set the damaged settings file aside',
    },
    explain: {
      set_aside_database:
        'The database is moved, byte for byte, to another name in the data directory, and Satchel starts with an empty one. Conversations, objects and installed capabilities will be missing from the app until you restore a copy. Nothing is deleted.',
      set_aside_config:
        'The settings file is moved, unchanged, to another name in the data directory, and Satchel starts with its default settings for this computer. Conversations, objects and capabilities stay as they are. Nothing is deleted.',
    },
    confirm: 'Move it aside and start',
    keptAt: 'The damaged file is kept, unchanged, at {path}.',
    noRemedy: 'Satchel cannot mend this by itself. Correct what is named above, then try again.',
  },
}
